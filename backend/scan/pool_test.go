package scan

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"dendro/backend/internal/disk"
)

// fates returns a pool with tasks whose file system responds after the given times, or for
// 0 only when the test ends.
func fates(t *testing.T, pieces []time.Duration) (c *pool[*watchdog], became []string) {
	became = make([]string, len(pieces))
	never := make(chan struct{})
	t.Cleanup(func() { close(never) })
	return &pool[*watchdog]{
		pieces: len(pieces),
		begin:  func(p *watchdog) *watchdog { return p },
		do: func(p *watchdog, i int) func() {
			p.ask()
			if pieces[i] == 0 {
				<-never
			}
			time.Sleep(pieces[i])
			return func() { became[i] += "done" }
		},
		hung: func(i int, _ *watchdog) bool { became[i] += "hung"; return false },
	}, became
}

func TestHungTaskCostsOnlyItself(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var pieces []time.Duration
		var want []string
		for i := range 10 * Workers() {
			if i%5 == 0 {
				pieces, want = append(pieces, 0), append(want, "hung")
			} else {
				pieces, want = append(pieces, disk.Patience/lessPatience*9/10), append(want, "done")
			}
		}
		c, became := fates(t, pieces)
		begun := time.Now()
		c.run(t.Context())
		if diff := cmp.Diff(want, became); diff != "" {
			t.Error(diff)
		}
		if took := time.Since(begun); took > 3*disk.Patience {
			t.Errorf("took %v", took)
		}
	})
}

// TestLongWorkIsNotHung: work between two responses does not count.
func TestLongWorkIsNotHung(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hung := 0
		c := pool[*watchdog]{
			pieces: 1,
			begin:  func(p *watchdog) *watchdog { return p },
			do: func(p *watchdog, _ int) func() {
				for range 5 {
					p.ask()
					time.Sleep(disk.Patience * 9 / 10)
				}
				p.answered()
				time.Sleep(time.Hour)
				return func() {}
			},
			hung: func(int, *watchdog) bool { hung++; return false },
		}
		c.run(t.Context())
		if hung > 0 {
			t.Error("given up")
		}
	})
}

func TestAStopWaitsForNoFileSystem(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, became := fates(t, make([]time.Duration, Workers()))
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		begun := time.Now()
		c.run(ctx)
		if took := time.Since(begun); took > 2*time.Second {
			t.Errorf("stopped after a second, it took %v", took)
		}
		for _, b := range became {
			if b != "" {
				t.Errorf("%v", became)
			}
		}
	})
}
