package window

import (
	"slices"
	"testing"
	"time"

	"dendro/backend/library"
)

func TestSilences(t *testing.T) {
	var s silences
	now := time.Date(2026, 11, 3, 9, 0, 0, 0, time.UTC)
	due := func(after time.Duration, next time.Duration, want ...string) {
		t.Helper()
		now = now.Add(after)
		silent, again := s.due(now)
		slices.Sort(silent)
		if !slices.Equal(silent, want) || again != next {
			t.Errorf("%v silent, again in %v; want %v, %v", silent, again, want, next)
		}
	}
	due(0, 0)
	s.grew(now, "a", "b")
	due(5*time.Second, 15*time.Second)
	s.grew(now, "b")
	due(15*time.Second, 5*time.Second, "a")
	due(5*time.Second, 0, "b")
	due(time.Hour, 0)
	s.grew(now, "a")
	due(-time.Hour, 0, "a") // the clock was set back

	end := library.TurnEnd{Session: "a", Leaf: "1", At: now}
	for _, tt := range []struct {
		after time.Duration
		leaf  string
		worth bool
	}{
		{20 * time.Second, "1", true},
		{40 * time.Second, "1", false}, // a title came behind it
		{40 * time.Second, "2", true},
		{time.Hour, "3", false}, // opened, and closed again
	} {
		end.Leaf = tt.leaf
		if got := s.worth(now.Add(tt.after), end); got != tt.worth {
			t.Errorf("%+v: %v", tt, got)
		}
	}
}
