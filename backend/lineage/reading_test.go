package lineage_test

import (
	"testing"

	"dendro/backend/lineage"
)

// TestReading: each record is read once, after its predecessor.
func TestReading(t *testing.T) {
	for _, tt := range []struct{ name, file, want string }{
		{"in the order of the file", "prompt u1, reply a1, prompt u2, reply a2", "u1 a1 u2 a2"},
		{"a reply that stands before its prompt (2.1.150–2.1.250)", "reply a1 <u1, prompt u1 <-, prompt u2 <a1", "u1 a1 u2"},
		{"… with all that hangs on it", "reply a1 <u1, hook h1 <u1, hook h2 <a1, prompt u1 <-", "u1 a1 h2 h1"},
		{"a tail that a compaction kept, gone on from before its summary", "prompt u1, reply a1, boundary b <- logical=a1 kept=a1 anchor=s, prompt u2 <a1, summary s <b", "u1 a1 b s u2"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := file(t, tt.file)
			var read []int32
			seen := map[int32]bool{}
			for i := range l.Reading() {
				if up := l.Up[i]; up != lineage.None && !seen[up] {
					t.Errorf("%s: record %d is read before %d, which it goes on from", tt.file, i, up)
				}
				seen[i] = true
				read = append(read, i)
			}
			if got := names(l, read); got != tt.want {
				t.Errorf("%s\ngot  %s\nwant %s", tt.file, got, tt.want)
			}
		})
	}
}
