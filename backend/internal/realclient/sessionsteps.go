package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"dendro/backend/internal/release"
)

// Sessions that the client creates itself.

// branch switches to a copy of the session, with a command on the screen.
func branch() step {
	return step{"branch", func(ctx context.Context, s *stage) error {
		text := "/branch"
		if release.Older(s.version, "2.1.77") { // its earlier name
			text = "/fork"
		}
		return command(text, `(?i)branched|forked`).do(ctx, s)
	}}
}

// backgroundFork asks in a copy that runs in the background.
func backgroundFork(from, to, text string) step {
	return step{"fork to the background: " + text, func(ctx context.Context, s *stage) error {
		if err := s.screen.enter(ctx, "/fork "+text); err != nil {
			return err
		}
		label := labelOf(text)
		if _, err := poll(ctx, replies, func() (bool, error) { return s.standin.wasAsked(s.run, label), nil }); err != nil {
			return err
		}
		id, err := s.holder(ctx, label)
		if err != nil {
			return err
		}
		s.asked(id, from, to, text)
		pause(ctx, time.Second) // its reply is written
		return s.screen.settle(ctx, still)
	}}
}

// subtask starts an agent in the background with a command, and waits for its answer.
func subtask(name, text string) step {
	return step{"subtask: " + text, func(ctx context.Context, s *stage) error {
		return s.agentStarts(ctx, name, text, func() error { return s.screen.enter(ctx, "/subtask "+text) })
	}}
}

// byTheWay asks a side question and makes an agent continue it.
func byTheWay(name, text string) step {
	return step{"by the way: " + text, func(ctx context.Context, s *stage) error {
		return s.agentStarts(ctx, name, text, func() error {
			if err := s.screen.enter(ctx, "/btw "+text); err != nil {
				return err
			}
			if _, err := s.screen.wait(ctx, regexp.MustCompile(`Reply \d+ to `+labelOf(text)), replies); err != nil {
				return err
			}
			if err := s.screen.settle(ctx, still); err != nil {
				return err
			}
			return s.screen.press(ctx, "f")
		})
	}}
}

// agentStarts runs a function that starts an agent, and waits until the agent has answered.
func (s *stage) agentStarts(ctx context.Context, name, text string, do func() error) error {
	known, err := s.known(name)
	if err != nil {
		return err
	}
	if err := do(); err != nil {
		return err
	}
	came, err := poll(ctx, replies, func() (bool, error) {
		files, err := filepath.Glob(filepath.Join(s.client.home.config, "projects", "*", known.ID, "subagents", "*.jsonl"))
		for _, path := range files {
			h, err := readHistory(path)
			if err != nil {
				return false, err
			}
			if h.replyTo(labelOf(text)) != "" {
				return true, nil
			}
		}
		return false, err
	})
	if err != nil {
		return err
	}
	if !came {
		now, err := s.screen.text(ctx)
		return errors.Join(fmt.Errorf("no agent answered:\n%s", squeeze(now)), err)
	}
	known.Agents++
	pause(ctx, 2*time.Second) // the session is notified
	return s.screen.settle(ctx, 2*still)
}

// handedOver moves a session to the background, where it continues under another id. The
// client ends.
func handedOver(name string) step {
	return step{"hand over " + name, func(ctx context.Context, s *stage) error {
		_ = s.screen.enter(ctx, "/background") // its screen may be gone before it is read
		came, err := poll(ctx, replies, func() (bool, error) {
			h, err := s.history(s.named(name))
			return slices.ContainsFunc(h.records, func(r record) bool { return r.Type == "continued-in" }), err
		})
		if err == nil && !came {
			err = errors.New("nothing was handed over")
		}
		s.screen.closed = true
		return err
	}}
}

// planDialog asks whether to execute a plan.
var (
	planDialog = regexp.MustCompile(`(?s)1\. Yes.*2\. `)
	clears     = regexp.MustCompile(`(\d)\. Yes, clear`)
)

// acceptPlan asks for a plan and accepts it, with cleared context if offered: then a new
// session begins.
func acceptPlan(from, to, text string) step {
	return step{"accept the plan of " + text, func(ctx context.Context, s *stage) error {
		if err := s.screen.enter(ctx, text); err != nil {
			return err
		}
		if _, err := s.screen.wait(ctx, planDialog, replies); err != nil {
			return err
		}
		s.asked(s.named(from), from, from, text)
		if err := s.screen.settle(ctx, still); err != nil {
			return err
		}
		now, err := s.screen.text(ctx)
		if err != nil {
			return err
		}
		key, within := "1", time.Duration(0)
		if choice := clears.FindStringSubmatch(now); choice != nil {
			key, within = choice[1], replies/6 // the reply is on the screen before it is in the new file
		}
		if err := s.screen.press(ctx, key); err != nil {
			return err
		}
		reply := regexp.MustCompile(`Reply \d+ to (T\d|` + labelOf(text) + `)`)
		if _, err := s.screen.wait(ctx, reply, replies); err != nil {
			return err
		}
		pause(ctx, time.Second)
		_, err = poll(ctx, within, func() (bool, error) {
			err := s.findPlanned(from, to)
			return s.named(to) != s.named(from), err
		})
		return errors.Join(err, s.screen.settle(ctx, still))
	}}
}

// findPlanned names the session that began when a plan was accepted; without one the plan's
// session continues.
func (s *stage) findPlanned(from, to string) error {
	s.names[to] = s.named(from)
	files, err := transcripts(s.client.home.config)
	if err != nil {
		return err
	}
	for id, path := range files {
		h, err := readHistory(path)
		if err != nil {
			return err
		}
		answered := slices.ContainsFunc(h.records, func(r record) bool { return r.Type == "assistant" })
		if s.truth.session(id) == nil && answered {
			s.names[to] = id
			s.truth.begin(id, s.planned(h, from)).Unsure[ofLine] = true
		}
	}
	return nil
}

// planned returns the parent of a new session: from, if the new one has its prompts, or
// names its transcript as the one with the plan (2.1.100+).
func (s *stage) planned(h history, from string) string {
	id := s.named(from)
	names := slices.ContainsFunc(h.records, func(r record) bool {
		return slices.ContainsFunc(r.Message.Content, func(b block) bool { return strings.Contains(b.Text, id+".jsonl") })
	})
	if !names && len(h.order()) == 0 {
		return ""
	}
	return id
}
