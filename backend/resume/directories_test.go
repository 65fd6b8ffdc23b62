package resume

import (
	"io/fs"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// TestDirectories: for a missing directory, the directory above or the main worktree is offered.
func TestDirectories(t *testing.T) {
	for _, tt := range []struct {
		name, git string // .git in /home/ann/project: "" missing, "/" a directory, else its text
		want      []Directory
	}{
		{"no repository", "", []Directory{{DirectoryParent, "/home/ann/project"}}},
		{"a repository", "/", []Directory{{DirectoryMain, "/home/ann/project"}}},
		{"a worktree", "gitdir: /home/ann/main/.git/worktrees/project\n", []Directory{{DirectoryMain, "/home/ann/main"}, {DirectoryParent, "/home/ann/project"}}},
		{"a relative worktree", "gitdir: ../main/.git/worktrees/project\n", []Directory{{DirectoryMain, "/home/ann/main"}, {DirectoryParent, "/home/ann/project"}}},
		{"a submodule", "gitdir: ../.git/modules/project\n", []Directory{{DirectoryParent, "/home/ann/project"}}},
		{"nothing that git writes", "x", []Directory{{DirectoryParent, "/home/ann/project"}}},
	} {
		m := newMachine()
		switch tt.git {
		case "":
		case "/":
			m.files["home/ann/project/.git"] = &fstest.MapFile{Mode: fs.ModeDir}
		default:
			m.files["home/ann/project/.git"] = &fstest.MapFile{Data: []byte(tt.git)}
		}
		l := m.launcher(t)
		l.sys.ReadFile = func(path string) ([]byte, error) { return fs.ReadFile(m.files, path[1:]) }
		const gone = "/home/ann/project/src/app"
		if diff := cmp.Diff(append(tt.want, Directory{DirectoryRecreate, gone}), l.Directories(gone, "")); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", tt.name, diff)
		}
	}
}

// TestDirectoriesOfAWorktree: the repository that the session names is used if it exists.
func TestDirectoriesOfAWorktree(t *testing.T) {
	m := newMachine()
	m.files["src/repo"] = &fstest.MapFile{Mode: fs.ModeDir}
	const gone = "/src/repo-wt9"
	parent, again := Directory{DirectoryParent, "/src"}, Directory{DirectoryRecreate, gone}
	for main, want := range map[string][]Directory{
		"/src/repo": {{DirectoryMain, "/src/repo"}, parent, again},
		"/src/none": {parent, again},
		"src/repo":  {parent, again},
		gone:        {parent, again},
	} {
		if diff := cmp.Diff(want, m.launcher(t).Directories(gone, main)); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", main, diff)
		}
	}
}
