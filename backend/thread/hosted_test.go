package thread

import (
	"context"
	"strings"
	"testing"

	"dendro/backend/transcript"
)

// hosts lists rows with the agents attached to them.
func hosts(rows []Row) string {
	var b strings.Builder
	each(rows, 0, func(r *Row, depth int) {
		text := r.Text
		if r.Tool != nil {
			text = r.Tool.Name
		}
		b.WriteString(strings.Repeat("  ", depth) + r.Kind + " " + text + "\n")
	})
	return b.String()
}

// TestAgentsOfCommands: an agent started by a command is attached to the record that names
// it, else to the end of its context, else to the notification.
func TestAgentsOfCommands(t *testing.T) {
	launch := func(s *script) *script {
		s.user("1", "", "go").reply("2", "1", "m", text("gone"))
		s.user("3", "2", "<command-name>/subtask</command-name>\n<command-args>look</command-args>")
		s.system("4", "3", "informational", obj{"content": "Started in the background", "launchedAgentId": "X"})
		return s.user("5", "4", "on").reply("6", "5", "n", text("done"))
	}
	const launched = "prompt go\nreply gone\ncommand /subtask look\nnotice Started in the background\n  prompt look\n  reply seen\nprompt on\nreply done\n"
	for name, tt := range map[string]struct {
		script func(s *script) *script
		fork   obj
		want   string
	}{
		"by the record that names it": {launch, obj{"agentId": "X", "parentSessionId": "s", "parentLastUuid": "2"}, launched},
		"without the context":         {launch, nil, launched},
		"by the end of its context": {func(s *script) *script {
			return s.user("1", "", "go").reply("2", "1", "m", text("gone")).user("5", "2", "on").reply("6", "5", "n", text("done"))
		}, obj{"agentId": "X", "parentSessionId": "s", "parentLastUuid": "2"}, "prompt go\nreply gone\n  prompt look\n  reply seen\nprompt on\nreply done\n"},
		"by a notification": {func(s *script) *script {
			s.user("1", "", "go").reply("2", "1", "m", text("gone"))
			return s.user("3", "2", "<task-notification>\n<task-id>X</task-id>\n<summary>Finished</summary>\n</task-notification>")
		}, nil, "prompt go\nreply gone\nnotice Finished\n\ntask-id: X\n  prompt look\n  reply seen\n"},
	} {
		t.Run(name, func(t *testing.T) {
			var s, a script
			tt.script(&s)
			if tt.fork != nil {
				a.with(tt.fork).rec("fork-context-ref", "", "", nil)
			}
			a.n = 30
			a.with(obj{"isSidechain": true}).user("a1", "", "look").with(obj{"isSidechain": true}).reply("a2", "a1", "ma", text("seen"))
			agent := a.agent("X", transcript.AgentMeta{})
			equal(t, hosts(s.show(t, "", agent)), tt.want)
			ss := NewSession(indexOf("main", []byte(s.b.String())), []Agent{agent}, Options{ID: "s"})
			th := ss.Thread(activeLeaf([]byte(s.b.String())))
			at := th.Locate(idOf("a2"), 0)
			if len(at) != 2 || th.Unattached() != 0 {
				t.Errorf("stands at %v, %d unattached", at, th.Unattached())
			}
			work, err := th.Work(context.Background(), 0, len(th.turns), s.load(nil))
			n := 0
			for _, w := range work {
				n += len(w.Agents)
			}
			if err != nil || n != 1 {
				t.Errorf("%d agents in the outline, %v", n, err)
			}
		})
	}
}

// TestInlineSidechainsBelowRecords: an inline sidechain is attached to its parent record in
// the file: to a row of that, to the call whose result it is, or below it.
func TestInlineSidechainsBelowRecords(t *testing.T) {
	side := obj{"isSidechain": true}
	var s script
	s.user("1", "", "go").with(side).user("s1", "1", "below a prompt")
	s.with(nil).reply("2", "1", "m", text("gone")).with(side).user("s2", "2", "below a reply").with(side).reply("s3", "s2", "ms", text("seen"))
	s.with(nil).reply("3", "2", "n", use("t1", "Read", nil)).with(side).user("s4", "3", "below a call")
	s.with(nil).reply("4", "3", "o", use("t2", "Grep", nil)).with(nil).result("5", "4", "t2", "x").with(side).user("s5", "5", "below a result")
	s.with(nil).system("6", "5", "turn_duration", obj{"durationMs": 1000}).with(side).user("s6", "6", "below nothing to see")
	s.with(nil).user("7", "6", "on").with(side).user("s7", "7", "one").with(side).user("s8", "7", "two")
	equal(t, hosts(s.show(t, "7")), `prompt go
  prompt below a prompt
reply gone
  prompt below a reply
  reply seen
tool Read
  prompt below a call
tool Grep
  prompt below a result
tool (agent)
  prompt below nothing to see
prompt on
  tool (agent)
    prompt one
  tool (agent)
    prompt two
`)
}
