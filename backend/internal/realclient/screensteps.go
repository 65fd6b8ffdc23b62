package main

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"time"
)

// What people do in the interactive screen, one at a time.

// open starts the client; arguments of its own may follow.
func open(args ...string) step { return opening("open", "", args) }

// reopen resumes a session on the screen.
func reopen(name string) step { return opening("reopen", name, []string{"--resume"}) }

// reopenFork resumes a copy of it.
func reopenFork(name string) step {
	return opening("reopen as a fork", name, []string{"--fork-session", "--resume"})
}

func opening(what, name string, args []string) step {
	return step{what + " " + name, func(ctx context.Context, s *stage) (err error) {
		all := s.withSession(args, name)
		// Later versions begin in a mode that asks a server whether a call is safe.
		if !older(s.version, "2.1.200") && !slices.Contains(all, "--permission-mode") {
			all = append(all[:len(all):len(all)], "--permission-mode", "default")
		}
		s.screen, err = s.terminals.open(ctx, s.client, all)
		return err
	}}
}

// leave quits the client.
func leave() step {
	return step{"leave", func(ctx context.Context, s *stage) error {
		s.screen.close(ctx)
		return nil
	}}
}

// replies is how long anything may take to come: on a busy machine a client
// takes its time to start.
const replies = 90 * time.Second

// say asks on the screen and waits for the reply.
func say(from, to, text string) step {
	return step{fmt.Sprintf("say %s→%s %s", from, to, text), func(ctx context.Context, s *stage) error {
		id, err := s.say(ctx, text)
		if err == nil {
			s.asked(id, from, to, text)
		}
		return err
	}}
}

func (s *stage) say(ctx context.Context, text string) (id string, err error) {
	label := labelOf(text)
	if err := s.screen.enter(ctx, text); err != nil {
		return "", err
	}
	reply := regexp.MustCompile(`Reply \d+ to ` + label + `\b`)
	if _, err := s.screen.wait(ctx, reply, replies); err != nil {
		return "", err
	}
	return s.holder(ctx, label)
}

// command enters a slash command; done is what shows that it was carried out.
func command(text, done string) step {
	return step{text, func(ctx context.Context, s *stage) error {
		if err := s.screen.enter(ctx, text); err != nil {
			return err
		}
		if done != "" {
			if _, err := s.screen.wait(ctx, regexp.MustCompile(done), replies); err != nil {
				return err
			}
		}
		return s.screen.settle(ctx, still)
	}}
}

// compact compacts the session by hand.
func compact(name string) step {
	return step{"compact " + name, func(ctx context.Context, s *stage) error {
		return s.summarized(ctx, name, func() error { return s.screen.enter(ctx, "/compact") })
	}}
}

// summarized does what makes the client write a summary, and waits for it.
func (s *stage) summarized(ctx context.Context, name string, do func() error) error {
	known, err := s.known(name)
	if err != nil {
		return err
	}
	before, err := s.history(known.ID)
	if err != nil {
		return err
	}
	if err := do(); err != nil {
		return err
	}
	for end := time.Now().Add(replies); time.Now().Before(end); pause(ctx, 2*look) {
		now, err := s.history(known.ID)
		if err != nil {
			return err
		}
		if now.summaries() > before.summaries() {
			known.Compactions++
			return s.screen.settle(ctx, 2*still)
		}
	}
	text, err := s.screen.text(ctx)
	return errors.Join(fmt.Errorf("no summary was written:\n%s", squeeze(text)), err)
}

// The list that Esc Esc opens, and what can be chosen for one of its prompts.
var (
	rewindTitle = regexp.MustCompile(`(?i)rewind|jump to a previous`)
	restore     = regexp.MustCompile(`(\d)\. Restore`)
	upToHere    = regexp.MustCompile(`(\d)\. Summarize up to`)
)

// rewindMenu opens the list and chooses a prompt in it.
func (s *stage) rewindMenu(ctx context.Context, label string) error {
	if err := s.screen.settle(ctx, still); err != nil {
		return err
	}
	if err := s.screen.press(ctx, "Escape", "Escape"); err != nil {
		return err
	}
	chosen := regexp.MustCompile(`(?m)^.*[❯>].*\b` + label + `\b`)
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

// back goes back to before a prompt and asks another one in its place.
func back(name, instead, text string) step {
	return step{fmt.Sprintf("back to before %s, %s", instead, text), func(ctx context.Context, s *stage) error {
		if err := s.rewindMenu(ctx, instead); err != nil {
			return err
		}
		now, err := s.screen.text(ctx)
		if err != nil {
			return err
		}
		if restore.MatchString(now) { // the first is to restore the conversation, and files with it
			if err := s.screen.press(ctx, "Enter"); err != nil {
				return err
			}
			if err := s.screen.settle(ctx, still); err != nil {
				return err
			}
		}
		// The old prompt stands in the box.
		if err := s.screen.press(ctx, "C-e", "C-u", "C-a", "C-k"); err != nil {
			return err
		}
		id, err := s.say(ctx, text)
		if err != nil {
			return err
		}
		return s.wentBack(id, name, instead, text)
	}}
}

// wentBack notes a rewind. Older versions go on in a new file, which has what
// stood before; the old one stays as it is.
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

// summarizeUpTo replaces what stands before a prompt by a summary, from the
// same list.
func summarizeUpTo(name, label string) step {
	return step{"summarize up to " + label, func(ctx context.Context, s *stage) error {
		if err := s.rewindMenu(ctx, label); err != nil {
			return err
		}
		text, err := s.screen.text(ctx)
		if err != nil {
			return err
		}
		choice := upToHere.FindStringSubmatch(text)
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
			return s.screen.press(ctx, "Enter") // it asks for a hint, which is optional
		})
	}}
}
