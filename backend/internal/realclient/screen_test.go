package main

import "testing"

func TestTheBoxIsKnown(t *testing.T) {
	for _, screen := range []string{"──\n> \n──", "│ > │", "❯\u00a0Try something", "❯"} {
		if !box.MatchString(screen) {
			t.Errorf("no box in %q", screen)
		}
	}
	for _, screen := range []string{"", "a > b", "  ── >x"} {
		if box.MatchString(screen) {
			t.Errorf("a box in %q", screen)
		}
	}
}
