package library_test

import (
	"os"
	"path/filepath"
	"testing"

	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
)

// A copy shows the agents of the calls that it copied, wherever their files
// lie, and also when the session that they worked for is gone.
func TestAgentsOnCopiedCalls(t *testing.T) {
	for _, version := range []string{"2.0.60", "2.1.215"} { // beside the sessions, and in a side directory
		for _, gone := range []bool{false, true} {
			o := testlib.Day()
			o.Version = version
			h := history.New(7, testlib.Begin)
			s := h.Session(o)
			s.Prompt("Look at it")
			s.Agent(history.AgentSpec{Prompt: "the loader", Result: "fine", NoMeta: true}, func(a *history.Agent) { a.Reply("fine") })
			s.Reply("It is fine.")
			fork := s.Fork(history.Copying{Form: history.F5})
			fork.Turn("And now?", "Now too.")
			root := testlib.Write(t, h)
			if gone {
				if err := os.Remove(filepath.Join(root, filepath.FromSlash(s.Path()))); err != nil {
					t.Fatal(err)
				}
			}
			th, err := testlib.Scanned(t, root).Threads.Thread(t.Context(), fork.ID, "")
			if err != nil {
				t.Fatal(err)
			}
			rows, err := th.All(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			shown := 0
			for i := range rows {
				if rows[i].Sidechain != nil {
					shown++
				}
			}
			if shown != 1 {
				t.Errorf("%s, gone: %v: %d agents", version, gone, shown)
			}
		}
	}
}
