package api_test

import (
	"encoding/json"
	"testing"
	"time"

	"dendro/backend/internal/history"
)

// TestInternalAgents: Claude Code's internal agents are always counted, and listed after
// all other rows on request: a window keeps its positions when they are toggled.
func TestInternalAgents(t *testing.T) {
	h := history.New(7, time.Date(2026, 10, 5, 9, 0, 0, 0, time.UTC))
	s := h.Session(history.Options{Env: history.Env{Cwd: "/home/ada/garden", Branch: "main", Version: "2.1.215"}})
	s.Turn("Plan the beds", "Done.")
	s.Internal("aprompt_suggestion", "Suggest.", "Water the seedlings")
	s.Warmup()
	handler := served(t, h)
	type answer struct {
		Total    int
		Internal int
		Rows     any
		Matches  int
	}
	ask := func(path string) (a answer) {
		res := get(t, handler, "/api/sessions/"+s.ID+path)
		if err := json.Unmarshal(res.Body.Bytes(), &a); err != nil {
			t.Fatalf("%s: %s", path, res.Body)
		}
		return a
	}
	plain, all := ask("/thread"), ask("/thread?internal=1")
	if plain.Internal != 2 || all.Internal != 2 || all.Total != plain.Total+2 {
		t.Errorf("%d rows, %d with internal agents", plain.Total, all.Total)
	}
	if got, _ := ask("/rows?internal=1").Rows.([]any); len(got) != all.Total {
		t.Errorf("%d rows", len(got))
	}
	if a, b := ask("/find?q=seedlings"), ask("/find?q=seedlings&internal=1"); a.Matches != 0 || b.Matches != 1 {
		t.Errorf("found %d times, and %d with internal agents", a.Matches, b.Matches)
	}
}
