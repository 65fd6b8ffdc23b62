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
		{{"/etc/hostname", none, session.Unclear}, {"a.txt", none, none}, {"b.txt", none, none}},
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
		{5, "a.txt", session.After, "second\n", true, false}, // no call of the turn edits it
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

// lastTurn appends a turn with calls to four turns, and returns a library of them. A call is the
// tool, its input and the toolUseResult.
func lastTurn(t *testing.T, root, dir string, snapshot map[string]any, calls ...[3]string) *library.Library {
	t.Helper()
	var b strings.Builder
	write := func(v map[string]any) {
		data, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(append(data, '\n'))
	}
	prompt, parent := promptID(6), recordOf("r", 5)
	line := func(typ, uuid string, content any, more any) {
		write(map[string]any{
			"type": typ, "uuid": uuid, "parentUuid": parent, "sessionId": several, "cwd": dir, "timestamp": "2026-12-01T10:00:00.000Z", "toolUseResult": more,
			"message": map[string]any{"role": typ, "id": "m" + uuid, "content": content},
		})
		parent = uuid
	}
	write(map[string]any{"type": "file-history-snapshot", "messageId": prompt, "snapshot": map[string]any{"messageId": prompt, "trackedFileBackups": snapshot}})
	line("user", prompt, "the last prompt", nil)
	for i, call := range calls {
		id, status := fmt.Sprint("toolu_", i), !strings.HasPrefix(call[2], "Error")
		line("assistant", recordOf("c", i+10), []any{map[string]any{"type": "tool_use", "id": id, "name": call[0], "input": json.RawMessage(call[1])}}, nil)
		var detail any = call[2]
		if status {
			detail = json.RawMessage(call[2])
		}
		line("user", recordOf("d", i+10), []any{map[string]any{"type": "tool_result", "tool_use_id": id, "content": "x", "is_error": !status}}, detail)
	}
	testlib.AppendTo(t, root, "projects/-w/"+several+".jsonl", []byte(b.String()))
	return testlib.Scanned(t, root)
}

// TestFilesOfTheNewestTurn: where no later copy exists, the state after a turn is what its calls
// made of the files, whatever became of these since; else it is not known.
func TestFilesOfTheNewestTurn(t *testing.T) {
	first, dir := fourTurns(t) // the working directory stays empty
	root := first.Catalog.Snapshot().Roots[0].Path
	name := func(copied string) map[string]any { return map[string]any{"backupFileName": copied, "version": 3} }
	l := lastTurn(t, root, dir,
		map[string]any{"a.txt": name("a@v3"), "lost.txt": name("f@v9"), "by-command.txt": name("b@v2")},
		[3]string{"Edit", `{"file_path":"` + dir + `/a.txt","old_string":"second","new_string":"third"}`, `{}`},
		[3]string{"Edit", `{"file_path":"` + dir + `/a.txt","old_string":"third","new_string":"fourth"}`, `{}`},
		[3]string{"Edit", `{"file_path":"` + dir + `/a.txt","old_string":"fourth","new_string":"fifth"}`, "Error: denied"},
		[3]string{"Edit", `{"file_path":"` + dir + `/lost.txt","old_string":"a","new_string":"b"}`, `{}`},
		[3]string{"Write", `{"file_path":"` + dir + `/new.txt","content":"new\n"}`, `{"type":"create","originalFile":null}`},
		[3]string{"MultiEdit", `{"file_path":"` + dir + `/free.txt","edits":[{"old_string":"a","new_string":"b","replace_all":true},{"old_string":"bb","new_string":"c"}]}`, `{"originalFile":"aa a"}`},
		[3]string{"Edit", `{"file_path":"` + dir + `/odd.txt","old_string":"zz","new_string":"b"}`, `{"originalFile":"aa"}`},
	)
	at, err := l.Checkpoints.FilesAt(t.Context(), several, "", promptID(6))
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]session.Change{}
	for _, f := range at.Files {
		got[f.Shown] = f.Turn
		_, _, err := l.Checkpoints.FileText(t.Context(), several, "", promptID(6), f.Path, session.After)
		if (err != nil) == f.AfterUnknown.IsZero() {
			t.Errorf("%s: the reason is %q, the text fails with %v", f.Shown, f.AfterUnknown, err)
		}
	}
	want := map[string]session.Change{
		"a.txt": session.Modified, "lost.txt": session.Unclear, "by-command.txt": session.Unclear,
		"new.txt": session.Created, "free.txt": session.Modified, "odd.txt": session.Unclear,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for path, want := range map[string]string{"a.txt": "fourth\n", "free.txt": "c b", "new.txt": "new\n"} {
		for _, f := range at.Files {
			if f.Shown != path {
				continue
			}
			if text, ok, err := l.Checkpoints.FileText(t.Context(), several, "", promptID(6), f.Path, session.After); string(text) != want || !ok || err != nil {
				t.Errorf("%s: %q, %v, %v", path, text, ok, err)
			}
		}
	}
}

// TestPatchOfEmptyFiles: git creates and removes files without a line.
func TestPatchOfEmptyFiles(t *testing.T) {
	first, dir := checkpointed(t, []string{"gone.txt e@v1", "new.txt "}, []string{"gone.txt ", "new.txt e@v1"})
	root := first.Catalog.Snapshot().Roots[0].Path
	testlib.Put(t, root, "file-history/"+several+"/e@v1", nil)
	testlib.Put(t, dir, "gone.txt", nil)
	patch, err := first.Checkpoints.PatchTo(t.Context(), several, "", promptID(1))
	if err != nil {
		t.Fatal(err)
	}
	git := exec.CommandContext(t.Context(), "git", "apply", "-")
	git.Dir, git.Stdin = dir, strings.NewReader(string(patch))
	if out, err := git.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s\n%s", err, out, patch)
	}
	if _, err := os.Stat(filepath.Join(dir, "gone.txt")); !os.IsNotExist(err) {
		t.Error("gone.txt is still there:", err)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "new.txt")); err != nil || len(text) > 0 {
		t.Errorf("new.txt: %q, %v", text, err)
	}
}

// TestCheckpointsAreDecodedOnce: an open session reads its checkpoints once, however often it
// is asked for files. The lines are overwritten after the first question.
func TestCheckpointsAreDecodedOnce(t *testing.T) {
	l, _ := checkpointed(t, []string{"a.go a@v1"}, []string{"a.go a@v2"})
	asked := func() string {
		t.Helper()
		at, err := l.Checkpoints.FilesAt(t.Context(), several, "", promptID(1))
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(at)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	want, path := asked(), l.Catalog.Snapshot().File(several).Abs()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.ReplaceAll(string(data), "file-history-", "no-history-xx")
	if changed == string(data) || !strings.Contains(want, "a.go") {
		t.Fatalf("the session has no checkpoints: %s", want)
	}
	if err := os.WriteFile(path, []byte(changed), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := asked(); got != want {
		t.Errorf("they were decoded again (-first +second):\n%s", cmp.Diff(want, got))
	}
}
