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

// TestDirectoriesOfAnotherSystem: the home directory is offered instead of a directory that
// only another system can have.
func TestDirectoriesOfAnotherSystem(t *testing.T) {
	m := newMachine()
	l := m.launcher(t)
	m.files[l.sys.Home[1:]] = &fstest.MapFile{Mode: fs.ModeDir}
	for _, foreign := range []string{`C:\Users\ann\app`, `c:/src/app`, `\\nas\app`} {
		if diff := cmp.Diff([]Directory{{DirectoryHome, l.sys.Home}}, l.Directories(foreign, "")); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", foreign, diff)
		}
	}
	if got := l.Directories("relative", ""); len(got) != 0 {
		t.Errorf("a relative directory: %+v", got)
	}
}

// TestTerminalsNameDebiansLink: the terminal that the link names is listed, under its name.
func TestTerminalsNameDebiansLink(t *testing.T) {
	for target, want := range map[string]bool{"/usr/bin/lxterm": false, "/opt/rare/term": true} {
		m := newMachine()
		m.path["x-terminal-emulator"] = "/usr/bin/x-terminal-emulator"
		m.path["lxterm"] = "/usr/bin/lxterm"
		m.files["usr/bin/x-terminal-emulator"] = &fstest.MapFile{Mode: 0o755}
		m.links["/usr/bin/x-terminal-emulator"] = target
		listed := false
		for _, info := range m.launcher(t).Terminals(nil) {
			listed = listed || info.ID == debianID
			if info.ID == debianID && info.Found && info.Name.String() != "term" {
				t.Errorf("a link to %s is listed as %s", target, info.Name)
			}
		}
		if listed != want {
			t.Errorf("a link to %s is listed as such: %v", target, listed)
		}
	}
}
