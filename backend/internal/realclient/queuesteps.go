package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// Texts that are typed, or arrive, while the client is busy.

func queueScenarios() []scenario {
	return []scenario{
		{"queued-interrupt", "2.1.120", []step{
			open(), say("a", "a", "Q1 one"), letThrough("a", "Q2 two {run "+endless+"}", "Q3 three"), say("a", "a", "Q4 four"), leave(),
		}},
		{"queued", "2.0.77", []step{
			open(), say("a", "a", "Q1 one"), meanwhile("a", "Q2 two {run sleep 8} {run echo 2}", "Q3 three"), say("a", "a", "Q4 four"),
			leave(), goOn("a", "b", "Q5 five"),
		}},
		{"queued-two", "2.0.77", []step{
			open(), say("a", "a", "Q1 one"), meanwhile("a", "Q2 two {run sleep 8} {run echo 2}", "Q3 three", "Q4 four"), say("a", "a", "Q5 five"), leave(),
		}},
		{"queued-text", "2.1.45", []step{ // 2.1.20 loses some
			open(), say("a", "a", "Q1 one"), meanwhile("a", "Q2 two {slow 8s}", "Q3 three"), say("a", "a", "Q4 four"), leave(), goOn("a", "b", "Q5 five"),
		}},
		{"queued-shell", "2.1.45", []step{ // 2.1.20 leaves it in the box until it is idle
			open(), say("a", "a", "Q1 one"), meanwhile("a", "Q2 two {slow 8s}", "!echo Q3"), say("a", "a", "Q4 four"), leave(), goOn("a", "b", "Q5 five"),
		}},
		{"queued-shell-tool", "2.1.45", []step{
			open(), say("a", "a", "Q1 one"), meanwhile("a", "Q2 two {run sleep 8} {run echo 2}", "!echo Q3"), say("a", "a", "Q4 four"), leave(),
		}},
		{"queued-slash", "2.0.77", []step{
			ownCommand("ask"), open(), say("a", "a", "Q1 one"), meanwhile("a", "Q2 two {slow 8s}", "/ask Q3 three"), say("a", "a", "Q4 four"), leave(),
		}},
		{"queued-slash-tool", "2.0.77", []step{
			ownCommand("ask"), open(), say("a", "a", "Q1 one"), meanwhile("a", "Q2 two {run sleep 8} {run echo 2}", "/ask Q3 three"), say("a", "a", "Q4 four"), leave(),
		}},
		{"notified", "2.0.77", []step{
			open(), say("a", "a", "Q1 one"), say("a", "a", "Q2 two {background Q9 sleep 6}"), notified("a", "Q9"), say("a", "a", "Q3 three"), leave(),
		}},
		{"notified-tool", "2.0.77", []step{
			open(), say("a", "a", "Q1 one"), say("a", "a", "Q2 two {background Q9 sleep 2} {run sleep 8} {run echo 2}"), notified("a", "Q9"), say("a", "a", "Q3 three"), leave(),
		}},
		{"queued-task", "2.0.77", []step{
			open(), say("s", "s", "Q1 one"), meanwhile("s", "Q2 two {background Q9 sleep 3} {run sleep 8} {run echo 2}", "Q3 three"), notified("s", "Q9"),
			say("s", "s", "Q4 four"), leave(),
		}},
	}
}

