package plan_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dendro/backend/catalog"
	"dendro/backend/internal/history"
	"dendro/backend/library"
	"dendro/backend/resume"
	"dendro/backend/resume/plan"
	"dendro/backend/scan"
	"dendro/backend/session"
	"dendro/backend/settings"
)

var begin = time.Date(2026, 11, 3, 9, 0, 0, 0, time.UTC)

const fresh = "11111111-2222-4333-8444-555555555555"

// stage is a machine with a client of some version and one session of three turns.
type stage struct {
	*plan.Planner
	session  *history.Session
	root     string
	loads    []string
	terminal string
}

func set(t *testing.T, version string, later ...func(*history.Session)) *stage {
	t.Helper()
	dir := t.TempDir()
	work := filepath.Join(dir, "work place")
	if err := os.Mkdir(work, 0o700); err != nil {
		t.Fatal(err)
	}
	h := history.New(7, begin)
	s := h.Session(history.Options{Env: history.Env{Cwd: work, Branch: "main", Version: "2.1.215"}})
	s.Turn("first", "one")
	s.Turn("second", "two")
	s.Turn("third", "three")
	for _, more := range later {
		more(s)
	}
	root := filepath.Join(dir, "claude")
	if err := h.WriteDir(root); err != nil {
		t.Fatal(err)
	}
	l := library.New(library.Options{
		Options: catalog.Options{Roots: []scan.Root{{Path: root}}, Now: func() time.Time { return begin.AddDate(0, 0, 10) }}, Home: dir,
	})
	if err := l.Catalog.Scan(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	sys := resume.Host("")
	sys.Environ = func() []string { return []string{"HOME=" + dir, "DISPLAY=:0"} }
	sys.LookPath = func(name string) (string, error) {
		if name == "claude" && version == "" {
			return "", fs.ErrNotExist
		}
		return "/usr/bin/" + name, nil
	}
	sys.Output = func(context.Context, resume.Process) ([]byte, error) {
		return []byte(version + " (Claude Code)\n"), nil
	}
	v := &stage{session: s, root: root, terminal: "xterm"}
	v.Planner = &plan.Planner{
		Library: l, Launcher: resume.New(sys), Chains: filepath.Join(dir, "cache"), Log: &plan.Log{Path: filepath.Join(dir, "begun.jsonl"), Now: time.Now},
	}
	whole, err := l.Threads.ResumePoint(t.Context(), session.Point{Session: s.ID})
	if err != nil {
		t.Fatal(err)
	}
	v.loads = whole.Loads
	return v
}

func (v *stage) parents(t *testing.T) map[string]string {
	t.Helper()
	parents, err := v.Log.Parents()
	if err != nil {
		t.Error(err)
	}
	from := map[string]string{}
	for session, origin := range parents {
		from[session] = origin.Session
	}
	return from
}

func (v *stage) plan(t *testing.T, request plan.Request) plan.Plan {
	t.Helper()
	request.Session, request.New, request.Terminal = v.session.ID, fresh, v.terminal
	p, err := v.Plan(t.Context(), request, settings.Defaults())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestPlanDecides: the request decides the command.
func TestPlanDecides(t *testing.T) {
	v := set(t, "2.1.330")
	file := filepath.Join(v.Chains, fresh+".jsonl")
	chain := []string{"claude", "--resume", file, "--fork-session", "--session-id", fresh}
	for _, tt := range []struct {
		name    string
		request plan.Request
		argv    []string
		says    string
	}{
		{"where Claude goes on itself", plan.Request{}, []string{"claude", "--resume", v.session.ID}, "Continues after “three” · 6 messages"},
		{"the same record by name", plan.Request{Record: v.loads[5]}, []string{"claude", "--resume", v.session.ID}, "Continues after “three” · 6 messages"},
		{"an earlier answer", plan.Request{Record: v.loads[1]}, chain, "Continues after “one” · 2 messages"},
		{"a turn, to its end", plan.Request{Record: v.loads[2], Turn: true, Tip: v.loads[5]}, chain, "Continues after “two” · 4 messages"},
		{"a prompt, to ask differently", plan.Request{Record: v.loads[2], Before: true}, chain, "Continues after “one” · 2 messages"},
		{"the first prompt, to ask differently", plan.Request{Record: v.loads[0], Before: true}, []string{"claude", "--session-id", fresh}, "Starts over"},
		{"a fork", plan.Request{Fork: true}, []string{"claude", "--resume", v.session.ID, "--fork-session", "--session-id", fresh}, "Continues after “three”"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := v.plan(t, tt.request)
			if diff := cmp.Diff(tt.argv, p.Argv); diff != "" || !p.Possible {
				t.Errorf("%s (-want +got):\n%s", p.Why, diff)
			}
			if !strings.HasPrefix(p.Says.String(), tt.says) {
				t.Errorf("it says %q, want %q", p.Says, tt.says)
			}
		})
	}
}

// TestForkOfTheClientsOwnID: a fork is a new session, even if the client chooses its id.
func TestForkOfTheClientsOwnID(t *testing.T) {
	for version, request := range map[string]plan.Request{"2.1.330": {Fork: true, ClientPicksID: true}, "1.0.119": {Fork: true}} {
		p := set(t, version).plan(t, request)
		if p.New != "" || !strings.HasSuffix(p.Says.String(), " · New session") {
			t.Errorf("%s: it says %q, new %q", version, p.Says, p.New)
		}
	}
}

func TestPlanNamesTheOtherBranch(t *testing.T) {
	v := set(t, "2.1.330")
	p := v.plan(t, plan.Request{Tip: v.loads[3]})
	if p.Other == nil || p.Other.Record != v.loads[3] || !strings.HasPrefix(p.Other.Says.String(), "Continues after “two”") {
		t.Errorf("%+v", p.Other)
	}
	if p = v.plan(t, plan.Request{Tip: v.loads[5]}); p.Other != nil {
		t.Errorf("what is shown is what is loaded: %+v", p.Other)
	}
}

// TestPlanContinuesTheDisplayedBranch: the branch on screen is the default, and the one that
// Claude would resume the alternative.
func TestPlanContinuesTheDisplayedBranch(t *testing.T) {
	tip := set(t, "2.1.330").loads[5] // the history is the same up to there
	rewound := func(s *history.Session) {
		s.Rewind(s.Rewindable()[1])
		s.Turn("second again", "four")
	}
	v := set(t, "2.1.330", rewound)
	p := v.plan(t, plan.Request{Tip: tip})
	if !strings.HasPrefix(p.Says.String(), "Continues after “three” · 6 messages") || p.New != fresh || !p.Possible {
		t.Errorf("it says %q, new %q, possible: %t", p.Says, p.New, p.Possible)
	}
	if p.Other == nil || p.Other.Record != "" || !strings.HasPrefix(p.Other.Says.String(), "Continues after “four” · 4 messages") {
		t.Errorf("the alternative is %+v", p.Other)
	}
	if len(p.Notes) != 0 {
		t.Errorf("notes: %v", p.Notes)
	}
	if p = v.plan(t, plan.Request{}); p.Other != nil || p.New != "" {
		t.Errorf("without a displayed branch: new %q, other %+v", p.New, p.Other)
	}
	v = set(t, "2.1.138", rewound)
	if p = v.plan(t, plan.Request{Tip: tip}); p.New != "" || p.Other == nil || p.Other.Record != tip {
		t.Errorf("a client that cannot continue there: new %q, other %+v", p.New, p.Other)
	}
}

func TestOldClients(t *testing.T) {
	v := set(t, "2.1.138")
	if p := v.plan(t, plan.Request{Record: v.loads[1]}); p.Possible || !strings.Contains(p.Why.String(), "2.1.139") {
		t.Errorf("possible: %t, why: %s", p.Possible, p.Why)
	}
	if p := v.plan(t, plan.Request{}); !p.Possible {
		t.Error(p.Why)
	}
	for version, forks := range map[string]bool{"1.0.117": false, "1.0.119": true} {
		if p := set(t, version).plan(t, plan.Request{Fork: true}); p.Possible != forks || !forks && !strings.Contains(p.Why.String(), "1.0.119") {
			t.Errorf("%s forks: %t, why not: %s", version, p.Possible, p.Why)
		}
	}
}

// TestContinuedSessions: a session that was handed over resumes as its successor;
// one that a copy continues can still be resumed itself.
func TestContinuedSessions(t *testing.T) {
	next := ""
	v := set(t, "2.1.330", func(s *history.Session) {
		c := s.Handover()
		c.Turn("fourth", "four")
		next = c.ID
	})
	if p := v.plan(t, plan.Request{}); !cmp.Equal(p.Argv, []string{"claude", "--resume", next}) || len(p.Notes) != 1 || !strings.Contains(p.Notes[0].String(), "handed over") {
		t.Errorf("handed over: %q, %q", p.Argv, p.Notes)
	}
	v = set(t, "2.1.330", func(s *history.Session) {
		s.Fork(history.Copying{Form: history.R1}).Turn("fourth", "four")
	})
	if p := v.plan(t, plan.Request{}); !cmp.Equal(p.Argv, []string{"claude", "--resume", v.session.ID}) || len(p.Notes) != 1 || !strings.Contains(p.Notes[0].String(), "A later session") {
		t.Errorf("superseded: %q, %q", p.Argv, p.Notes)
	}
}

func TestPrepareWritesTheChain(t *testing.T) {
	v := set(t, "2.1.330")
	p := v.plan(t, plan.Request{Record: v.loads[1]})
	for range 2 { // a command is copied twice
		if err := v.Prepare(t.Context(), &p); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(filepath.Join(v.Chains, fresh+".jsonl"))
	if err != nil || strings.Count(string(text), "\n") < 2 {
		t.Errorf("%v: %s", err, text)
	}
	noted, err := os.ReadFile(v.Log.Path)
	if err != nil || v.parents(t)[fresh] != v.session.ID || strings.Count(string(noted), v.loads[1]) != 1 {
		t.Errorf("noted %s, %v", noted, err)
	}
}

func TestDirectoryGone(t *testing.T) {
	for _, tt := range []struct {
		version string
		parent  string // part of its command; "" for none
	}{
		{"2.1.330", "--resume SESSION"},
		{"2.1.200", "--fork-session --session-id"},
		{"2.1.100", ""},
	} {
		t.Run(tt.version, func(t *testing.T) {
			v := set(t, tt.version)
			work := filepath.Join(filepath.Dir(v.root), "work place")
			if err := os.Remove(work); err != nil {
				t.Fatal(err)
			}
			p := v.plan(t, plan.Request{})
			if p.Possible || len(p.Directories) != 2 {
				t.Fatalf("possible: %t, places %+v", p.Possible, p.Directories)
			}
			want := strings.ReplaceAll(tt.parent, "SESSION", v.session.ID)
			if got := p.Directories[0]; got.Kind != resume.DirectoryParent || got.Dir != filepath.Dir(work) || (want == "") != (got.Command == "") || !strings.Contains(got.Command, want) {
				t.Errorf("the parent: %+v", got)
			}
			p = v.plan(t, plan.Request{Directory: resume.DirectoryParent})
			if err := v.Prepare(t.Context(), &p); err != nil || p.Possible == (want == "") {
				t.Errorf("above: %s, %v", p.Why, err)
			}
			if _, err := os.Stat(filepath.Join(v.Chains, fresh+".jsonl")); (err == nil) != (p.Possible && strings.Contains(p.Command, fresh+".jsonl")) {
				t.Errorf("%s: %v", p.Command, err)
			}
			p = v.plan(t, plan.Request{Directory: plan.DirectoryChosen, Chosen: v.root})
			if got := p.Directories[2]; p.Possible == (want == "") || got.Dir != v.root || (got.Command == "") != (want == "") {
				t.Errorf("picked: %s, %+v", p.Why, got)
			}
			p = v.plan(t, plan.Request{Directory: resume.DirectoryRecreate})
			if !p.Possible || !strings.HasPrefix(p.Command, "mkdir -p ") {
				t.Errorf("%s: %s", p.Why, p.Command)
			}
			if err := v.Prepare(t.Context(), &p); err != nil {
				t.Error(err)
			}
			if _, err := os.Stat(work); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestImpossibleStartHasNoSideEffects: if the terminal cannot start, nothing is created or logged
// before.
func TestImpossibleStartHasNoSideEffects(t *testing.T) {
	v := set(t, "2.1.330")
	work := filepath.Join(filepath.Dir(v.root), "work place")
	if err := os.Remove(work); err != nil {
		t.Fatal(err)
	}
	v.terminal = "custom" // there is none
	p := v.plan(t, plan.Request{Fork: true, Directory: resume.DirectoryRecreate})
	if err := v.Start(t.Context(), p); !errors.Is(err, resume.ErrNotPossible) {
		t.Error(err)
	}
	if _, err := os.Stat(work); err == nil || len(v.parents(t)) > 0 {
		t.Errorf("made: %v, noted: %v", err == nil, v.parents(t))
	}
}

func TestLog(t *testing.T) {
	begin := time.Date(2026, 11, 16, 9, 0, 0, 0, time.UTC)
	log := plan.Log{Path: filepath.Join(t.TempDir(), "dendro", "continued.jsonl"), Now: func() time.Time { return begin }}
	if got, err := log.Parents(); len(got) != 0 || err != nil {
		t.Errorf("begun before any was: %v", got)
	}
	c := plan.Continuation{Session: fresh, From: "21111111-2222-4333-8444-555555555555", Record: fresh}
	for range 2 {
		if err := log.Add(c); err != nil {
			t.Fatal(err)
		}
	}
	file, err := os.OpenFile(log.Path, os.O_APPEND|os.O_WRONLY, 0)
	if err == nil {
		_, err = file.WriteString("{torn\n{\"session\":\"-p\"}\n")
	}
	if err := errors.Join(err, file.Close()); err != nil {
		t.Fatal(err)
	}
	if got, err := log.Parents(); err != nil || len(got) != 1 || got[fresh].Session != c.From {
		t.Errorf("begun: %v", got)
	}
	if text, err := os.ReadFile(log.Path); err != nil || bytes.Count(text, []byte(fresh)) != 2 || !bytes.Contains(text, []byte(begin.Format(time.RFC3339))) {
		t.Errorf("noted once, with its time: %s, %v", text, err) // as the session, and as the record
	}
}

// TestOptionsForOneTime: a request may choose the model, how much is asked and the first
// prompt, after the options that always hold, and no other option.
func TestOptionsForOneTime(t *testing.T) {
	v := set(t, "2.1.332")
	own := settings.Defaults()
	own.ClientFlags = []string{"--verbose"}
	p, err := v.Plan(t.Context(), plan.Request{Session: v.session.ID, Model: "sonnet[1m]", PermissionMode: "plan", Prompt: "-v; why?"}, own)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"--verbose", "--model", "sonnet[1m]", "--permission-mode", "plan", "--resume", v.session.ID, "--", "-v; why?"}
	if diff := cmp.Diff(want, p.Argv[1:]); diff != "" {
		t.Error(diff)
	}
	for _, request := range []plan.Request{
		{Model: "--dangerously-skip-permissions"},
		{Model: "opus --verbose"},
		{Model: "opus\x00"},
		{Model: "$(touch x)"},
		{PermissionMode: "bypassPermissions"},
		{PermissionMode: "-p"},
	} {
		request.Session = v.session.ID
		if p, err := v.Plan(t.Context(), request, own); err == nil {
			t.Errorf("%+v: %q", request, p.Argv)
		}
	}
}
