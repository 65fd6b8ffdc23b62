package chattree_test

import (
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"dendro/backend/chattree"
	"dendro/backend/transcript"
)

// TestDrawn checks where segments begin, attach and end.
func TestDrawn(t *testing.T) {
	shell := func(name, parent string) []rec {
		return []rec{user("k"+name, parent, "<command-name>/x</command-name>"), user("o"+name, "k"+name, "<local-command-stdout>ok</local-command-stdout>")}
	}
	one, two, three := talk("1", ""), talk("2", "a1"), talk("3", "a2")
	for _, tt := range []struct {
		name  string
		files []chattree.File
		want  string
	}{
		{
			"a fork hangs where it leaves, in the ancestor whose own that is",
			[]chattree.File{
				file("a", 0, then(one, two, three)...), file("b", 5, then(marked("a", then(one, two, three)...), talk("4", "a3"))...),
				file("c", 9, then(marked("b", then(one, two)...), talk("5", "a2"))...),
			},
			`
root a 2@0 Prompt 1 ~
  continue a 1@2 Prompt 3 >~
    resume b 1@3 Prompt 4 *>
  fork c 1@2 Prompt 5 *>
`,
		},
		{
			"a copy with nothing of its own hangs behind what is shared last",
			[]chattree.File{file("a", 0, then(one, two)...), file("b", 5, marked("a", one...)...)},
			`
root a 1@0 Prompt 1 
  fork b 0@1 Prompt 1 *>
  continue a 1@1 Prompt 2 *>
`,
		},
		{
			"what shares nothing hangs where its first record points to",
			[]chattree.File{file("a", 0, then(one, two)...), file("b", 5, talk("3", "a1")...)},
			`
root a 1@0 Prompt 1 
  continue a 1@1 Prompt 2 *>
  fork b 1@1 Prompt 3 *>
`,
		},
		{
			"what shares nothing and names its parent hangs on that one's leaf, apart",
			[]chattree.File{file("a", 0, then(one, two)...), file("b", 5, marked("a", talk("3", "")...)...)},
			`
root a 2@0 Prompt 1 *>
  fork b 1@0 Prompt 3 *>
`,
		},
		{
			"a fork from the hooks before a resume's first prompt leaves where the resume does",
			[]chattree.File{
				file("a", 0, one...),
				file("b", 5, then(one, []rec{system("h", "a1", "informational")}, talk("2", "h"))...),
				file("c", 9, then(marked("b", then(one, []rec{system("h", "a1", "informational")})...), talk("3", "h"))...),
			},
			`
root a 1@0 Prompt 1 >~
  resume b 1@1 Prompt 2 *>
  fork c 1@1 Prompt 3 *>
`,
		},
		{
			"from a hook that stands in no segment: above it",
			[]chattree.File{
				file("a", 0, one...),
				file("b", 5, then(marked("a", one...), []rec{system("h", "a1", "informational")}, talk("3", "h"), talk("4", "h"))...),
				file("c", 9, then(marked("b", then(one, []rec{system("h", "a1", "informational")})...), talk("5", "h"))...),
			},
			`
root a 1@0 Prompt 1 >~
  rewind b 1@1 Prompt 3 *
  rewind b 1@1 Prompt 4 *>
  fork c 1@1 Prompt 5 *>
`,
		},
		{
			"what goes on from a record that no file holds: what came before is gone",
			[]chattree.File{file("a", 0, talk("2", "gone")...)},
			`
missing a 1@0 Prompt 2 *>
`,
		},
		{
			"a command that is answered is a turn, its output alone is none",
			[]chattree.File{file("a", 0, then(one, shell("1", "a1"), []rec{user("k2", "o1", "<command-name>/y</command-name>"), reply("b2", "k2", "Done")})...)},
			`
root a 2@0 Prompt 1 *>
`,
		},
		{
			"… and one whose answer follows its output is one",
			[]chattree.File{file("a", 0, then(one, shell("1", "a1"), []rec{reply("b1", "o1", "Done")})...)},
			`
root a 2@0 Prompt 1 *>
`,
		},
		{
			"a branch that was left is not superseded by a resume",
			[]chattree.File{
				file("a", 0, then(one, two, talk("3", "a1"))...), file("b", 5, then(marked("a", then(one, talk("3", "a1"))...), talk("4", "a3"))...),
			},
			`
root a 1@0 Prompt 1 ~
  continue a 1@1 Prompt 2 *
  rewind a 1@1 Prompt 3 >~
    resume b 1@2 Prompt 4 *>
`,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var b strings.Builder
			for _, c := range chattree.Build(tt.files, nil).Chats() {
				names := map[string]string{}
				for _, s := range c.Sessions {
					names[s.ID] = s.ID
				}
				b.WriteString(drawing(c, names))
			}
			if diff := gocmp.Diff(strings.TrimPrefix(tt.want, "\n"), b.String()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestStructureStaysBehind: structure after a reply belongs to the reply's segment, not to
// its continuation.
func TestStructureStaysBehind(t *testing.T) {
	one := then(talk("1", ""), []rec{system("s", "a1", "turn_duration")})
	c, s := chattree.Build([]chattree.File{
		file("a", 0, then(one, talk("2", "s"))...), file("b", 5, then(marked("a", talk("1", "")...), talk("3", "a1"))...),
	}, nil).Session("a")
	if got := c.Segments[s.SegmentOf(3)].First; got != "u2" || s.SegmentOf(2) != s.SegmentOf(1) {
		t.Errorf("the second segment begins with %s", got)
	}
	// Records that an ancestor also has belong to the ancestor's segment.
	b := c.Session("b")
	if b.SegmentOf(0) != -1 || b.SegmentAt(0) != s.SegmentOf(0) || b.SegmentOf(2) != b.SegmentAt(2) {
		t.Errorf("records of the copy: %d and %d, %d and %d", b.SegmentOf(0), b.SegmentAt(0), b.SegmentOf(2), b.SegmentAt(2))
	}
}

// TestAgentsOfSegments: an agent counts in the segment of the record that names it, else of
// the turn in which it began.
func TestAgentsOfSegments(t *testing.T) {
	one, two := talk("1", ""), talk("2", "a1")
	call := reply("k", "a2", "").with("message", map[string]any{"role": "assistant", "content": []any{map[string]any{"type": "tool_use", "id": "t", "name": "Task", "input": map[string]any{"prompt": "Go"}}}})
	result := user("r", "k", "").with("message", map[string]any{"role": "user", "content": []any{map[string]any{"type": "tool_result", "tool_use_id": "t", "content": "ok"}}}).
		with("toolUseResult", map[string]any{"agentId": "aa"})
	files := []chattree.File{file("a", 0, then(one, two, []rec{call, result})...), file("b", 5, then(marked("a", one...), talk("3", "a1"))...)}
	agent := func(id string, second int) chattree.AgentFile {
		sum := file("x", 0, user("t"+id, "", "Go").with("isSidechain", true).with("sessionId", "a")).Summary
		sum.StartMS += int64(second) * 1000
		return chattree.AgentFile{File: transcript.File{ID: id, Path: "projects/p/a/subagents/agent-" + id + ".jsonl", Root: "/r", Owner: "a"}, Summary: sum}
	}
	c, s := chattree.Build(files, []chattree.AgentFile{agent("aa", 0), agent("bb", 1), agent("cc", 3)}).Session("a")
	for id, want := range map[string]string{"aa": "u2", "bb": "u1", "cc": "u2"} {
		if got := c.Segments[s.SegmentOfAgent(id)].First; got != want {
			t.Errorf("agent %s counts at %s, not %s", id, got, want)
		}
	}
	again := agent("cc", 3)
	again.Root = "/other"
	if _, s := chattree.Build(files, []chattree.AgentFile{agent("cc", 3), again}).Session("a"); s.Agents != 1 {
		t.Errorf("an agent in two roots counts %d times", s.Agents)
	}
}

// TestOwnerOfAgent checks the owner of an agent's file beside the sessions.
func TestOwnerOfAgent(t *testing.T) {
	task := func(uuid, session string) rec {
		return user(uuid, "", "Go").with("isSidechain", true).with("sessionId", session)
	}
	for _, tt := range []struct {
		name    string
		records []rec
		naming  []string
		want    string
	}{
		{"the id that most records carry", []rec{task("1", "a"), task("2", "b"), task("3", "b"), task("4", "c")}, nil, "b"},
		{"of several the one whose results name it", []rec{task("1", "a"), task("2", "b"), task("3", "b")}, []string{"a"}, "a"},
		{"who names it, where it names nobody", []rec{task("1", "")}, []string{"y", "x"}, "x"},
		{"a call elsewhere is a copy", []rec{task("1", "a")}, []string{"x"}, "a"},
	} {
		a := chattree.AgentFile{Summary: file("x", 0, tt.records...).Summary}
		if got := a.BelongsTo(tt.naming); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
