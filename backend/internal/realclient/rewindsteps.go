package main

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// The list opened by Esc Esc, and its choices for a prompt.
var (
	rewindTitle = regexp.MustCompile(`\bRewind\b|Jump to a previous`)
	restore     = regexp.MustCompile(`(\d)\. Restore`)
	upToHere    = regexp.MustCompile(`(\d)\. Summarize up to`)
	fromHere    = regexp.MustCompile(`(\d)\. Summarize from`)
)

// rewindMenu opens the list and chooses a prompt in it.
func (s *stage) rewindMenu(ctx context.Context, label string) error {
	if err := s.screen.settle(ctx, still); err != nil {
		return err
	}
	if err := s.openRewind(ctx); err != nil {
		return err
	}
	chosen := regexp.MustCompile(`(?m)^.*❯.*\b` + label + `\b`) // each prompt may have a > of its own
	var text string
	for range 12 {
		if _, err := s.screen.wait(ctx, rewindTitle, replies/3); err != nil {
			return err
		}
		if err := s.screen.settle(ctx, 3*look); err != nil {
			return err
		}
		var err error
		if text, err = s.screen.text(ctx); err != nil {
			return err
		}
		titles := rewindTitle.FindAllStringIndex(text, -1)
		if len(titles) > 0 && chosen.MatchString(text[titles[len(titles)-1][1]:]) {
			if err := s.screen.press(ctx, "Enter"); err != nil {
				return err
			}
			return s.screen.settle(ctx, still)
		}
		if err := s.screen.press(ctx, "Up"); err != nil {
			return err
		}
	}
	return fmt.Errorf("the list does not offer %s:\n%s", label, squeeze(text))
}

// openRewind opens the list. The first Escape may only remove a suggested prompt from the box
// (2.1.20).
func (s *stage) openRewind(ctx context.Context) (err error) {
	for range 4 {
		if err = s.screen.press(ctx, "Escape", "Escape"); err != nil {
			return err
		}
		if _, err = s.screen.wait(ctx, rewindTitle, replies/6); err == nil {
			return nil
		}
	}
	return err
}

// back rewinds to before a prompt and asks another one in its place.
func back(name, instead, text string) step {
	return step{fmt.Sprintf("back to before %s, %s", instead, text), func(ctx context.Context, s *stage) error {
		if err := s.goBack(ctx, instead); err != nil {
			return err
		}
		id, err := s.say(ctx, text)
		if err != nil {
			return err
		}
		return s.wentBack(id, name, instead, text)
	}}
}

// backOnly rewinds to before a prompt without asking.
func backOnly(name, instead string) step {
	return step{"back to before " + instead, func(ctx context.Context, s *stage) error {
		known, err := s.known(name)
		if err == nil {
			err = s.goBack(ctx, instead)
		}
		if err == nil {
			known.backTo(instead)
		}
		return err
	}}
}

// goBack restores the conversation to before a prompt, and empties the input box.
func (s *stage) goBack(ctx context.Context, instead string) error {
	if err := s.rewindMenu(ctx, instead); err != nil {
		return err
	}
	now, err := s.screen.text(ctx)
	if err != nil {
		return err
	}
	if restore.MatchString(now) { // the first choice restores the conversation and files
		if err := s.screen.press(ctx, "Enter"); err != nil {
			return err
		}
		if err := s.screen.settle(ctx, still); err != nil {
			return err
		}
	}
	return s.screen.clear(ctx, instead)
}

// wentBack records a rewind. Older versions continue in a new file with the messages
// before; the old one stays unchanged.
func (s *stage) wentBack(id, name, instead, text string) error {
	known, err := s.known(name)
	if err != nil {
		return err
	}
	if id == known.ID {
		known.backTo(instead)
		known.ask(labelOf(text))
		return nil
	}
	made := s.truth.begin(id, known.ID)
	made.backTo(instead)
	line := made.line()
	made.Turns = slices.DeleteFunc(made.Turns, func(t turn) bool { return !slices.Contains(line, t.Label) })
	made.ask(labelOf(text))
	s.names[name] = id
	return nil
}

// summarizeUpTo replaces everything before a prompt by a summary, from the same list.
func summarizeUpTo(name, label string) step { return summarize("up to", name, label, upToHere) }

// summarizeFrom replaces a prompt and everything after it by a summary: the next prompt
// takes its place.
func summarizeFrom(name, label string) step {
	do := summarize("from", name, label, fromHere).do
	return step{"summarize from " + label, func(ctx context.Context, s *stage) error {
		if err := do(ctx, s); err != nil {
			return err
		}
		known, err := s.known(name)
		if err != nil {
			return err
		}
		known.backTo(label)
		return s.screen.clear(ctx, label) // its text is in the box again
	}}
}

// asksForHint reports whether the screen asks for a hint on the summary. 2.1.332 begins at
// once, and an Enter would send the prompt that it puts into the box.
func asksForHint(screen string) bool {
	titles := rewindTitle.FindAllStringIndex(screen, -1)
	return len(titles) > 0 && !strings.Contains(screen[titles[len(titles)-1][1]:], "Summarizing")
}

func summarize(what, name, label string, choices *regexp.Regexp) step {
	return step{"summarize " + what + " " + label, func(ctx context.Context, s *stage) error {
		if err := s.rewindMenu(ctx, label); err != nil {
			return err
		}
		text, err := s.screen.text(ctx)
		if err != nil {
			return err
		}
		choice := choices.FindStringSubmatch(text)
		if choice == nil {
			return errNotThere
		}
		return s.summarized(ctx, name, func() error {
			if err := s.screen.press(ctx, choice[1]); err != nil {
				return err
			}
			if err := s.screen.settle(ctx, still); err != nil {
				return err
			}
			now, err := s.screen.text(ctx)
			if err != nil || !asksForHint(now) {
				return err
			}
			return s.screen.press(ctx, "Enter") // the hint is optional
		})
	}}
}
