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

// still is the time without changes after which a screen counts as idle.
const still = 500 * time.Millisecond

// wait waits until a text is on the screen.
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

// settle waits until the screen is idle, some seconds at most: a spinner never is.
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

// press sends keys by their tmux names.
func (s *screen) press(ctx context.Context, keys ...string) error {
	for _, key := range keys {
		if _, err := s.terminals.tmux(ctx, "send-keys", "-t", s.name, key); err != nil {
			return err
		}
		pause(ctx, 150*time.Millisecond)
	}
	return nil
}

// inBox matches the input line; it begins with "!" for a shell command.
var inBox = regexp.MustCompile(`(?m)^[│\s\x{a0}]*[>❯!](.*)$`)

// enter types a text and sends it. Text typed before the client reads is echoed by the
// terminal and read later, so it is sent only once it is in the box. Older clients take an
// immediate Enter for part of a paste, so it is pressed again if the text stays.
func (s *screen) enter(ctx context.Context, text string) error {
	const shown = 24
	text, shell := strings.CutPrefix(text, "!")
	if shell { // a key of its own: as the beginning of a paste it is text
		if err := s.press(ctx, "!"); err != nil {
			return err
		}
	}
	start := text[:min(len(text), shown)]
	for range 2 { // the first may be lost to a notice that closes
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

// clear removes a text that the client put into the box.
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

// boxUntil waits until a text is in the box, or no longer in it. A single check is not
// enough: during a redraw there is no box.
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

// shellHint is the line below the box while that holds a shell command.
var shellHint = regexp.MustCompile(`(?m)^\s*! for (bash|shell) mode.*$`)

// holds reports whether the last input box on a screen holds a text.
func holds(screen, start string) bool {
	boxes := inBox.FindAllString(shellHint.ReplaceAllString(screen, ""), -1)
	return len(boxes) > 0 && strings.Contains(boxes[len(boxes)-1], start)
}

// Dialogs before the input box at the first start, and the box.
var (
	dialog = regexp.MustCompile(`(?i)trust th|press enter|enter to confirm|yes, proceed`)
	box    = regexp.MustCompile(`(?m)^[│\s\x{a0}]*[>❯]([\s\x{a0}]|$)`) // some use non-breaking spaces
	either = regexp.MustCompile(dialog.String() + "|" + box.String())
)

// ready dismisses the dialogs until the box appears.
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

// close quits the client like a user, and closes the terminal. A client that has already
// ended is not an error.
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
