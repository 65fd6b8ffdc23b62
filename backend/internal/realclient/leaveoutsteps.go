package main

import (
	"context"
	"encoding/base64"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// leaveOutSince is the first version with which sessions without some parts were played.
const leaveOutSince = "2.1.150"

// leaveOutScenarios continue sessions without random parts of them.
func leaveOutScenarios() []scenario {
	return []scenario{
		{"leave-out-calls", leaveOutSince, []step{
			start("a", "Q1 one {run seq 1 900}"), goOn("a", "a", "Q2 two {think} {all {run echo 1} {run seq 1 2500}}"),
			goOn("a", "a", "Q3 three {read something.txt} {run seq 1 4000}"), goOn("a", "a", "Q4 four {all {run echo 4} {run seq 1 2000}}"),
			goOn("a", "a", "Q5 five {think} {run echo 5}"), withoutParts("a"),
		}},
		{"leave-out-pictures", leaveOutSince, []step{
			somePicture(), startWithImage("p", "Q1 look at this"), goOn("p", "p", "Q2 two {task T1 look {run seq 1 900}}"), agents("p", "T1"),
			goOn("p", "p", "Q3 three {read picture.png} {run seq 1 3000}"), goOn("p", "p", "Q4 four {all {read picture.png} {run seq 1 2000}}"),
			goOn("p", "p", "Q5 five {run echo 5}"), withoutParts("p"),
		}},
		{"leave-out-compaction", leaveOutSince, []step{
			open(), say("a", "a", "Q1 one"), say("a", "a", "Q2 two {run seq 1 900}"), compact("a"), say("a", "a", "Q3 three {run seq 1 2500}"),
			say("a", "a", "Q4 four {think} {all {run echo 4} {run seq 1 1500}}"), say("a", "a", "Q5 five"), leave(), withoutParts("a"),
		}},
	}
}

// somePicture puts a picture into the project.
func somePicture() step {
	return step{"a picture", func(_ context.Context, s *stage) error {
		data, err := base64.StdEncoding.DecodeString(onePixel)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(s.client.home.project, "picture.png"), data, 0o600)
	}}
}

// withoutParts makes Dendro continue a session without random parts of it: several times with
// -p, and each fourth time in the screen.
func withoutParts(name string) step {
	return step{"leave out parts of " + name, func(ctx context.Context, s *stage) error {
		sum := fnv.New64()
		fmt.Fprint(sum, s.run)
		draw := rand.New(rand.NewPCG(sum.Sum64(), 0))
		for n := range s.choices {
			w := leaveOut{stage: s, draw: draw, from: name, text: fmt.Sprintf("Q%d on", 600+n), screen: n%4 == 3}
			if err := w.play(ctx); err != nil {
				return fmt.Errorf("choice %d, without %q: %w", n+1, w.items, err)
			}
		}
		return nil
	}}
}

// leaveOut is a session that continues another one without some parts.
type leaveOut struct {
	*stage
	draw   *rand.Rand
	from   string
	text   string // the next prompt
	screen bool
	items  []string // parts to leave out
}

func (w *leaveOut) play(ctx context.Context) error {
	known, err := w.known(w.from)
	if err != nil {
		return err
	}
	h, err := w.history(known.ID)
	if err != nil {
		return err
	}
	args := []string{"resume", known.ID, "--root", w.client.home.config}
	plan, err := w.whatWouldRun(ctx, args)
	if err != nil {
		return err
	}
	if w.draw.IntN(3) == 0 { // from an earlier record
		at := plan.Loads[len(plan.Loads)/2+w.draw.IntN((len(plan.Loads)+1)/2)]
		args = append(args, "--at", at)
		if plan, err = w.whatWouldRun(ctx, args); err != nil {
			return err
		}
	}
	if w.items = w.choose(plan.Load); len(w.items) == 0 {
		w.items = []string{"outputs:100"}
	}
	for _, item := range w.items {
		args = append(args, "--without", item)
	}
	if w.draw.IntN(4) == 0 {
		args = append(args, "--no-note")
	}
	if plan, err = w.whatWouldRun(ctx, args); err != nil {
		return err
	}
	if plan.Load.Left == (leftJSON{}) {
		return nil // another choice of parts that stay
	}
	file, err := readHistory(plan.Argv[slices.Index(plan.Argv, "--resume")+1])
	if err != nil {
		return err
	}
	before, err := w.contents()
	if err != nil {
		return err
	}
	id, err := w.ask(ctx, args, plan)
	if err != nil {
		return err
	}
	w.begun(id, known, h, plan)
	if err := w.untouched(before, id); err != nil {
		return err
	}
	return w.sentWithout(h, file, plan)
}

