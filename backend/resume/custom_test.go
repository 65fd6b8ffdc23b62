package resume

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dendro/backend/message"
)

// TestCheckCustom: each choice is checked separately, and nothing is run.
func TestCheckCustom(t *testing.T) {
	term := []string{"xterm", "-e", "{argv...}"}
	for _, tt := range []struct {
		name, client    string
		flags, template []string
		want            CustomCheck // without Question
	}{
		{"nothing of one's own", "", nil, nil, CustomCheck{Found: "/usr/bin/claude"}},
		{"all of it", "/usr/bin/claude", []string{"--model", "opus"}, term, CustomCheck{Found: "/usr/bin/claude"}},
		{"no such client", "nope", nil, nil, CustomCheck{Client: message.Text("The Claude Code program nope from the settings was not found")}},
		{"an option of Dendro's", "", []string{"--resume"}, nil, CustomCheck{Found: "/usr/bin/claude", Flags: message.Text("Dendro sets the option --resume itself. Remove it from the extra options.")}},
		{"no place for the command", "", nil, []string{"xterm"}, CustomCheck{Found: "/usr/bin/claude", Terminal: message.Text("The custom terminal command must contain {argv...} exactly once")}},
		{"no such terminal", "", nil, []string{"nope", "{argv...}"}, CustomCheck{Found: "/usr/bin/claude", Terminal: message.Text("The custom terminal's program, nope, was not found")}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := newMachine()
			got := m.launcher(t).CheckCustom(t.Context(), tt.client, tt.flags, tt.template)
			says := got.Question.String()
			if got.Question = (message.Message{}); !cmp.Equal(got, tt.want) {
				t.Errorf("%+v, want %+v", got, tt.want)
			}
			if !strings.Contains(says, strings.Join(tt.flags, " ")) || !strings.HasSuffix(says, "Save these settings?") {
				t.Errorf("it says %q", says)
			}
			if (got.Err() == nil) != (tt.want.Err() == nil) || len(m.asked)+len(m.started) > 0 {
				t.Errorf("err %v, ran %v", got.Err(), m.asked)
			}
		})
	}
}
