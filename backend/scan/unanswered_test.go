package scan

import (
	"errors"
	"fmt"
	"io/fs"
	"testing"

	"dendro/backend/internal/disk"
)

// TestUnansweredPathsAreBounded: unresponsive paths are left out; after a few of them links
// are not followed, and after some more the project is abandoned.
func TestUnansweredPathsAreBounded(t *testing.T) {
	var u *unanswered
	for n := range maxUnanswered {
		l := lister{pulse: &watchdog{}, without: u}
		for _, ask := range []struct {
			rel  string
			kind fs.FileMode
			want bool
		}{
			{"projects/-a/new", 0, true},
			{"projects/-a/link", fs.ModeSymlink, n < mostAsked},
			{"projects/-a/0", 0, n == 0},
		} {
			if got := l.asks(ask.rel, ask.kind); got != ask.want {
				t.Errorf("after %d: %s is asked about: %v", n, ask.rel, got)
			}
		}
		for _, p := range l.problems {
			if !errors.Is(p.Err, disk.ErrNoAnswer) {
				t.Error(p)
			}
		}
		if u = u.and(fmt.Sprint("projects/-a/", n)); u == nil {
			t.Fatalf("given up after %d", n)
		}
	}
	if u.and("projects/-a/one more") != nil {
		t.Error("not given up")
	}
}
