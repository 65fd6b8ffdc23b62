package session_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
	"dendro/backend/session"
)

// TestBeside: plans, todos, tasks and environment files are read with the turn in which they
// were changed last; a damaged file and a link to elsewhere are left out.
func TestBeside(t *testing.T) {
	h := history.New(7, testlib.Begin)
	s := h.Session(testlib.Day())
	h.Put("todos/"+s.ID+"-agent-"+s.ID+".json", []byte(`[{"content":"early","status":"pending"},{"status":"pending"},7]`))
	h.Wait(time.Minute)
	s.Turn("first", "one")
	h.Put("tasks/"+s.ID+"/10.json", []byte(`{"subject":"ten","status":"pending"}`))
	h.Put("tasks/"+s.ID+"/2.json", []byte(`{"subject":"two","description":"in detail","status":"completed"}`))
	h.Put("tasks/"+s.ID+"/3.json", []byte(`{"subject":"to`))
	h.Put("tasks/"+s.ID+"/.lock", nil)
	h.Wait(time.Minute)
	s.Turn("second", "two")
	h.Put("session-env/"+s.ID+"/hook.sh", []byte("export A=1\n"))
	root := testlib.Write(t, h)
	l := testlib.Scanned(t, root)
	slugs := l.Catalog.Snapshot().File(s.ID).Summary.Slugs
	if len(slugs) == 0 {
		t.Fatal("the session names no plan")
	}
	plan := filepath.Join(root, "plans", slugs[0]+".md")
	outside := filepath.Join(t.TempDir(), "secret")
	for path, text := range map[string]string{plan: "# The plan", outside: "a secret"} {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chtimes(plan, time.Time{}, h.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(root, "session-env", s.ID, "link")); err != nil {
		t.Log(err)
	}
	opened, err := l.Threads.Thread(t.Context(), s.ID, "")
	if err != nil {
		t.Fatal(err)
	}
	turns := opened.Rows.Turns()
	got, err := opened.Beside(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	none := []session.Task{}
	want := []session.Beside{
		{Kind: session.TodoFile, Path: fmt.Sprintf("todos/%s-agent-%s.json", s.ID, s.ID), Turn: 0, Row: -1, Tasks: []session.Task{{"early", "", "pending"}}},
		{Kind: session.TaskFile, Path: "tasks/" + s.ID + "/2.json", Turn: 1, Row: turns[0].Row, Tasks: []session.Task{{"two", "in detail", "completed"}}},
		{Kind: session.TaskFile, Path: "tasks/" + s.ID + "/10.json", Turn: 1, Row: turns[0].Row, Tasks: []session.Task{{"ten", "", "pending"}}},
		{Kind: session.EnvironmentFile, Path: "session-env/" + s.ID + "/hook.sh", Turn: 2, Row: turns[1].Row, Tasks: none, Text: "export A=1\n"},
		{Kind: session.PlanFile, Path: "plans/" + slugs[0] + ".md", Turn: 2, Row: turns[1].Row, Tasks: none, Text: "# The plan"},
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(session.Beside{}), cmpopts.IgnoreFields(session.Beside{}, "Time")); diff != "" {
		t.Error(diff)
	}
}
