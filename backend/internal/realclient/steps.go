package main

import (
	"context"
	"fmt"
	"strings"
)

// Actions with -p. A session has a letter as name; to is its name afterwards, the same if
// the client continues in the same file.

// start asks the first prompt of a session.
func start(name, text string) step {
	return printing("start", "", name, printed{prompt: text})
}

// startWithImage does the same with a picture.
func startWithImage(name, text string) step {
	return printing("start with an image", "", name, printed{prompt: text, image: onePixel})
}

// goOn resumes a session and asks.
func goOn(from, to, text string) step {
	return printing("go on", from, to, printed{prompt: text, args: []string{"--resume"}})
}

// goOnLatest asks in the latest session, with --continue.
func goOnLatest(from, to, text string) step {
	return printing("continue the latest", from, to, printed{prompt: text, args: []string{"--continue"}})
}

// fork asks in a copy of a session.
func fork(from, to, text string) step {
	return printing("fork", from, to, printed{prompt: text, args: []string{"--fork-session", "--resume"}})
}

// onePixel is a grey PNG of one pixel.
const onePixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=="

func printing(what, from, to string, p printed) step {
	words := fmt.Sprintf("%s %s→%s %s", what, from, to, p.prompt)
	return step{words, func(ctx context.Context, s *stage) error {
		p := p
		p.args = s.withSession(p.args, from)
		id, err := s.client.print(ctx, p)
		if err != nil {
			return err
		}
		s.asked(id, from, to, p.prompt)
		return nil
	}}
}

// withSession inserts the id of a session after --resume.
func (s *stage) withSession(args []string, name string) []string {
	if len(args) > 0 && args[len(args)-1] == "--resume" {
		return append(args[:len(args):len(args)], s.named(name))
	}
	return args
}

// agents names the tasks that a session gave; those that reached the model count.
func agents(name string, labels ...string) step {
	return step{"agents " + strings.Join(labels, " "), func(_ context.Context, s *stage) error {
		known, err := s.known(name)
		if err != nil {
			return err
		}
		for _, label := range labels {
			if s.standin.wasAsked(s.run, label) {
				known.Agents++
			}
		}
		return nil
	}}
}