// meanwhile asks a prompt, and types others while the client is busy. Where older clients
// deliver them, only the queue records them. What begins with "!" or "/" is a command.
func meanwhile(name, text string, queued ...string) step {
	return step{text + ", and meanwhile " + strings.Join(queued, ", "), func(ctx context.Context, s *stage) error {
		if err := s.screen.enter(ctx, text); err != nil {
			return err
		}
		label := labelOf(text)
		if _, err := poll(ctx, replies, func() (bool, error) { return s.standin.wasAsked(s.run, label), nil }); err != nil {
			return err
		}
		for _, one := range queued {
			if err := s.screen.enter(ctx, one); err != nil {
				return err
			}
		}
		// Where a prompt was delivered inside a result, the reply is to the first prompt.
		reply := regexp.MustCompile(`Reply \d+ to (` + label + `|` + labelOf(queued[len(queued)-1]) + `)\b`)
		if _, err := s.screen.wait(ctx, reply, replies); err != nil {
			return err
		}
		if err := s.screen.settle(ctx, 4*still); err != nil { // a turn of its own may follow
			return err
		}
		id, err := s.holder(ctx, label)
		if err != nil {
			return err
		}
		s.asked(id, name, name, text)
		for _, one := range queued {
			known, label := s.truth.session(id), labelOf(one)
			switch {
			case strings.HasPrefix(one, "/") && !s.standin.hasRead(s.run, label): // lost (2.1.20): a notice says so
				known.Notified = append(known.Notified, label)
			case isCommand(one) && !s.asWords(one):
				known.Commands = append(known.Commands, label)
			default:
				s.asked(id, name, name, one)
			}
		}
		return s.screen.settle(ctx, 2*still)
	}}
}

// letThrough asks a prompt whose tool does not end, types another one meanwhile, and sends
// that with Escape.
func letThrough(name, text, queued string) step {
	return step{text + ", and by Escape " + queued, func(ctx context.Context, s *stage) error {
		if err := s.screen.enter(ctx, text); err != nil {
			return err
		}
		label := labelOf(text)
		if _, err := poll(ctx, replies, func() (bool, error) { return s.calls(label, endless) }); err != nil {
			return err
		}
		pause(ctx, 3*time.Second) // the tool runs
		if err := s.screen.enter(ctx, queued); err != nil {
			return err
		}
		pause(ctx, time.Second)
		if err := s.screen.press(ctx, "Escape"); err != nil {
			return err
		}
		reply := regexp.MustCompile(`Reply \d+ to ` + labelOf(queued) + `\b`)
		if _, err := s.screen.wait(ctx, reply, replies/2); err != nil { // it may be in the box
			if err := s.screen.press(ctx, "Enter"); err != nil {
				return err
			}
			if _, err := s.screen.wait(ctx, reply, replies/2); err != nil {
				return err
			}
		}
		id, err := s.holder(ctx, labelOf(queued))
		if err != nil {
			return err
		}
		s.asked(id, name, name, text)
		s.asked(id, name, name, queued)
		return s.screen.settle(ctx, 2*still)
	}}
}

// isCommand reports whether a typed text is a shell or a slash command.
func isCommand(text string) bool { return strings.HasPrefix(text, "!") || strings.HasPrefix(text, "/") }

// asWords reports whether the model was asked a shell command instead of the shell, as
// 2.1.45 does with one from the queue. 2.1.332 asks it, too, but what the shell said.
func (s *stage) asWords(text string) bool {
	command, shell := strings.CutPrefix(text, "!")
	return shell && s.standin.wasAsked(s.run, labelOf(text)) && !s.standin.hasRead(s.run, "<bash-input>"+command)
}

// ownCommand adds a slash command to the project, which repeats its arguments.
func ownCommand(name string) step {
	return step{"a command " + name, func(_ context.Context, s *stage) error {
		path := filepath.Join(s.client.home.project, ".claude", "commands", name+".md")
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return err
		}
		return os.WriteFile(path, []byte("Reply to $ARGUMENTS\n"), 0o600)
	}}
}

// notified waits until the transcript says that a background task has ended, which older
// clients never write.
func notified(name, label string) step {
	ended := regexp.MustCompile(`-notification>.*\b` + label + `\b`)
	return step{"ended in background: " + label, func(ctx context.Context, s *stage) error {
		known, err := s.known(name)
		if err != nil {
			return err
		}
		path, err := s.path(known.ID + ".jsonl")
		if err != nil {
			return err
		}
		came, err := poll(ctx, 20*time.Second, func() (bool, error) {
			data, err := os.ReadFile(path)
			return ended.Match(data), err
		})
		if came {
			known.Notified = append(known.Notified, label)
		}
		return errors.Join(err, s.screen.settle(ctx, 4*still)) // a turn may follow
	}}
}
