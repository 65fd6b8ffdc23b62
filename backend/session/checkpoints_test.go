package session_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dendro/backend/internal/testlib"
	"dendro/backend/library"
	"dendro/backend/session"
)

// several is the session whose turns checkpoints are looked at.
const several = "5d0c3f9e-2222-4333-8444-555555555555"

// recordOf returns the uuid of a record by its name and number.
func recordOf(name string, n int) string { return fmt.Sprintf("%08x-0000-4000-8000-%012d", name[0], n) }

// checkpointed writes a session whose turns changed files, as the client does, and returns a
// library of it and the working directory. Each turn is a list of states: a path, a space, and
// the name of its copy; "+" before it is a delta.
func checkpointed(t *testing.T, turns ...[]string) (l *library.Library, dir string) {
	t.Helper()
	root := t.TempDir()
	dir = filepath.Join(t.TempDir(), "w")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	write := func(v map[string]any) {
		data, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(append(data, '\n'))
	}
	parent := any(nil)
	for n, states := range turns {
		prompt, reply := promptID(n+1), recordOf("r", n+1)
		when := testlib.Begin.Add(time.Duration(n) * time.Minute).Format("2006-01-02T15:04:05.000Z")
		backup := func(name string) any {
			value := map[string]any{"backupFileName": nil, "version": n, "backupTime": when}
			if name != "" {
				value["backupFileName"] = name
			}
			return value
		}
		tracked, deltas := map[string]any{}, map[string]any{}
		for _, state := range states {
			path, name, _ := strings.Cut(state, " ")
			if later, ok := strings.CutPrefix(path, "+"); ok {
				deltas[later] = backup(name)
			} else {
				tracked[path] = backup(name)
			}
		}
		line := func(typ, uuid string, message any) {
			write(map[string]any{
				"type": typ, "uuid": uuid, "parentUuid": parent, "sessionId": several, "cwd": dir, "version": "2.1.332", "timestamp": when, "message": message,
			})
			parent = uuid
		}
		write(map[string]any{
			"type": "file-history-snapshot", "messageId": prompt, "isSnapshotUpdate": false,
			"snapshot": map[string]any{"messageId": prompt, "trackedFileBackups": tracked, "timestamp": when},
		})
		line("user", prompt, map[string]any{"role": "user", "content": fmt.Sprint("prompt ", n+1)})
		line("assistant", reply, map[string]any{"role": "assistant", "id": fmt.Sprint("msg_", n), "model": "m", "content": []any{map[string]any{"type": "text", "text": "done"}}})
		for path, value := range deltas {
			write(map[string]any{"type": "file-history-delta", "messageId": reply, "snapshotMessageId": prompt, "trackingPath": path, "backup": value, "timestamp": when})
		}
	}
	testlib.Put(t, root, "projects/-w/"+several+".jsonl", []byte(b.String()))
	for name, text := range map[string]string{"a@v2": "first\n", "a@v3": "second\n", "b@v2": "bee\n"} {
		testlib.Put(t, root, "file-history/"+several+"/"+name, []byte(text))
	}
	return testlib.Scanned(t, root), dir
}

func promptID(n int) string { return recordOf("q", n) }

// four turns: the first one creates a.txt, the second one changes it and creates b.txt, the
// third one does nothing, the fourth one removes b.txt and touches a file elsewhere.
func fourTurns(t *testing.T) (*library.Library, string) {
	return checkpointed(t,
		[]string{"+a.txt "},
		[]string{"a.txt a@v2", "+b.txt "},
		[]string{"a.txt a@v3", "b.txt b@v2"},
		[]string{"a.txt a@v3", "b.txt b@v2", "+/etc/hostname ../../x"},
		[]string{"a.txt a@v3", "b.txt ", "/etc/hostname c@v9"},
	)
}

