package history_test

import (
	"path"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dendro/backend/internal/history"
)

// find returns the records of a session with a value in a field.
func find(t *testing.T, h *history.Home, s *history.Session, field string, value any) []map[string]any {
	t.Helper()
	var list []map[string]any
	for _, r := range records(t, h.Files()[s.Path()]) {
		if r[field] == value {
			list = append(list, r)
		}
	}
	return list
}

// TestPreservedSegment: the parent of the next record precedes the boundary.
func TestPreservedSegment(t *testing.T) {
	h := home()
	s := talk(h, "2.1.215")
	tail := s.Last()
	boundary := s.Compact(history.Compaction{Preserve: 2})
	next := s.Turn("Go on.", "Yes.")
	b := find(t, h, s, "uuid", boundary)[0]
	if b["parentUuid"] != nil || b["logicalParentUuid"] != tail {
		t.Errorf("boundary: parent %v, logical parent %v", b["parentUuid"], b["logicalParentUuid"])
	}
	segment := b["compactMetadata"].(map[string]any)["preservedSegment"].(map[string]any)
	summary := find(t, h, s, "isCompactSummary", true)[0]
	if segment["tailUuid"] != tail || segment["anchorUuid"] != summary["uuid"] {
		t.Errorf("segment: %v", segment)
	}
	if p := find(t, h, s, "uuid", next)[0]["parentUuid"]; p != tail {
		t.Errorf("the next prompt hangs on %v, want the tail %s", p, tail)
	}
}

func TestCompactionWithoutBoundary(t *testing.T) {
	h := home()
	s := talk(h, "1.0.71")
	id := s.Compact(history.Compaction{})
	got := h.Truth().Session(s.ID).Compactions
	if d := cmp.Diff([]history.CompactionTruth{{UUID: id}}, got); d != "" {
		t.Error(d)
	}
	r := find(t, h, s, "uuid", id)[0]
	if text := r["message"].(map[string]any)["content"].(string); r["parentUuid"] != nil || !strings.HasPrefix(text, "This session is being continued") {
		t.Errorf("%v", r)
	}
}

func TestParallelResultsHangOnTheirCalls(t *testing.T) {
	h := home()
	s := h.Session(at("2.1.215"))
	s.Prompt("Read both.")
	slow, quick := history.Read("/a", "a"), history.Read("/b", "b")
	slow.Took, quick.Took = 900e6, 100e6
	tools := s.Parallel(slow, quick)
	a, b := find(t, h, s, "uuid", tools[0].Result)[0], find(t, h, s, "uuid", tools[1].Result)[0]
	if a["parentUuid"] != tools[0].UUID || b["parentUuid"] != tools[1].UUID {
		t.Error("a result hangs on another record than its call")
	}
	if b["timestamp"].(string) >= a["timestamp"].(string) {
		t.Error("the quick call is not done first")
	}
	if len(h.Truth().Session(s.ID).Rewinds) != 0 {
		t.Error("parallel calls are no rewind")
	}
}

// TestOneCaveat pins the noise of 1.0.x: local commands have one record as parent, however
// far the conversation is.
func TestOneCaveat(t *testing.T) {
	h := home()
	s := h.Session(at("1.0.71"))
	s.LocalCommand("/status", "", "ok")
	s.Turn("One.", "1")
	s.LocalCommand("/cost", "", "$1")
	s.Turn("Two.", "2")
	metas := find(t, h, s, "isMeta", true)
	if len(metas) != 1 {
		t.Fatalf("%d caveats", len(metas))
	}
	children := find(t, h, s, "parentUuid", metas[0]["uuid"])
	if len(children) != 2 {
		t.Errorf("%d records hang on the caveat, want both commands", len(children))
	}
	if got := h.Truth().Session(s.ID); len(got.Rewinds) != 0 || got.Prompts != 2 || got.ActiveLeaf != s.Leaf() {
		t.Errorf("%+v", got)
	}
}

func TestF7(t *testing.T) {
	h := home()
	s := talk(h, "2.1.215")
	s.Prompt("Fork an agent.")
	last := s.Last()
	a := s.Agent(history.AgentSpec{Fork: true, Description: "Aside", Prompt: "Check it."}, func(a *history.Agent) { a.Reply("Fine.") })
	list := records(t, h.Files()[path.Join(s.SideDir(), "subagents", "agent-"+a.ID+".jsonl")])
	if r := list[0]; r["type"] != "fork-context-ref" || r["parentSessionId"] != s.ID || r["parentLastUuid"] != last {
		t.Errorf("%v", r)
	}
}

