package transcript_test

import (
	"testing"

	"dendro/backend/transcript"
)

func TestSaidInstead(t *testing.T) {
	const before = "The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\n"
	for result, want := range map[string]string{
		before + "first a branch\nthen this":                               "first a branch\nthen this",
		before + "no\n\nNote: The user's next message may contain a hint.": "no",
		"The user doesn't want to take this action right now. STOP.":       "",
		"": "",
	} {
		if got := transcript.SaidInstead(result); got != want {
			t.Errorf("%q: %q, want %q", result, got, want)
		}
	}
}
