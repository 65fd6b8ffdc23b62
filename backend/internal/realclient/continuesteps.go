package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// continueSince is the first version that loads a file in its screen.
const continueSince = "2.1.139"

// continueScenarios continue from any record of any branch with Dendro's own command.
func continueScenarios() []scenario {
	return []scenario{
		{"continue-leaf", continueSince, []step{
			start("a", "Q1 one"), goOn("a", "a", "Q2 two"), continueAt("a", "Q2", "a", "Q3 three"),
		}},
		{"continue-earlier", continueSince, []step{
			start("a", "Q1 one"), goOn("a", "a", "Q2 two {run echo 2}"), goOn("a", "a", "Q3 three"),
			continueAt("a", "Q1", "b", "Q4 four"), continueAt("a", "Q2", "c", "Q5 five"), differently("a", "Q3", "d", "Q6 six"),
		}},
		{"continue-rewound", continueSince, []step{
			open(), say("a", "a", "Q1 one"), say("a", "a", "Q2 two"), back("a", "Q2", "Q3 three"), leave(),
			continueAt("a", "Q2", "b", "Q4 four"), continueAt("a", "Q3", "a", "Q5 five"),
		}},
		{"branch-begun", continueSince, []step{
			open(), say("a", "a", "Q1 one"), say("a", "a", "Q2 two"), branch(), say("a", "b", "Q3 three"), leave(),
			continueAt("b", "Q1", "c", "Q4 four"),
		}},
		{"continue-superseded", continueSince, []step{
			start("a", "Q1 one"), goOn("a", "a", "Q2 two"), fork("a", "b", "Q3 three"),
			continueAt("a", "Q2", "a", "Q4 four"), continueAt("a", "Q1", "c", "Q5 five"), continueAt("b", "Q3", "b", "Q6 six"),
		}},
		{"continue-compaction", continueSince, []step{
			open(), say("a", "a", "Q1 one"), say("a", "a", "Q2 two {run echo 2}"), compact("a"),
			say("a", "a", "Q3 three"), say("a", "a", "Q4 four"), leave(),
			continueAt("a", "Q3", "b", "Q5 five"), continueAt("a", "Q1", "c", "Q6 six"),
		}},
		{"continue-up-to", continueSince, []step{
			open(), say("a", "a", "Q1 one"), say("a", "a", "Q2 two"), say("a", "a", "Q3 three"), summarizeUpTo("a", "Q3"),
			say("a", "a", "Q4 four"), say("a", "a", "Q5 five"), leave(), continueAt("a", "Q4", "b", "Q6 six"),
		}},
		{"continue-parallel", continueSince, []step{
			start("a", "Q1 one {think} {all {run echo 1} {run echo 2} {run echo 3}}"), goOn("a", "a", "Q2 two"), continueAt("a", "Q1", "b", "Q3 three"),
		}},
		{"continue-agent", continueSince, []step{
			start("a", "Q1 one {task T1 look {run echo 1}}"), agents("a", "T1"), goOn("a", "a", "Q2 two"), continueAt("a", "Q1", "b", "Q3 three"),
		}},
		{"continue-image", continueSince, []step{
			startWithImage("a", "Q1 look at this"), goOn("a", "a", "Q2 two"), continueAt("a", "Q1", "b", "Q3 three"),
		}},
		{"continue-prompt", continueSince, []step{
			start("a", "Q1 one"), goOn("a", "a", "Q2 two"), prompted("a", "Q1", "b", "Q3 three {run echo 3}"), prompted("b", "", "b", "Q4 four"),
		}},
		{"continue-gone", continueSince, []step{
			start("a", "Q1 one"), goOn("a", "a", "Q2 two"), away("a", "b", "Q3 three"),
		}},
		{"continue-background", "2.1.330", []step{
			open(), say("a", "a", "Q1 one"), backgroundFork("a", "b", "Q2 two"), say("a", "a", "Q3 three"), leave(),
			attached("b", "b", "Q4 four"),
		}},
		{"continue-handed-over", "2.1.330", []step{
			open(), say("a", "a", "Q1 one"), handedOver("a"), attached("a", "b", "Q2 two"),
		}},
	}
}

// continueAt makes Dendro continue after the answer to a prompt, in this terminal, and asks.
func continueAt(from, at, to, text string) step {
	return continues(fmt.Sprintf("continue %s after %s→%s %s", from, at, to, text), wanted{from: from, at: at, to: to, text: text})
}

