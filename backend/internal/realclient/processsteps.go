package main

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"
)

// Problems with processes: one is killed, two run at the same time.

// endless is a command that runs until it is killed, and that every version accepts.
const endless = "tail -f /dev/null"

// calls reports whether the transcript with a prompt also has a call of a command.
func (s *stage) calls(label, command string) (bool, error) {
	id, err := s.recorded(label)
	if err != nil || id == "" {
		return false, err
	}
	h, err := s.history(id)
	if err != nil {
		return false, err
	}
	return slices.ContainsFunc(h.records, func(r record) bool {
		return slices.ContainsFunc(r.Message.Content, func(b block) bool { return b.Type == "tool_use" && strings.Contains(string(b.Input), command) })
	}), nil
}

// killed asks with -p and kills the client while its tool runs.
func killed(name, text string) step {
	return step{"killed in " + text, func(ctx context.Context, s *stage) error {
		known, err := s.known(name)
		if err != nil {
			return err
		}
		cmd := s.client.command(ctx, printed{prompt: text, args: []string{"--resume", known.ID}})
		if err := cmd.Start(); err != nil {
			return err
		}
		label := labelOf(text)
		_, err = poll(ctx, replies, func() (bool, error) { return s.standin.wasAsked(s.run, label), nil })
		// Older versions write a call only with its result: do not wait for them for long.
		_, written := poll(ctx, 20*time.Second, func() (bool, error) { return s.calls(label, endless) })
		err = errors.Join(err, written)
		pause(ctx, 3*time.Second) // some records follow a little later
		err = errors.Join(err, cmd.Cancel())
		cmd.Wait() //nolint:errcheck // it was killed
		if err != nil {
			return err
		}
		// Older versions write a new file, or nothing before the first reply is complete.
		id, err := s.recorded(label)
		if err != nil || id == "" {
			return err
		}
		s.asked(id, name, name, text)
		return nil
	}}
}

// together asks two prompts in one session at the same time, from two processes.
func together(name, first, second string) step {
	return overlapping("together", name, first, second, func(context.Context, *stage) error { return nil })
}

// into asks the second one while a tool of the first one runs.
func into(name, first, second string) step {
	return overlapping("into", name, first, second, func(ctx context.Context, s *stage) error {
		_, err := poll(ctx, replies, func() (bool, error) { return s.standin.wasAsked(s.run, labelOf(first)), nil })
		pause(ctx, 3*time.Second) // the call is written, if this version does so
		return err
	})
}

// overlapping starts the second process when the first one has progressed far enough.
func overlapping(words, name, first, second string, soFar func(context.Context, *stage) error) step {
	return step{words + " " + first + " and " + second, func(ctx context.Context, s *stage) error {
		known, err := s.known(name)
		if err != nil {
			return err
		}
		texts := []string{first, second}
		var ids [2]string
		var failed [2]error
		done := make(chan int)
		for i, text := range texts {
			if i > 0 {
				if err := soFar(ctx, s); err != nil {
					return err
				}
			}
			go func() {
				ids[i], failed[i] = s.client.print(ctx, printed{prompt: text, args: []string{"--resume", known.ID}})
				done <- i
			}()
		}
		<-done
		<-done
		if err := errors.Join(failed[:]...); err != nil {
			return err
		}
		s.askedTogether(known, ids, [2]string{labelOf(first), labelOf(second)})
		return nil
	}}
}

// askedTogether records the actions of two processes. Usually neither saw the other; the
// second did if it was late.
func (s *stage) askedTogether(known *session, ids, labels [2]string) {
	if s.sentAlong(labels[0], labels[1]) {
		slices.Reverse(labels[:])
		slices.Reverse(ids[:])
	}
	before := known.Tip
	for i, label := range labels {
		if ids[i] != known.ID {
			s.truth.did(ids[i], known.ID, label)
			continue
		}
		if i == 0 || !s.sentAlong(label, labels[0]) {
			known.Tip = before
		}
		known.TipLoaded = true
		known.ask(label)
	}
}
