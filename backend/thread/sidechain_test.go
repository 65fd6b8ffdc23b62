package thread

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"dendro/backend/internal/history"
	"dendro/backend/transcript"
)

// world is a session of one version for scenarios with agents.
type world struct {
	t *testing.T
	h *history.Home
	s *history.Session
}

func play(t *testing.T, version string) *world {
	h := history.New(11, time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC))
	s := h.Session(history.Options{Env: history.Env{Cwd: "/x", Version: version}, Plain: true})
	return &world{t, h, s}
}

func (w *world) rows(o Options) []Row {
	w.t.Helper()
	o.ID = w.s.ID
	st := openStore(w.t, w.h.FS())
	return st.rows(st.session(w.s.Path(), o), idOf(w.s.Leaf()))
}

// shape prints which agent is attached where: tasks of sidechains, indented.
func shape(rows []Row) string {
	var b strings.Builder
	each(rows, 0, func(r *Row, depth int) {
		if r.Sidechain != nil {
			task := ""
			if len(r.Sidechain.Rows) > 0 && r.Sidechain.Rows[0].Kind == "prompt" {
				task = r.Sidechain.Rows[0].Text
			}
			b.WriteString(strings.Repeat("  ", depth) + r.Tool.Name + ": " + task + "\n")
		}
	})
	return b.String()
}

func job(prompt string, work func(*history.Agent)) history.Job {
	return history.Job{AgentSpec: history.AgentSpec{Description: "Look", Prompt: prompt}, Work: work}
}

func TestLayouts(t *testing.T) {
	tests := []struct {
		name, version string
		noMeta        bool
	}{
		{"inline", "1.0.71", false},
		{"beside the session", "2.0.42", false},
		{"in the side directory", "2.1.17", false},
		{"with progress", "2.1.72", false},
		{"with meta", "2.1.215", false},
		{"without its meta", "2.1.215", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := play(t, tt.version)
			w.s.Prompt("go")
			deep := history.AgentSpec{Description: "Deeper", Prompt: "third", NoMeta: tt.noMeta}
			second := history.AgentSpec{Description: "Deep", Prompt: "second", NoMeta: tt.noMeta}
			a := history.Job{AgentSpec: history.AgentSpec{Prompt: "first", Type: "explorer", NoMeta: tt.noMeta}, Work: func(a *history.Agent) {
				a.Call(history.Grep("x", "/x", "content", "a"))
				a.Agent(second, func(b *history.Agent) {
					b.Agent(deep, func(c *history.Agent) { c.Reply("bottom") })
					b.Reply("middle")
				})
				a.Reply("top")
			}}
			b := history.Job{AgentSpec: history.AgentSpec{Prompt: "beside", NoMeta: tt.noMeta}, Work: func(a *history.Agent) { a.Reply("quick") }}
			w.s.Agents(a, b)
			w.s.Reply("done")
			rows := w.rows(Options{})
			tool := "Task"
			if rows[1].Tool.Name == "Agent" {
				tool = "Agent"
			}
			equal(t, shape(rows), strings.ReplaceAll("T: first\n  T: second\n    T: third\nT: beside\n", "T", tool))
			side := rows[1].Sidechain
			if side.Type != "explorer" || side.Depth != 1 || side.Total != len(side.Rows) || side.Tokens == 0 || side.MS == 0 || side.Model == "" {
				t.Errorf("%+v", side)
			}
			if (side.Agent == "") != (tt.name == "inline") || (side.First == "") == (tt.name == "inline") {
				t.Errorf("agent %q, first %q", side.Agent, side.First)
			}
		})
	}
}

func TestEqualTasksGoInOrder(t *testing.T) {
	for _, version := range []string{"1.0.71", "2.0.42"} {
		w := play(t, version)
		w.s.Prompt("go")
		for _, answer := range []string{"one", "two"} {
			w.s.Agent(history.AgentSpec{Prompt: "same", Result: answer, Missing: true}, func(a *history.Agent) { a.Reply(answer) })
		}
		w.s.Reply("done")
		var answers []string
		for _, r := range w.rows(Options{}) {
			if r.Sidechain != nil {
				answers = append(answers, r.Sidechain.Rows[1].Text)
			}
		}
		equal(t, answers, []string{"one", "two"})
	}
}