// choose draws parts of what would be loaded.
func (w *leaveOut) choose(load loadJSON) (items []string) {
	for _, t := range load.Turns {
		switch w.draw.IntN(5) {
		case 0:
			items = append(items, "turn:"+t.Record)
		case 1:
			items = append(items, "steps:"+t.Record)
		}
		for _, o := range t.Outputs {
			switch n := w.draw.IntN(4); {
			case n == 0:
				items = append(items, "output:"+o.Record)
			case n == 1 && o.Pictures > 0:
				items = append(items, "picture:"+o.Record)
			}
		}
	}
	more := [][]string{{"outputs:5k"}, {"pictures"}, {"others"}, nil, nil, nil}
	return append(items, more[w.draw.IntN(len(more))]...)
}

// ask continues as planned and asks the next prompt. It returns the new session.
func (w *leaveOut) ask(ctx context.Context, args []string, plan planJSON) (id string, err error) {
	if !w.screen {
		return w.client.print(ctx, printed{prompt: w.text, args: plan.Argv[1:]})
	}
	screen, err := w.terminals.run(ctx, w.client, w.continueEnv(), append([]string{w.dendro}, args...))
	if err != nil {
		return "", err
	}
	w.stage.screen = screen
	defer screen.close(ctx)
	if id, err = w.say(ctx, w.text); err != nil {
		return "", err
	}
	// The screen shows a reply before the file has it.
	_, err = poll(ctx, replies, func() (bool, error) {
		h, err := w.history(id)
		return h.replyTo(labelOf(w.text)) != "", err
	})
	return id, err
}

// begun records the new session: the prompts of its parent up to the record that it
// continues, less the turns that were left out.
func (w *leaveOut) begun(id string, from *session, h history, plan planJSON) {
	gone := map[string]bool{}
	for _, t := range plan.Load.Turns {
		if t.State == "out" {
			gone[h.byUUID[t.Record].prompt()] = true
		}
		for _, o := range t.Outputs {
			if label := h.byUUID[o.Record].prompt(); o.PicturesOut && label != "" {
				w.truth.Rewritten[label] = true
			}
		}
	}
	line := from.line()
	line = line[:slices.Index(line, h.labelAbove(plan.Leaf))+1]
	made := w.truth.begin(id, from.ID)
	made.Turns, made.Tip, made.Left = nil, "", &plan.Load.Left
	for _, label := range line {
		if !gone[label] {
			made.ask(label)
		}
	}
	made.ask(labelOf(w.text))
	w.names[made.Tip] = id
}

// sentWithout checks that the client sent exactly what the written file holds of the records
// that Dendro listed: results with their contents.
func (w *leaveOut) sentWithout(h, file history, plan planJSON) error {
	label := labelOf(w.text)
	known := map[piece]bool{} // the client adds texts of its own
	for _, r := range slices.Concat(h.records, file.records) {
		for _, p := range withResults(r.Message) {
			known[p] = true
		}
	}
	var want []piece
	for _, uuid := range plan.Loads {
		want = append(want, withResults(file.byUUID[uuid].Message)...)
	}
	for _, e := range w.standin.exchanges(w.run) {
		if e.Label != label || e.Aside {
			continue
		}
		sent := withResults(e.Messages...)
		end := slices.IndexFunc(sent, func(p piece) bool { return p.Kind == "text" && strings.HasPrefix(p.Text, label) })
		sent = slices.DeleteFunc(sent[:max(end, 0)], func(p piece) bool { return !known[p] })
		if !slices.Equal(want, sent) {
			return fmt.Errorf("%s: Dendro said %q, the client sent %q", label, brief(want), brief(sent))
		}
		w.truth.Notes = append(w.truth.Notes, fmt.Sprintf("%s without %v: about %d of %d tokens, and the client reports %d", label, plan.Load.Left, plan.Load.After, plan.Load.Before, e.Tokens))
		return nil
	}
	return fmt.Errorf("%s was never asked", label)
}
