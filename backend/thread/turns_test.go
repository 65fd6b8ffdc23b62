package thread

import (
	"testing"

	"dendro/backend/transcript"
)

// TestContextOfTurns: the context is that of a turn's last response, and fits the window of the
// model that gave it.
func TestContextOfTurns(t *testing.T) {
	var s script
	answer := func(id, parent, model string, in, read, out int) {
		s.rec("assistant", id, parent, obj{"message": obj{
			"id": "m" + id, "role": "assistant", "model": model, "content": []obj{text("ok")},
			"usage": obj{"input_tokens": in, "cache_read_input_tokens": read, "output_tokens": out},
		}})
	}
	s.user("1", "", "two responses")
	answer("2", "1", "claude-opus-4-5", 10, 0, 5)
	answer("3", "2", "claude-opus-4-5", 20, 80_000, 7)
	s.user("4", "3", "another model, whose window proves large later")
	answer("5", "4", "claude-sonnet-4-5", 100, 0, 1)
	s.user("6", "5", "more than the usual window")
	answer("7", "6", "claude-sonnet-4-5", 1, 250_000, 9)
	s.user("8", "7", "a model of another maker")
	answer("9", "8", "llama", 5, 5, 5)
	s.user("a", "9", "a reply of the client itself")
	answer("b", "a", "<synthetic>", 0, 0, 0)
	s.user("c", "b", "no reply yet")

	data := []byte(s.b.String())
	var got [][2]int64
	for _, turn := range NewSession(indexOf("f", data), nil, Options{}).Thread(transcript.ID{}).Turns() {
		got = append(got, [2]int64{turn.Context, turn.Window})
	}
	equal(t, got, [][2]int64{{80_027, 200_000}, {101, 1_000_000}, {250_010, 1_000_000}, {15, 0}, {}, {}})
}