func TestBackgroundAgents(t *testing.T) {
	w := play(t, "2.1.215")
	w.s.Prompt("go")
	a := w.s.Agent(history.AgentSpec{Prompt: "slowly", Background: true, NoMeta: true}, func(a *history.Agent) { a.Reply("there") })
	w.s.Reply("meanwhile")
	w.s.Notify(a, true)
	w.s.Reply("done")
	rows := w.rows(Options{})
	equal(t, shape(rows), "Agent: slowly\n")
	if n := rows[3]; n.Kind != "notice" || n.Notice != transcript.NoticeNotification || strings.Contains(n.Text, "<") {
		t.Errorf("%+v", n)
	}
}

func TestInternalAgents(t *testing.T) {
	w := play(t, "2.1.17")
	w.s.Turn("go", "went")
	for _, kind := range []string{"aprompt_suggestion", "acompact", "aside_question"} {
		w.s.Internal(kind, "suggest", "something")
	}
	w.s.Warmup()
	if got := shape(w.rows(Options{})); got != "" {
		t.Error(got)
	}
	ss := openStore(t, w.h.FS()).session(w.s.Path(), Options{ID: w.s.ID})
	plain := ss.Thread(idOf(w.s.Leaf()))
	all := ss.WithInternal(plain)
	if plain.Internal() != 4 || plain.Unattached() != 0 || all.Len() != plain.Len()+4 {
		t.Errorf("%d internal agents, %d rows and %d with them", plain.Internal(), plain.Len(), all.Len())
	}
	inner, ok := ss.Sidechain("none")
	if ok {
		t.Errorf("%+v", inner)
	}
}

func TestUnattachedAgentsComeLast(t *testing.T) {
	w := play(t, "2.1.17")
	w.s.Turn("go", "went")
	w.s.Unattached(history.AgentSpec{Prompt: "lost"}, func(a *history.Agent) { a.Reply("here") })
	w.s.Turn("on", "gone")
	rows := w.rows(Options{})
	last := rows[len(rows)-1]
	equal(t, shape(rows), "(unattached agent): lost\n")
	if last.Kind != "tool" || last.Tool.Status != StatusOK || string(last.Tool.Input) != "{}" || last.UUID == "" || last.Time == "" {
		t.Errorf("%+v", last)
	}
	ss := openStore(t, w.h.FS()).session(w.s.Path(), Options{ID: w.s.ID})
	if got := ss.Thread(idOf(w.s.Leaf())).Unattached(); got != 1 {
		t.Errorf("%d unattached agents", got)
	}
}

// In a file with only sidechains each is shown once: among the unattached agents.
func TestOnlySidechains(t *testing.T) {
	var s script
	side := obj{"isSidechain": true}
	s.with(side).user("1", "", "look around").with(side).reply("2", "1", "m", text("a room"))
	s.with(side).user("3", "", "look again").with(side).reply("4", "3", "n", text("a door"))
	for _, tip := range []string{"", "2", "4"} {
		want(t, s.show(t, tip), `
			tool (unattached agent) ok  <>
			  prompt look around
			  reply a room
			tool (unattached agent) ok  <>
			  prompt look again
			  reply a door`)
	}
}

func TestWorkflow(t *testing.T) {
	w := play(t, "2.1.215")
	w.s.Prompt("review")
	w.s.Workflow("demo", "Review it", job("loader", func(a *history.Agent) { a.Reply("fine") }), job("tests", func(a *history.Agent) { a.Reply("good") }))
	w.s.Reply("launched")
	rows := w.rows(Options{})
	got := shape(rows)
	lines := strings.Split(strings.TrimSpace(got), "\n")
	if len(lines) < 3 || !strings.HasPrefix(lines[0], "Workflow: export const meta") ||
		!slices.Contains(lines, "  (workflow agent): loader") || !slices.Contains(lines, "  (workflow agent): tests") {
		t.Error(got)
	}
}

func TestForkedAgent(t *testing.T) {
	w := play(t, "2.1.215")
	w.s.Turn("context", "known")
	w.s.Prompt("go")
	w.s.Agent(history.AgentSpec{Prompt: "with all of that", Fork: true}, func(a *history.Agent) { a.Reply("done") })
	w.s.Reply("done")
	rows := w.rows(Options{})
	equal(t, shape(rows), "Agent: with all of that\n")
	if !rows[3].Sidechain.Inherits {
		t.Errorf("%+v", rows[3].Sidechain)
	}
}

func TestOnlyTheBranchsAgents(t *testing.T) {
	w := play(t, "2.1.215")
	w.s.Turn("start", "ready")
	p := w.s.Prompt("wrong")
	w.s.Agent(history.AgentSpec{Prompt: "in vain"}, func(a *history.Agent) { a.Reply("x") })
	w.s.Reply("done")
	w.s.Rewind(p)
	w.s.Prompt("right")
	w.s.Agent(history.AgentSpec{Prompt: "well"}, func(a *history.Agent) { a.Reply("y") })
	w.s.Reply("done")
	equal(t, shape(w.rows(Options{})), "Agent: well\n")
}

