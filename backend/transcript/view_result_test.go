package transcript

import (
	"testing"

	"dendro/backend/jsonl"
)

func TestSpilledTo(t *testing.T) {
	tests := []struct{ detail, text, want string }{
		{`{"persistedOutputPath":"/home/x/.claude/projects/p/s/tool-results/b1.txt"}`, "", "b1.txt"},
		{`{"persistedOutputPath":"C:\\Users\\x\\tool-results\\b2.txt"}`, "", "b2.txt"},
		{`{}`, "<persisted-output>\nOutput too large. Full output saved to: /a/b/toolu_3.txt\n\nPreview:\nx\n</persisted-output>", "toolu_3.txt"},
		{`{}`, "the words saved to: /etc/passwd", ""},
		{`{"persistedOutputPath":"/a/.."}`, "", ""},
		{`null`, "", ""},
	}
	for _, tt := range tests {
		if got := SpilledTo(jsonl.Value(tt.detail), tt.text); got != tt.want {
			t.Errorf("%s %q: %q", tt.detail, tt.text, got)
		}
	}
}