func TestFilesAtATurn(t *testing.T) {
	l, dir := fourTurns(t)
	testlib.Put(t, dir, "a.txt", []byte("second\n"))
	type file struct {
		Path        string
		Turn, Since session.Change
	}
	const none = session.Unchanged
	for n, want := range [][]file{
		{{"a.txt", session.Created, session.Modified}, {"/etc/hostname", none, session.Unclear}, {"b.txt", none, none}},
		{{"a.txt", session.Modified, none}, {"b.txt", session.Created, session.Removed}, {"/etc/hostname", none, session.Unclear}},
		{{"/etc/hostname", none, session.Unclear}, {"a.txt", none, none}, {"b.txt", none, session.Removed}},
		{{"/etc/hostname", session.Unclear, session.Unclear}, {"b.txt", session.Removed, none}, {"a.txt", none, none}},
		{{"/etc/hostname", session.Unclear, none}, {"a.txt", none, none}, {"b.txt", none, none}},
	} {
		at, err := l.Checkpoints.FilesAt(t.Context(), several, "", recordOf("r", n+1))
		if err != nil {
			t.Fatal(err)
		}
		got := []file{}
		for _, f := range at.Files {
			got = append(got, file{f.Path, f.Turn, f.Since})
		}
		if diff := cmp.Diff(want, got); diff != "" || at.Turn != n+1 || at.Last != (n == 4) {
			t.Errorf("turn %d (%d, last %v): %s", n+1, at.Turn, at.Last, diff)
		}
	}
}

func TestFileTexts(t *testing.T) {
	l, dir := fourTurns(t)
	testlib.Put(t, dir, "a.txt", []byte("now\n"))
	for _, tt := range []struct {
		turn    int
		path    string
		when    session.Moment
		text    string
		existed bool
		fails   bool
	}{
		{1, "a.txt", session.Before, "", false, false},
		{1, "a.txt", session.After, "first\n", true, false},
		{2, "a.txt", session.After, "second\n", true, false},
		{5, "a.txt", session.After, "now\n", true, false},
		{2, "a.txt", session.Now, "now\n", true, false},
		{4, "b.txt", session.After, "", false, false},
		{4, "/etc/hostname", session.Before, "", false, true}, // the name of its copy leads elsewhere
		{4, "/etc/hostname", session.Now, "", false, true},
		{1, "c.txt", session.Before, "", false, true},
		{1, "a.txt", "then", "", false, true},
	} {
		text, existed, err := l.Checkpoints.FileText(t.Context(), several, "", promptID(tt.turn), tt.path, tt.when)
		if string(text) != tt.text || existed != tt.existed || (err != nil) != tt.fails {
			t.Errorf("%+v: %q, %v, %v", tt, text, existed, err)
		}
	}
}

// TestSavedFiles: the state after a turn is written to another place, and nothing is replaced.
func TestSavedFiles(t *testing.T) {
	l, dir := fourTurns(t)
	testlib.Put(t, dir, "a.txt", []byte("now\n"))
	to := t.TempDir()
	done, err := l.Checkpoints.SaveFilesAt(t.Context(), several, "", promptID(2), to)
	if err != nil || done.Files != 2 || !cmp.Equal(done.Skipped, []string{"/etc/hostname"}) {
		t.Fatalf("%+v, %v", done, err)
	}
	for name, want := range map[string]string{"a.txt": "second\n", "b.txt": "bee\n"} {
		if got, err := os.ReadFile(filepath.Join(to, name)); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	if _, err := l.Checkpoints.SaveFilesAt(t.Context(), several, "", promptID(2), to); err == nil || !strings.Contains(err.Error(), "a.txt exists") {
		t.Error("a file is replaced:", err)
	}
	if err := os.Symlink(dir, filepath.Join(to, "link")); err != nil {
		t.Fatal(err)
	}
	for _, inside := range []string{dir, filepath.Join(to, "link"), l.Catalog.Snapshot().Roots[0].Path} {
		if _, err := l.Checkpoints.SaveFilesAt(t.Context(), several, "", promptID(2), inside); err == nil {
			t.Errorf("written into %s", inside)
		}
	}
}

// TestPatch: git applies it in the working directory, and the files are as they were.
func TestPatch(t *testing.T) {
	l, dir := fourTurns(t)
	testlib.Put(t, dir, "a.txt", []byte("now, without a last line break"))
	patch, err := l.Checkpoints.PatchTo(t.Context(), several, "", promptID(2))
	if err != nil {
		t.Fatal(err)
	}
	git := exec.CommandContext(t.Context(), "git", "apply", "-")
	git.Dir, git.Stdin = dir, strings.NewReader(string(patch))
	if out, err := git.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s\n%s", err, out, patch)
	}
	for name, want := range map[string]string{"a.txt": "second\n", "b.txt": "bee\n"} {
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	if _, err := l.Checkpoints.PatchTo(t.Context(), several, "", promptID(2)); err == nil {
		t.Error("a patch without differences")
	}
	patch, err = l.Checkpoints.PatchTo(t.Context(), several, "", promptID(4))
	if err != nil || !strings.Contains(string(patch), "+++ /dev/null") {
		t.Errorf("%s, %v", patch, err)
	}
}
