package search

import (
	"testing"

	"dendro/backend/transcript"
)

// TestFoundTwice checks that a record that occurs twice in a file is one hit, at its last
// occurrence, even if another worker finds the other one concurrently.
func TestFoundTwice(t *testing.T) {
	id := transcript.ID{1}
	at := func(offset int64) *ranked { return &ranked{ms: 1, key: "f", offset: offset, id: id} }
	hit := func(name string) func() Hit { return func() Hit { return Hit{UUID: name} } }
	for _, c := range []struct {
		name          string
		first, second int64
		want          string
	}{
		{"the earlier one first", 10, 20, "second"},
		{"the later one first", 20, 10, "first"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := &search{seen: map[seenRecord]struct{}{}, top: newTop(10)}
			s.count(at(c.first), 1, false, func() Hit {
				s.count(at(c.second), 1, false, hit("second"))
				return hit("first")()
			})
			if s.counted != 1 || len(s.top.Items) != 1 || s.top.Items[0].hit.UUID != c.want {
				t.Errorf("counted %d, hits %+v, want the %s", s.counted, s.top.hits(), c.want)
			}
		})
	}
}
