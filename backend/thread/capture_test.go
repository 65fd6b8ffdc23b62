package thread

import (
	"strings"
	"testing"
)

// Of a capture of stream-json, an agent's records, which name no parent, are in the agent of the
// call that they name, however those of several agents alternate.
func TestCapturedAgents(t *testing.T) {
	var s script
	of := func(call string) *script { return s.with(obj{"parent_tool_use_id": call}) }
	s.user("1", "", "Count").reply("2", "1", "m1", use("one", "Task", obj{"prompt": "otters"}), use("two", "Task", obj{"prompt": "herons"}))
	of("one").user("3", "", []obj{text("otters")})
	of("two").reply("4", "", "m2", text("I look for herons"))
	of("one").reply("5", "", "m3", text("Seven otters"))
	of("two").reply("6", "", "m4", text("Two herons"))
	s.with(nil).result("7", "2", "one", "seven").result("8", "7", "two", "two").reply("9", "8", "m5", text("Seven and two"))
	want := map[string]string{"one": "otters, Seven otters", "two": "herons, I look for herons, Two herons"}
	var kinds []string
	for _, r := range s.show(t, "") {
		kinds = append(kinds, r.Kind)
		if r.Tool == nil {
			continue
		}
		var said []string
		if r.Sidechain != nil {
			for _, inner := range r.Sidechain.Rows {
				if inner.Text != "" {
					said = append(said, inner.Text)
				}
			}
		}
		if got := strings.Join(said, ", "); got != want[r.Tool.ID] {
			t.Errorf("%s says %s, want %s", r.Tool.ID, got, want[r.Tool.ID])
		}
	}
	if got := strings.Join(kinds, " "); got != "prompt tool tool reply" {
		t.Errorf("rows %s", got)
	}
}
