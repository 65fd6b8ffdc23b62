package main

import "testing"

func TestTheBoxIsKnown(t *testing.T) {
	for _, screen := range []string{"──\n> \n──", "│ > │", "│\u00a0>\u00a0Try something", "❯\u00a0Try something", "❯"} {
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

func TestInputBox(t *testing.T) {
	const screen = "> Q1 one\n\nReply 1 to Q1\n──\n> Q2 two\n──\n"
	if holds(screen, "Q1 one") || !holds(screen, "Q2 two") || holds("Q2 two", "Q2 two") {
		t.Error("what was said, or echoed, is not in the box")
	}
	if !holds("──\n! echo Q3\n──\n  ! for shell mode\n", "echo Q3") {
		t.Error("a shell command is in the box, with a hint below")
	}
}
