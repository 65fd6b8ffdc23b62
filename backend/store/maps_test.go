package store

import (
	"bytes"
	"testing"

	"dendro/backend/internal/tests"
)

// TestMapsAreBounded replaces everything repeatedly, as a window that is open all day does,
// and retains all parts it has read: they must stay readable, and the mapped address space
// small.
func TestMapsAreBounded(t *testing.T) {
	tests.Long(t)
	const size, rounds = 4 << 20, 60
	for name, keeps := range map[string]int{"everything is replaced": 0, "something stays": 1} {
		t.Run(name, func(t *testing.T) {
			s, _, _ := Open(t.TempDir(), []string{"/root"})
			m := Manifest{}
			var early [][]byte
			for n := range rounds {
				p, err := s.Append(bytes.Repeat([]byte{byte(n)}, size))
				if err != nil {
					t.Fatal(err)
				}
				m.Rows = append(m.Rows[:min(len(m.Rows), keeps)], p)
				if err := s.Commit(m); err != nil {
					t.Fatal(err)
				}
				data, err := p.Bytes()
				if err != nil || data[0] != byte(n) || data[size-1] != byte(n) {
					t.Fatalf("round %d is read as %d: %v", n, data[:1], err)
				}
				if n < 12 {
					early = append(early, data)
				}
			}
			for n, data := range early {
				if data[0] != byte(n) || data[size-1] != byte(n) {
					t.Errorf("round %d now reads as %d", n, data[0])
				}
			}
			if most := int64(unusedMaps + 2*segmentSize + 3*size); s.mapped > most {
				t.Errorf("%d MB are mapped, want at most %d", s.mapped>>20, most>>20)
			}
		})
	}
}
