package main

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"time"
)

// screen is the client in a terminal.
type screen struct {
	terminals *terminals
	name      string
	closed    bool
}

func (s *screen) text(ctx context.Context) (string, error) {
	return s.terminals.tmux(ctx, "capture-pane", "-p", "-t", s.name)
}

// still is how long a screen that is at rest has not changed.
const still = 500 * time.Millisecond

// wait looks until something is on the screen.
func (s *screen) wait(ctx context.Context, what *regexp.Regexp, within time.Duration) (text string, err error) {
	came, err := poll(ctx, within, func() (bool, error) {
		text, err = s.text(ctx)
		return what.MatchString(text), err
	})
	if err == nil && !came {
		err = fmt.Errorf("%q did not come on the screen:\n%s", what, squeeze(text))
	}
	return text, err
}

// settle waits until the screen is at rest, some seconds at most: a spinner never is.
func (s *screen) settle(ctx context.Context, quiet time.Duration) error {
	last, since := "", time.Now()
	_, err := poll(ctx, 8*time.Second, func() (bool, error) {
		text, err := s.text(ctx)
		if text != last {
			last, since = text, time.Now()
		}
		return time.Since(since) >= quiet, err
	})
	return err
}

// press sends keys by the names that tmux has for them.
func (s *screen) press(ctx context.Context, keys ...string) error {
	for _, key := range keys {
		if _, err := s.terminals.tmux(ctx, "send-keys", "-t", s.name, key); err != nil {
			return err
		}
		pause(ctx, 150*time.Millisecond)
	}
	return nil
}

// inBox is the line that is being typed.
var inBox = regexp.MustCompile(`(?m)^[│\s\x{a0}]*[>❯](.*)$`)

// enter types a text and sends it. What is typed before the client reads is
// echoed by the terminal, and read later: so it is not sent before it stands in
// the box. Older clients take an Enter that comes soon after for a part of a
// paste, so it is pressed again where the text stays.
func (s *screen) enter(ctx context.Context, text string) error {
	const shown = 24
	start := text[:min(len(text), shown)]
	for range 2 { // the first is lost at times, to a notice that closes
		if _, err := s.terminals.tmux(ctx, "send-keys", "-t", s.name, "-l", text); err != nil {
			return err
		}
		if there, err := s.boxUntil(ctx, start, true, 15*time.Second); err != nil {
			return err
		} else if there {
			break
		}
	}
	if err := s.settle(ctx, 3*look); err != nil {
		return err
	}
	for range 5 {
		pause(ctx, 3*look)
		if err := s.press(ctx, "Enter"); err != nil {
			return err
		}
		if left, err := s.boxUntil(ctx, start, false, 3*time.Second); left || err != nil {
			return err
		}
	}
	return fmt.Errorf("%q stays in the box", text)
}

// clear empties the box of a text that the client puts there.
func (s *screen) clear(ctx context.Context, text string) error {
	if _, err := s.boxUntil(ctx, text, true, 10*time.Second); err != nil {
		return err
	}
	for range 5 {
		if err := s.press(ctx, "C-e", "C-u", "C-a", "C-k"); err != nil {
			return err
		}
		if empty, err := s.boxUntil(ctx, text, false, 3*time.Second); empty || err != nil {
			return err
		}
	}
	return fmt.Errorf("%q stays in the box", text)
}

// boxUntil looks for some time whether a text stands in the box, or no longer
// does. One look is not enough: while a screen is drawn anew it has no box.
func (s *screen) boxUntil(ctx context.Context, start string, there bool, within time.Duration) (bool, error) {
	seen := 0
	return poll(ctx, within, func() (bool, error) {
		text, err := s.text(ctx)
		if seen++; holds(text, start) != there {
			seen = 0
		}
		return seen > 3, err
	})
}

// holds says whether the box of a screen, the last that looks like one, holds a text.
func holds(screen, start string) bool {
	boxes := inBox.FindAllString(screen, -1)
	return len(boxes) > 0 && strings.Contains(boxes[len(boxes)-1], start)
}

// Dialogs that stand before the box at the first start, and the box.
var (
	dialog = regexp.MustCompile(`(?i)trust th|press enter|enter to confirm|yes, proceed`)
	box    = regexp.MustCompile(`(?m)^[│\s\x{a0}]*[>❯]([\s\x{a0}]|$)`) // the spaces of some do not break
	either = regexp.MustCompile(dialog.String() + "|" + box.String())
)

// ready goes past the dialogs to the box.
func (s *screen) ready(ctx context.Context) error {
	for range 6 {
		text, err := s.wait(ctx, either, replies)
		if err != nil {
			return err
		}
		if !dialog.MatchString(text) {
			break
		}
		if err := s.press(ctx, "Enter"); err != nil {
			return err
		}
		pause(ctx, still)
	}
	return s.settle(ctx, still)
}

// close leaves the client as people do, and takes the terminal away. A client
// that has ended by itself is no mistake.
func (s *screen) close(ctx context.Context) {
	if s.closed {
		return
	}
	s.closed = true
	err := s.settle(ctx, still)
	if err == nil {
		err = s.press(ctx, "C-c", "C-c")
	}
	if err == nil {
		pause(ctx, 2*still)
	}
	s.terminals.tmux(context.WithoutCancel(ctx), "kill-session", "-t", s.name) //nolint:errcheck // gone already
}

var blank = regexp.MustCompile(`\n\s*\n+`)

func squeeze(text string) string {
	text = blank.ReplaceAllString(text, "\n")
	return text[max(0, len(text)-1500):]
}
