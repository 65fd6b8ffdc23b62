package window

import (
	"time"

	"dendro/backend/library"
)

const (
	// silentAfter is how long a session that was written to has to be silent.
	silentAfter = 20 * time.Second
	// freshFor is how long before it fell silent its turn may have ended: what is
	// written later is a title, or the traces of a session that was only opened.
	freshFor = time.Minute
)

// silences tells which sessions have fallen silent after work. It has no clock
// of its own. The zero value is ready; it is for one goroutine.
type silences struct {
	last map[string]time.Time // when one was written to last
	told map[string]string    // of a session the leaf that was told of
}

// grew notes that sessions were written to.
func (s *silences) grew(now time.Time, sessions ...string) {
	if s.last == nil {
		s.last, s.told = map[string]time.Time{}, map[string]string{}
	}
	for _, id := range sessions {
		s.last[id] = now
	}
}

// due returns the sessions that nobody has written to for silentAfter, each
// once, and how long it takes until there may be another; 0: before one grows
// there is none.
func (s *silences) due(now time.Time) (silent []string, next time.Duration) {
	for id, when := range s.last {
		left := silentAfter - now.Sub(when)
		if left <= 0 || left > silentAfter { // or the clock was set back
			delete(s.last, id)
			silent = append(silent, id)
		} else if next == 0 || left < next {
			next = left
		}
	}
	return silent, next
}

// worth reports whether the end of a silent session's turn is news: its turn ended
// with what was just written, and it was not told of before.
func (s *silences) worth(now time.Time, r library.TurnEnd) bool {
	if now.Sub(r.At) > silentAfter+freshFor || s.told[r.Session] == r.Leaf {
		return false
	}
	s.told[r.Session] = r.Leaf
	return true
}