// prompted does the same and lets Dendro ask; at is "" for the session's end.
func prompted(from, at, to, text string) step {
	return continues(fmt.Sprintf("continue %s after %s→%s with %s", from, at, to, text), wanted{from: from, at: at, to: to, text: text, more: []string{"--prompt", text}, asks: true})
}

// differently makes Dendro continue before a prompt.
func differently(from, at, to, text string) step {
	return continues(fmt.Sprintf("instead of %s of %s→%s %s", at, from, to, text), wanted{from: from, at: at, to: to, text: text, before: true})
}

// attached makes Dendro continue a session that runs in the background, or that was handed
// over to it.
func attached(from, to, text string) step {
	return continues(fmt.Sprintf("attach %s→%s %s", from, to, text), wanted{from: from, to: to, text: text, attach: true})
}

// away makes Dendro continue a session whose directory is gone in another one.
func away(from, to, text string) step {
	return step{fmt.Sprintf("away %s→%s %s", from, to, text), func(ctx context.Context, s *stage) error {
		gone, other := s.client.home.project, s.client.home.another()
		if err := os.Rename(gone, gone+"-away"); err != nil {
			return err
		}
		s.client.home.project = other
		w := wanted{from: from, to: to, text: text, more: []string{"--dir", other}}
		err := s.goOnward(ctx, w)
		s.client.home.project = gone
		return errors.Join(err, os.Rename(gone+"-away", gone))
	}}
}

// wanted is the request to Dendro.
type wanted struct {
	from, to string // the session's name before and after
	at       string // after the answer to this prompt; "" for the session's end
	before   bool   // before the prompt
	attach   bool   // it runs in the background
	archived bool   // its files are deleted before
	text     string // the next prompt
	more     []string
	asks     bool // Dendro passes the prompt on
}

func continues(words string, w wanted) step {
	return step{words, func(ctx context.Context, s *stage) error { return s.goOnward(ctx, w) }}
}

func (s *stage) goOnward(ctx context.Context, w wanted) error {
	known, err := s.known(w.from)
	if err != nil {
		return err
	}
	h, err := s.history(known.ID)
	if err != nil {
		return err
	}
	args := append([]string{"resume", known.ID, "--root", s.client.home.config}, w.more...)
	switch {
	case w.before:
		args = append(args, "--before", "--at", h.promptOf(w.at))
	case w.at != "":
		args = append(args, "--at", h.replyTo(w.at))
	}
	if w.archived {
		if err := s.archiveAndDelete(ctx, known.ID); err != nil {
			return err
		}
	}
	plan, err := s.whatWouldRun(ctx, args)
	if err != nil {
		return err
	}
	if attaches := len(plan.Argv) > 1 && plan.Argv[1] == "attach"; attaches != w.attach {
		return fmt.Errorf("dendro would run %q", plan.Argv)
	}
	files, err := s.contents()
	if err != nil {
		return err
	}
	if s.screen, err = s.terminals.run(ctx, s.client, s.continueEnv(), append([]string{s.dendro}, args...)); err != nil {
		return err
	}
	answered := s.say
	if w.asks {
		answered = s.answered
	}
	id, err := answered(ctx, w.text)
	if err != nil {
		return err
	}
	s.screen.close(ctx)
	s.goneOn(id, known, w)
	s.names[w.to] = id
	if err := s.untouched(files, id); err != nil || w.attach {
		return err // the file of a running session may be behind its state
	}
	return s.sentAsSaid(h, plan, w.text)
}

// planJSON is the part read of "resume --print --json".
type planJSON struct {
	Says  string   `json:"says"`
	Argv  []string `json:"argv"`
	Leaf  string   `json:"leaf"`
	Loads []string `json:"loads"`
	Load  loadJSON `json:"load"`
}

// loadJSON lists what would be loaded, and leftJSON counts the parts that are left out.
type loadJSON struct {
	Before int      `json:"before"`
	After  int      `json:"after"`
	Left   leftJSON `json:"left"`
	Turns  []struct {
		Record  string `json:"record"`
		State   string `json:"state"`
		Outputs []struct {
			Record      string `json:"record"`
			Pictures    int    `json:"pictures"`
			PicturesOut bool   `json:"picturesOut"`
		} `json:"outputs"`
	} `json:"turns"`
}

type leftJSON struct{ Turns, Steps, Outputs, Pictures int }

// continueEnv is the environment in which Dendro finds the client and its own directories.
func (s *stage) continueEnv() []string {
	dir := filepath.Join(s.client.home.dir, "dendro")
	return []string{
		"PATH=" + filepath.Dir(s.client.bin) + string(os.PathListSeparator) + os.Getenv("PATH"),
		"DENDRO_CACHE_DIR=" + filepath.Join(dir, "cache"), "XDG_CONFIG_HOME=" + filepath.Join(dir, "config"), dataDir(s.client.home.dir),
	}
}

