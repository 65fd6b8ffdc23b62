package transcript

import (
	"slices"
	"testing"
)

func TestTurnFinder(t *testing.T) {
	const ask, command, answer, aside, pause = TurnOpener, TurnCommand, TurnAnswer, TurnAside, TurnBreak
	for _, test := range []struct {
		name  string
		parts []TurnPart
		want  []int
	}{
		{"prompts", []TurnPart{ask, answer, answer, ask}, []int{0, 3}},
		{"a command that is answered", []TurnPart{command, answer, answer}, []int{0}},
		{"its output comes first", []TurnPart{command, aside, answer}, []int{0}},
		{"a command that only prints", []TurnPart{command, aside, ask, answer}, []int{2}},
		{"two commands", []TurnPart{command, command, answer, command}, []int{1}},
		{"a compaction between", []TurnPart{command, pause, answer}, nil},
		{"no answer", []TurnPart{aside, command}, nil},
	} {
		var z TurnFinder
		var got []int
		for at, part := range test.parts {
			if begins, ok := z.Add(at, part); ok {
				got = append(got, begins)
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: turns begin at %v, want %v", test.name, got, test.want)
		}
	}
}
