package main

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"time"

	"dendro/backend/internal/release"
)

// User actions in the interactive screen.

// open starts the client with optional arguments.
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
		// Later versions start in a mode that asks a server whether a call is safe.
		if !release.Older(s.version, "2.1.200") && !slices.Contains(all, "--permission-mode") {
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

// replies is the timeout for replies: on a busy machine a client starts slowly.
const replies = 3 * time.Minute

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
	if err := s.screen.enter(ctx, text); err != nil {
		return "", err
	}
	return s.answered(ctx, text)
}

// answered waits for the reply to a prompt, and returns the session that has it.
func (s *stage) answered(ctx context.Context, text string) (id string, err error) {
	label := labelOf(text)
	reply := regexp.MustCompile(`Reply \d+ to ` + label + `\b`)
	if _, err := s.screen.wait(ctx, reply, replies); err != nil {
		return "", err
	}
	return s.holder(ctx, label)
}

// command enters a slash command; done is the sign that it was executed.
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

// compact compacts the session manually.
func compact(name string) step {
	return step{"compact " + name, func(ctx context.Context, s *stage) error {
		return s.summarized(ctx, name, func() error { return s.screen.enter(ctx, "/compact") })
	}}
}

// summarized runs a function that makes the client write a summary, and waits for the
// summary.
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
	came, err := poll(ctx, replies, func() (bool, error) {
		now, err := s.history(known.ID)
		return now.summaries() > before.summaries(), err
	})
	if err != nil {
		return err
	}
	if !came {
		text, err := s.screen.text(ctx)
		return errors.Join(fmt.Errorf("no summary was written:\n%s", squeeze(text)), err)
	}
	known.Compactions++
	return s.screen.settle(ctx, 2*still)
}