// agentFile returns the file of an agent with a task and an answer, which may have started
// another.
func agentFile(prefix, task, calls string) *script {
	s := script{n: 10}
	s.with(obj{"isSidechain": true}).user(prefix+"1", "", task)
	if calls != "" {
		s.with(obj{"isSidechain": true}).reply(prefix+"2", prefix+"1", "m"+prefix, use(calls, "Agent", obj{"prompt": "…"}))
	}
	return &s
}

func TestAgentsAreAttachedToCalls(t *testing.T) {
	tests := []struct {
		name   string
		script func(s *script)
		agents []Agent
		want   string
	}{
		{
			"meta before the result, the result before the prompt",
			func(s *script) {
				s.user("1", "", "go").
					reply("2", "1", "m", use("t1", "Task", obj{"prompt": "b"}), use("t2", "Task", obj{"prompt": "a"})).
					with(obj{"toolUseResult": obj{"agentId": "B"}}).result("3", "2", "t2", "x")
			},
			[]Agent{agentFile("a", "a", "").agent("A", transcript.AgentMeta{ToolUseID: "t1"}), agentFile("b", "b", "").agent("B", transcript.AgentMeta{})},
			"Task: a\nTask: b\n",
		},
		{"progress", func(s *script) {
			s.user("1", "", "go").
				reply("2", "1", "m", use("t1", "Task", nil), use("t2", "Task", nil)).
				with(obj{"data": obj{"type": "agent_progress", "agentId": "A"}, "parentToolUseID": "t2"}).rec("progress", "3", "2", nil)
		}, []Agent{agentFile("a", "a", "").agent("A", transcript.AgentMeta{})}, "Task: a\n"},
		{"a notification in the queue", func(s *script) {
			s.user("1", "", "go").
				reply("2", "1", "m", use("t1", "Agent", nil), use("t2", "Agent", nil)).
				rec("queue-operation", "", "", obj{"operation": "enqueue", "content": "<task-notification>\n<task-id>A</task-id>\n<tool-use-id>t2</tool-use-id></task-notification>"})
		}, []Agent{agentFile("a", "a", "").agent("A", transcript.AgentMeta{})}, "Agent: a\n"},
		{"the id in the text of the result", func(s *script) {
			s.user("1", "", "go").
				reply("2", "1", "m", use("t1", "Agent", nil)).
				result("3", "2", "t1", []obj{text("said"), text("agentId: A (for later)")})
		}, []Agent{agentFile("a", "a", "").agent("A", transcript.AgentMeta{})}, "Agent: a\n"},
		{"by time, where only one call was running", func(s *script) {
			s.user("1", "", "go").
				reply("2", "1", "m", use("t1", "Task", obj{"prompt": "p"})).
				with(obj{"timestamp": "2026-03-01T10:00:00.000Z"}).result("3", "2", "t1", "x")
		}, []Agent{agentFile("a", "P!", "").agent("A", transcript.AgentMeta{})}, "Task: P!\n"},
		{"not by time, where the call failed", func(s *script) {
			s.user("1", "", "go").
				reply("2", "1", "m", use("t1", "Task", obj{"prompt": "p"})).
				with(obj{"timestamp": "2026-03-01T10:00:00.000Z"}).user("3", "2", []obj{{"type": "tool_result", "tool_use_id": "t1", "content": "no", "is_error": true}})
		}, []Agent{agentFile("a", "P!", "").agent("A", transcript.AgentMeta{})}, "(unattached agent): P!\n"},
		{
			"agents that started each other", func(s *script) { s.user("1", "", "go") },
			[]Agent{agentFile("a", "a", "ta").agent("A", transcript.AgentMeta{ToolUseID: "tb"}), agentFile("b", "b", "tb").agent("B", transcript.AgentMeta{ToolUseID: "ta"})},
			"(unattached agent): a\n  Agent: b\n",
		},
		{
			"an agent that started itself", func(s *script) { s.user("1", "", "go") },
			[]Agent{agentFile("a", "a", "ta").agent("A", transcript.AgentMeta{ToolUseID: "ta"})},
			"(unattached agent): a\n",
		},
		{
			"two that claim one call", func(s *script) {
				s.user("1", "", "go").reply("2", "1", "m", use("t1", "Agent", obj{"prompt": "both"}))
			},
			[]Agent{agentFile("a", "a", "").agent("A", transcript.AgentMeta{ToolUseID: "t1"}), agentFile("b", "b", "").agent("B", transcript.AgentMeta{ToolUseID: "t1"})},
			"Agent: both\n  (workflow agent): a\n  (workflow agent): b\n",
		},
		{
			"an ancestor's agent that nothing here started is left out", func(s *script) { s.user("1", "", "go") },
			[]Agent{{ID: "A", Index: agentFile("a", "a", "").agent("A", transcript.AgentMeta{}).Index, Ancestor: true}},
			"",
		},
		{
			"a task that was not recorded", func(s *script) {
				s.user("1", "", "go").reply("2", "1", "m", use("t1", "Agent", obj{"prompt": "asked"}))
			},
			[]Agent{(&script{}).with(obj{"isSidechain": true}).reply("a2", "", "ma", text("hi")).agent("A", transcript.AgentMeta{ToolUseID: "t1"})},
			"Agent: asked\n",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var s script
			tt.script(&s)
			if !strings.HasPrefix(tt.want, "(un") { // there is no agent before the call
				equal(t, shape(s.show(t, "1", tt.agents...)), "")
			}
			equal(t, shape(s.show(t, "", tt.agents...)), tt.want)
		})
	}
}

