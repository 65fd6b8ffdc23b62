package thread

import (
	"strings"
	"testing"

	"dendro/backend/transcript"
)

// resumed returns a session that starts agent X by t1 and continues it by t2, a Task that
// resumes it, and t3, a message.
func resumed() *script {
	var s script
	s.user("1", "", "go").reply("2", "1", "m", use("t1", "Task", obj{"prompt": "look around"}))
	s.with(obj{"toolUseResult": obj{"agentId": "X"}}).result("3", "2", "t1", "seen")
	s.n = 20
	s.reply("4", "3", "n", use("t2", "Task", obj{"prompt": "look again", "resume": "X", "description": "Again"}))
	s.with(obj{"toolUseResult": obj{"agentId": "X"}}).result("5", "4", "t2", "seen twice")
	s.n = 40
	s.reply("6", "5", "o", use("t3", "SendMessage", obj{"to": "X", "message": "and the cellar"}))
	s.with(obj{"toolUseResult": obj{"resumedAgentId": "X", "success": true}}).result("7", "6", "t3", "sent")
	return s.reply("8", "7", "p", text("done"))
}

// agentX returns the file of an agent that got three prompts.
func agentX(prompts ...string) *script {
	var s script
	side, before := obj{"isSidechain": true}, ""
	for i, prompt := range prompts {
		n := string(rune('a' + i))
		s.n = 3 + 20*i
		s.with(side).user(n+"1", before, prompt).with(side).reply(n+"2", n+"1", "m"+n, text("part "+n))
		before = n + "2"
	}
	return &s
}

// TestContinuedAgents: each call shows the part of the agent's conversation that begins
// with its prompt.
func TestContinuedAgents(t *testing.T) {
	const want = `prompt go
Task look around ok seen
  prompt %1
  reply part a
Task Again ok seen twice
  prompt %2
  reply part b
SendMessage ok sent
  prompt %3
  reply part c
reply done
`
	for name, prompts := range map[string][]string{
		"by the text": {"look around", "look again", "and the cellar"},
		"by the time": {"look around!", "look again!", "and the cellar!"},
	} {
		t.Run(name, func(t *testing.T) {
			a := agentX(prompts...).agent("X", transcript.AgentMeta{ToolUseID: "t1"})
			s := resumed()
			rows := s.show(t, "", a)
			expected := strings.NewReplacer("%1", prompts[0], "%2", prompts[1], "%3", prompts[2]).Replace(want)
			equal(t, shows(rows), expected)
			var keys []string
			ss := NewSession(indexOf("main", []byte(s.b.String())), []Agent{a}, Options{ID: "s"})
			for _, r := range rows {
				if side := r.Sidechain; side != nil {
					keys = append(keys, side.Agent+" "+side.First+" "+side.Description)
					if side.First == "" {
						continue
					}
					if th, ok := ss.Sidechain(side.First); !ok || th.Len() != 2 {
						t.Errorf("%s does not open", side.First)
					}
				}
			}
			equal(t, keys, []string{"X  ", "X X~2 Again", "X X~3 "})
			th := ss.Thread(idOf("8"))
			equal(t, th.Locate(idOf("c2"), 0), []int{3, 1})
			equal(t, th.Locate(idOf("a2"), 0), []int{1, 1})
			if th.Unattached() != 0 {
				t.Errorf("%d unattached", th.Unattached())
			}
		})
	}
}

// TestMessageOfACoordinator: the text of SendMessage in an agent's file is shown as the
// prompt of its part, without the sentences around it (2.1.332).
func TestMessageOfACoordinator(t *testing.T) {
	a := agentX("look around")
	a.n = 41
	a.with(obj{"isSidechain": true, "isMeta": true, "origin": obj{"kind": "coordinator"}}).
		user("b1", "a2", "The coordinator sent a message while you were working:\nand the cellar\n\nAddress this before completing your current task.")
	a.with(obj{"isSidechain": true}).reply("b2", "b1", "mb", text("part b"))
	rows := resumed().show(t, "", a.agent("X", transcript.AgentMeta{}))
	last := rows[len(rows)-2].Sidechain
	if last == nil || len(last.Rows) != 2 || last.Rows[0].UUID != "b1" || last.Rows[0].Kind != "prompt" || last.Rows[0].Text != "and the cellar" {
		t.Errorf("%+v", last)
	}
}

// TestContinuedAgentWithoutItsPrompts: every call is linked to the agent all the same.
func TestContinuedAgentWithoutItsPrompts(t *testing.T) {
	a := agentX("look around").agent("X", transcript.AgentMeta{})
	equal(t, shows(resumed().show(t, "", a)), `prompt go
Task look around ok seen
  prompt look around
  reply part a
Task Again ok seen twice
  prompt look again
SendMessage ok sent
  prompt and the cellar
reply done
`)
}

// TestMessageToAnAgentWithoutItsCall: an agent whose first call is missing is attached to the
// message that resumed it.
func TestMessageToAnAgentWithoutItsCall(t *testing.T) {
	var s script
	s.user("1", "", "go").reply("2", "1", "m", use("t3", "SendMessage", obj{"to": "X", "message": "and the cellar"}))
	s.with(obj{"toolUseResult": obj{"resumedAgentId": "X"}}).result("3", "2", "t3", "sent")
	equal(t, shows(s.show(t, "", agentX("look around").agent("X", transcript.AgentMeta{}))),
		"prompt go\nSendMessage ok sent\n  prompt look around\n  reply part a\n")
}
