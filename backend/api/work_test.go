package api_test

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dendro/backend/internal/history"
	"dendro/backend/thread"
)

// TestWork: an outline gets each turn's changed files with their line counts, its failures,
// and the sentence that sums up its answer; only for the requested turns.
func TestWork(t *testing.T) {
	home := history.New(7, time.Date(2026, 10, 5, 9, 0, 0, 0, time.UTC))
	s := home.Session(history.Options{Env: history.Env{Cwd: "/home/ada/garden", Branch: "main", Version: "2.1.215"}})
	s.Turn("What grows here?", "Beans. They like the wall.")
	s.Prompt("Plant the beans further apart")
	edit, _ := history.Edit("/home/ada/garden/beds.txt", "row one\nrow two\n", "row two", "row two\nrow three")
	s.Call(history.Read("/home/ada/garden/beds.txt", "row one"))
	s.Call(edit)
	s.Call(history.Write("/home/ada/garden/plan.txt", "a\nb\n"))
	s.Call(history.Bash("water --all\necho done", "Water", "no tap", 2, time.Second))
	pump := history.MCP("garden", "start_pump", history.O("query", "north"), "no power")
	pump.Failed = true
	s.Call(pump)
	s.Reply("Done. The third row is planted.")
	h := served(t, home)
	ask := func(query string) (got struct {
		From int
		Work []thread.Work
	},
	) {
		t.Helper()
		if err := json.Unmarshal(get(t, h, "/api/sessions/"+s.ID+"/work"+query).Body.Bytes(), &got); err != nil {
			t.Fatal(err)
		}
		return got
	}
	got := ask("")
	want := []thread.Work{
		{Said: "They like the wall"},
		{
			Said: "The third row is planted",
			Files: []thread.FileChange{
				{Row: 4, Path: "/home/ada/garden/beds.txt", Added: 1},
				{Row: 5, Path: "/home/ada/garden/plan.txt", Added: 2},
			},
			Failed: []thread.FailedCall{{Row: 6, Label: "water --all"}, {Row: 7, Label: "garden · start_pump north"}},
		},
	}
	if diff := cmp.Diff(want, got.Work); diff != "" {
		t.Error(diff)
	}
	if got := ask("?from=1&count=1"); got.From != 1 || len(got.Work) != 1 || got.Work[0].Said != want[1].Said {
		t.Errorf("the second turn alone: %+v", got)
	}
	if res := get(t, h, "/api/sessions/"+s.ID+"/work?count=nothing"); res.Code != http.StatusBadRequest {
		t.Errorf("status %d", res.Code)
	}
}