func TestSidechainByKey(t *testing.T) {
	var s script
	s.user("1", "", "go").reply("2", "1", "m", use("t1", "Agent", obj{"prompt": "a"}))
	a := agentFile("a", "a", "").agent("A", transcript.AgentMeta{ToolUseID: "t1"})
	ss := NewSession(indexOf("main", []byte(s.b.String())), []Agent{a}, Options{})
	th, ok := ss.Sidechain("A")
	if !ok || th.Len() != 1 {
		t.Fatal(ok)
	}
	rows, err := th.Page(context.Background(), 0, 5, s.load(nil), WindowPage())
	if err != nil || rows[0].Text != "a" {
		t.Error(rows, err)
	}
	if _, ok := ss.Sidechain("B"); ok {
		t.Error("found an agent that isn't there")
	}
}

// A copy of the chain (R1) lacks inline sidechains. The copied call shows them from the
// ancestor's file, to any depth.
func TestCopiedCallsBorrowInlineSidechains(t *testing.T) {
	w := play(t, "1.0.71")
	w.s.Prompt("go")
	w.s.Agents(job("first", func(a *history.Agent) {
		a.Agent(history.AgentSpec{Description: "Deeper", Prompt: "second"}, func(b *history.Agent) { b.Reply("bottom") })
		a.Reply("top")
	}))
	w.s.Reply("done")
	b := w.s.Resume("1.0.71")
	b.Turn("more", "yes")
	st := openStore(t, w.h.FS())
	parent := indexOf(w.s.Path(), st.files[w.s.Path()])
	ss := st.session(b.Path(), Options{ID: b.ID, Ancestors: []*Index{parent}})
	rows := st.rows(ss, idOf(b.Leaf()))
	equal(t, shape(rows), "Task: first\n  Task: second\n")
	each(rows, 0, func(r *Row, depth int) {
		if depth > 0 && !r.Inherited {
			t.Errorf("%s %s is not inherited", r.Kind, r.UUID)
		}
		if r.Sidechain == nil {
			return
		}
		if th, ok := ss.Sidechain(r.Sidechain.First); !ok || th.Len() != len(r.Sidechain.Rows) {
			t.Errorf("sidechain %s does not open by its key", r.Sidechain.First)
		}
	})
	equal(t, shape(st.rows(st.session(b.Path(), Options{ID: b.ID}), idOf(b.Leaf()))), "")

	// The same task again is another agent: it is attached to its own call, with the
	// ancestor's file and without.
	b.Prompt("again")
	b.Agents(job("first", func(a *history.Agent) { a.Reply("anew") }))
	b.Reply("done again")
	st = openStore(t, w.h.FS())
	for _, o := range []Options{{ID: b.ID}, {ID: b.ID, Ancestors: []*Index{parent}}} {
		var answers []string
		for _, r := range st.rows(st.session(b.Path(), o), idOf(b.Leaf())) {
			if r.Sidechain != nil {
				answers = append(answers, r.Sidechain.Rows[len(r.Sidechain.Rows)-1].Text)
			}
		}
		want := []string{"top", "anew"}
		if o.Ancestors == nil {
			want = want[1:]
		}
		equal(t, answers, want)
	}
}