// whatWouldRun asks Dendro for its plan.
func (s *stage) whatWouldRun(ctx context.Context, args []string) (plan planJSON, err error) {
	// Later versions start in a mode that asks a server whether a call is safe.
	settings := filepath.Join(s.client.home.dir, "dendro", "config", "dendro", "settings.json")
	if err := os.MkdirAll(filepath.Dir(settings), 0o700); err != nil {
		return plan, err
	}
	if err := writeAsJSON(settings, map[string]any{"clientFlags": []string{"--permission-mode", "default"}}); err != nil {
		return plan, err
	}
	cmd := exec.CommandContext(ctx, s.dendro, append(args[:len(args):len(args)], "--print", "--json")...)
	cmd.Dir, cmd.Env = s.client.home.project, append(s.client.home.environ(s.client.home.config, s.client.api), s.continueEnv()...)
	out, err := cmd.Output()
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		err = fmt.Errorf("dendro resume --print: %w: %s", err, bytes.TrimSpace(failed.Stderr))
	}
	if err != nil {
		return plan, err
	}
	return plan, json.Unmarshal(out, &plan)
}

// contents returns the current transcripts, by session.
func (s *stage) contents() (map[string][]byte, error) {
	files, err := transcripts(s.client.home.config)
	if err != nil {
		return nil, err
	}
	contents := map[string][]byte{}
	for id, path := range files {
		if contents[id], err = os.ReadFile(path); err != nil {
			return nil, err
		}
	}
	return contents, nil
}

// untouched checks that no transcript changed except the one that was written to, which
// only grew.
func (s *stage) untouched(before map[string][]byte, written string) error {
	now, err := s.contents()
	if err != nil {
		return err
	}
	for id, was := range before {
		if id != written && !bytes.Equal(was, now[id]) || !bytes.HasPrefix(now[id], was) {
			return fmt.Errorf("the transcript of %.8s has changed", id)
		}
	}
	return nil
}

// sentAsSaid checks that the client sent exactly the records that Dendro listed, before the
// prompt.
func (s *stage) sentAsSaid(h history, plan planJSON, text string) error {
	label := labelOf(text)
	for _, e := range s.standin.exchanges(s.run) {
		if e.Label != label || e.Aside {
			continue
		}
		sent := pieces(e.Messages...)
		for i, p := range sent {
			if p.Kind == "text" && strings.HasPrefix(p.Text, label) {
				sent = sent[:i]
				break
			}
		}
		sent = h.recorded(sent)
		if want := h.contents(plan.Loads); !slices.Equal(want, sent) {
			return fmt.Errorf("%s: Dendro said %q, the client sent %q", label, brief(want), brief(sent))
		}
		return nil
	}
	return fmt.Errorf("%s was never asked", label)
}

// goneOn records the prompt and its place: a new session has the path up to there.
func (s *stage) goneOn(id string, from *session, w wanted) {
	label, at := labelOf(w.text), w.at
	if id == from.ID {
		from.ask(label)
		return
	}
	made := s.truth.session(id)
	if made != nil {
		made.ask(label)
		return
	}
	made = s.truth.begin(id, from.ID)
	if at == "" {
		at = from.Tip
	}
	after := map[string]string{}
	for _, t := range from.Turns {
		after[t.Label] = t.After
	}
	if w.before {
		at = after[at]
	}
	var line []string
	for ; at != ""; at = after[at] {
		line = append(line, at)
	}
	made.Turns, made.Tip = nil, ""
	for _, l := range slices.Backward(line) {
		made.ask(l)
	}
	made.ask(label)
	for aspect := range maps.Keys(from.Unsure) {
		made.Unsure[aspect] = true
	}
}

// replyTo returns the uuid of the last record that answers a prompt, promptOf that of the
// prompt.
func (h history) replyTo(label string) (uuid string) {
	for _, r := range h.records {
		for _, p := range pieces(r.Message) {
			if p.Kind == "reply" && replyLabel(p.Text) == label {
				uuid = r.UUID
			}
		}
	}
	return uuid
}

func replyLabel(text string) string {
	if !strings.HasPrefix(text, "Reply ") {
		return ""
	}
	_, label, _ := strings.Cut(text, " to ")
	return label
}

func (h history) promptOf(label string) string {
	for _, r := range h.records {
		if r.prompt() == label {
			return r.UUID
		}
	}
	return ""
}
