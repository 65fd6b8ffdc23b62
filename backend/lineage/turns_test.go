package lineage

import (
	"slices"
	"testing"

	"dendro/backend/transcript"
)

func TestTurns(t *testing.T) {
	const ask, reply, command, side = transcript.FlagUser | transcript.FlagPrompt, transcript.FlagAssistant, transcript.FlagUser | transcript.FlagCommand, transcript.FlagSidechain
	const gone = transcript.FlagQueued | transcript.FlagGone
	type node struct {
		parent int // from 1; 0: none
		flags  transcript.Flags
	}
	for _, test := range []struct {
		name  string
		nodes []node
		want  []int32
	}{
		{"prompts", []node{{0, ask}, {1, reply}, {2, ask}, {3, reply}}, []int32{0, 0, 2, 2}},
		{"a rewind", []node{{0, ask}, {1, reply}, {2, ask}, {3, reply}, {2, ask}, {5, reply}}, []int32{0, 0, 2, 2, 4, 4}},
		{"two processes take turns", []node{{0, ask}, {1, reply}, {2, ask}, {2, ask}, {3, reply}, {4, reply}}, []int32{0, 0, 2, 3, 2, 3}},
		{"a command that is answered", []node{{0, ask}, {1, command}, {2, reply}}, []int32{0, 1, 1}},
		{"a command that only prints", []node{{0, ask}, {1, command}, {2, ask}}, []int32{0, 0, 2}},
		{"a command that one branch answers", []node{{0, ask}, {1, command}, {2, ask}, {2, reply}}, []int32{0, 1, 2, 1}},
		{"what stands before the first prompt", []node{{0, transcript.FlagSystem}, {1, transcript.FlagSystem}, {2, ask}}, []int32{0, 0, 2}},
		{"a sidechain", []node{{0, ask}, {1, reply}, {0, ask | side}, {3, reply | side}, {2, ask}}, []int32{0, 0, 0, 0, 4}},
		{"a queued prompt that came back", []node{{0, ask}, {1, gone}, {1, reply}, {3, ask}}, []int32{0, None, 0, 3}},
	} {
		var facts transcript.Facts
		for i, n := range test.nodes {
			node := transcript.Node{ID: transcript.ID{byte(i + 1)}, Flags: n.flags}
			if n.parent > 0 {
				node.Parent = transcript.ID{byte(n.parent)}
			}
			facts.Nodes = append(facts.Nodes, node)
		}
		if got := New("s", &facts).Turns(); !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}