func TestBackgroundAgent(t *testing.T) {
	for _, busy := range []bool{false, true} {
		h := home()
		s := h.Session(at("2.1.215"))
		s.Prompt("In the background, please.")
		a := s.Agent(history.AgentSpec{Background: true, Description: "Look", Prompt: "Look."}, func(a *history.Agent) {
			h.Wait(60e9)
			a.Reply("Seen.")
		})
		early := s.Reply("Started.")
		s.Notify(a, busy)
		if find(t, h, s, "uuid", early)[0]["timestamp"].(string) >= find(t, h, s, "type", "queue-operation")[0]["timestamp"].(string) {
			t.Error("the conversation waited for the agent")
		}
		if got := h.Truth().Session(s.ID); got.Prompts != 1 || got.Agents != 1 {
			t.Errorf("busy %v: %d prompts, %d agents", busy, got.Prompts, got.Agents)
		}
	}
}

func TestWorkflowFiles(t *testing.T) {
	h := home()
	s := h.Session(at("2.1.215"))
	s.Prompt("Review it.")
	job := history.Job{AgentSpec: history.AgentSpec{Prompt: "Read."}, Work: func(a *history.Agent) { a.Reply("Read.") }}
	s.Workflow("review", "Two readers", job, job)
	n := map[string]int{}
	for p := range h.Files() {
		switch {
		case strings.Contains(p, "/subagents/workflows/") && strings.HasSuffix(p, "journal.jsonl"):
			n["journal"]++
		case strings.Contains(p, "/subagents/workflows/"):
			n[path.Ext(p)]++
		case strings.Contains(p, "/workflows/"):
			n["run"]++
		}
	}
	if d := cmp.Diff(map[string]int{"journal": 1, ".jsonl": 2, ".json": 2, "run": 1}, n); d != "" {
		t.Error(d)
	}
	if a := h.Truth().Session(s.ID).Agents; a != 2 {
		t.Errorf("%d agents", a)
	}
}

func TestInternalAgentsDoNotCount(t *testing.T) {
	h := home()
	s := talk(h, "2.0.42")
	s.Warmup()
	s.Internal("acompact", "Summarise.", "Done.")
	s.Unattached(history.AgentSpec{Prompt: "Nobody called me."}, nil)
	if n := h.Truth().Session(s.ID).Agents; n != 1 {
		t.Errorf("%d agents, want the unattached one", n)
	}
}

func TestSpilledResult(t *testing.T) {
	h := home()
	s := h.Session(at("2.1.215"))
	s.Prompt("Show it.")
	tool := s.Call(history.Call{Name: "Bash", Result: "first", Detail: history.O("stdout", "first"), Spill: strings.Repeat("x", 60_000)})
	name := path.Join(s.SideDir(), "tool-results", tool.ID+".txt")
	if n := len(h.Files()[name]); n != 60_000 {
		t.Errorf("%d bytes beside the session", n)
	}
	r := find(t, h, s, "uuid", tool.Result)[0]
	if d := r["toolUseResult"].(map[string]any); !strings.HasSuffix(d["persistedOutputPath"].(string), name) {
		t.Errorf("%v", d)
	}
}

func TestPatch(t *testing.T) {
	before := "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\nm\n"
	after := "a\nb\nc\nd\nE\nf\ng\nh\ni\nj\nk\nl\nm\nn\n"
	hunks := history.Patch(before, after)
	want := []history.Obj{
		history.O("oldStart", 2, "oldLines", 7, "newStart", 2, "newLines", 7, "lines", []string{" b", " c", " d", "-e", "+E", " f", " g", " h"}),
		history.O("oldStart", 11, "oldLines", 3, "newStart", 11, "newLines", 4, "lines", []string{" k", " l", " m", "+n"}),
	}
	if d := cmp.Diff(want, hunks); d != "" {
		t.Error(d)
	}
}

// TestWriteDir writes real files with real times.
func TestWriteDir(t *testing.T) {
	h := home()
	s := talk(h, "2.1.215")
	dir := t.TempDir()
	if err := h.WriteDir(dir); err != nil {
		t.Fatal(err)
	}
	f, err := h.FS().Open(s.Path())
	if err != nil {
		t.Fatal(err)
	}
	info, err := f.Stat()
	if err != nil || !info.ModTime().Equal(h.Now()) || info.Size() == 0 {
		t.Errorf("%v %v %v", info.ModTime(), info.Size(), err)
	}
}
