package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"time"
)

// What does not go the usual way: processes that are killed, two at a time,
// sessions that the client makes by itself, damaged files.

// killed asks by -p and kills the client while its tool runs.
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
		for end := time.Now().Add(replies); !s.standin.wasAsked(s.run, label) && time.Now().Before(end); {
			pause(ctx, 2*look)
		}
		pause(ctx, 2*time.Second) // what is written a little later
		err = cmd.Cancel()
		cmd.Wait() //nolint:errcheck // it was killed
		if err != nil {
			return err
		}
		// Older versions write a new file, or nothing before the first reply is whole.
		id, err := s.recorded(label)
		if err != nil || id == "" {
			return err
		}
		s.asked(id, name, name, text)
		return nil
	}}
}

// recorded is the session that holds a prompt, "" for none.
func (s *stage) recorded(label string) (string, error) {
	files, err := transcripts(s.client.home.config)
	if err != nil {
		return "", err
	}
	for id, path := range files {
		h, err := readHistory(path)
		if err != nil {
			return "", err
		}
		if _, holds := h.order()[label]; holds {
			return id, nil
		}
	}
	return "", nil
}

// together asks two prompts in one session at the same time, from two processes.
func together(name, first, second string) step {
	return step{"together " + first + " and " + second, func(ctx context.Context, s *stage) error {
		known, err := s.known(name)
		if err != nil {
			return err
		}
		texts, before := []string{first, second}, known.Tip
		var ids [2]string
		var failed [2]error
		done := make(chan int)
		for i, text := range texts {
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
		for i, text := range texts {
			if ids[i] == known.ID {
				known.Tip = before // neither saw the other
				known.TipLoaded = true
				known.ask(labelOf(text))
				continue
			}
			s.truth.did(ids[i], known.ID, labelOf(text))
		}
		return nil
	}}
}

// branch goes over into a copy of the session, by a command on the screen.
func branch() step {
	return step{"branch", func(ctx context.Context, s *stage) error {
		text := "/branch"
		if older(s.version, "2.1.77") { // as it was called before
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
		for end := time.Now().Add(replies); time.Now().Before(end); pause(ctx, 2*look) {
			if s.standin.wasAsked(s.run, label) {
				break
			}
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

// planDialog is what asks whether a plan is to be carried out.
var planDialog = regexp.MustCompile(`(?s)1\. Yes.*2\. `)

// acceptPlan asks for a plan and takes the first choice that is offered, which
// in some versions clears the context: then a session begins by itself.
func acceptPlan(from, to, text string) step {
	return step{"accept the plan of " + text, func(ctx context.Context, s *stage) error {
		if err := s.screen.enter(ctx, text); err != nil {
			return err
		}
		if _, err := s.screen.wait(ctx, planDialog, replies); err != nil {
			return err
		}
		s.asked(s.named(from), from, from, text)
		if err := errors.Join(s.screen.settle(ctx, still), s.screen.press(ctx, "Enter")); err != nil {
			return err
		}
		if _, err := s.screen.wait(ctx, regexp.MustCompile(`Reply \d+ to [QT]`), replies); err != nil {
			return err
		}
		pause(ctx, time.Second)
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
			if s.truth.session(id) == nil && slices.ContainsFunc(h.records, func(r record) bool { return r.Type == "assistant" }) {
				s.names[to] = id
				s.truth.begin(id, s.planned(h, from)).Unsure[ofLine] = true
			}
		}
		return s.screen.settle(ctx, still)
	}}
}

// planned is the session that a new one copies: from, if it has its prompts.
func (s *stage) planned(h history, from string) string {
	if len(h.order()) == 0 {
		return ""
	}
	return s.named(from)
}

// torn leaves the beginning of a record behind, as a write does that is cut off.
func torn(name string) step {
	return step{"torn line in " + name, func(_ context.Context, s *stage) error {
		files, err := transcripts(s.client.home.config)
		if err != nil {
			return err
		}
		f, err := os.OpenFile(files[s.named(name)], os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		defer f.Close()
		s.truth.Torn = true
		_, err = f.WriteString(`{"type":"user","message":{"role":"us`)
		return err
	}}
}

// leftovers are files as the client leaves them where nothing was said: an
// empty one and one that only has a title.
func leftovers() step {
	return step{"leftovers", func(_ context.Context, s *stage) error {
		for i, content := range []string{"", `{"type":"summary","summary":"A title","leafUuid":"00000000-0000-4000-8000-00000000000f"}` + "\n"} {
			id := fmt.Sprintf("00000000-0000-4000-8000-00000000000%d", i)
			path, err := s.path(id + ".jsonl")
			if err != nil {
				return err
			}
			if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
				return err
			}
			s.truth.Leftovers = append(s.truth.Leftovers, id)
		}
		return nil
	}}
}

// lateParent moves the line of a prompt behind that of its reply, as some
// versions write them now and then.
func lateParent(name, label string) step {
	return step{"late parent " + label, func(_ context.Context, s *stage) error {
		files, err := transcripts(s.client.home.config)
		if err != nil {
			return err
		}
		path := files[s.named(name)]
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		moved, err := behindReply(data, label)
		if err != nil {
			return err
		}
		return os.WriteFile(path, moved, 0o600)
	}}
}
