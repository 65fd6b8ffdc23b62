package thread

import (
	"fmt"
	"strings"
	"testing"
)

const (
	taskDone = "<task-notification>\n<task-id>b1</task-id>\n<summary>Command \"tide\" failed with exit code 2</summary>\n</task-notification>"
	taskItem = `{"task_id":"b1","tool_use_id":"t9","description":"Read the tide","task_type":"local_bash"}`
	taskOld  = `{"task_id":"b1","description":"Read the tide","task_type":"local_bash"}`
)

// What became of the items of the queue, for each release that writes it differently: see
// transcript/queue.go.
func TestQueueByVersion(t *testing.T) {
	attach := func(s *script, id, parent, text string) *script {
		return s.rec("attachment", id, parent, obj{"attachment": obj{"type": "queued_command", "commandMode": "prompt", "prompt": text}})
	}
	remove := func(s *script, text string) *script {
		return s.with(obj{"reason": "absorbed_mid_turn"}).queue("remove", text)
	}
	const begin, done = "prompt write it\ntool Read ok x\n", "reply Red.\n"
	tests := []struct {
		client, name string
		script       func(s *script) // behind a prompt and its call
		want         string
	}{
		{"2.0.31", "behind a tool, named", func(s *script) {
			s.queue("enqueue", "heron").queue("remove", "heron").result("3", "2", "t1", "x").reply("4", "3", "n", text("Red."))
		}, begin + "prompt heron, not loaded\n" + done},
		{"2.0.77", "behind a tool", func(s *script) {
			s.queue("enqueue", "heron").result("3", "2", "t1", "x").queue("remove", nil).reply("4", "3", "n", text("Red."))
		}, begin + "prompt heron, not loaded\n" + done},
		{"2.0.77", "joined behind a text", func(s *script) {
			s.result("3", "2", "t1", "x").reply("4", "3", "n", text("Red.")).queue("enqueue", "heron").queue("enqueue", "wren\nand tern").
				queue("dequeue", nil).queue("dequeue", nil).user("5", "4", "heron\nwren\nand tern")
		}, begin + done + "prompt heron\nwren\nand tern\n"},
		{"2.0.76", "an agent's notification behind a tool", func(s *script) {
			s.queue("enqueue", "<agent-notification><agent-id>a1</agent-id><summary>Look is done</summary></agent-notification>").queue("remove", nil).
				result("3", "2", "t1", "x")
		}, begin + "notice Look is done\n\nagent-id: a1, not loaded\n"},
		{"2.1.20", "two behind a tool", func(s *script) {
			s.queue("enqueue", "heron").queue("enqueue", "wren").queue("remove", nil).queue("remove", nil).result("3", "2", "t1", "x").reply("4", "3", "n", text("Red."))
		}, begin + "prompt heron, not loaded\nprompt wren, not loaded\n" + done},
		{"2.1.20", "one sent, a second lost", func(s *script) {
			s.result("3", "2", "t1", "x").queue("enqueue", "heron").queue("enqueue", "wren").queue("dequeue", nil).user("4", "3", "heron").
				reply("5", "4", "n", text("Red.")).user("6", "5", "typed anew")
		}, begin + "notice Queued, never sent: wren\nprompt heron\n" + done + "prompt typed anew\n"},
		{"2.1.44", "a notification without a dequeue", func(s *script) {
			s.result("3", "2", "t1", "x").queue("enqueue", taskDone).user("4", "3", taskDone).queue("enqueue", "heron").queue("dequeue", nil).user("5", "4", "heron")
		}, begin + "notice Command \"tide\" failed with exit code 2\n\ntask-id: b1\nprompt heron\n"},
		{"2.1.44", "put back again and again", func(s *script) {
			s.result("3", "2", "t1", "x")
			for range 6 {
				s.queue("enqueue", "heron").queue("dequeue", nil)
			}
			s.user("4", "3", "heron")
		}, begin + "prompt heron\n"},
		{"2.1.45", "beside a task that no line takes out", func(s *script) {
			s.queue("enqueue", taskOld).queue("enqueue", "heron").queue("remove", nil).result("3", "2", "t1", "x")
		}, begin + "notice Background task: Read the tide\nprompt heron, not loaded\n"},
		{"2.1.45", "taken back, and only that", func(s *script) {
			s.queue("enqueue", "heron").queue("enqueue", "wren").queue("popAll", "wren").queue("remove", nil).result("3", "2", "t1", "x")
		}, begin + "prompt heron, not loaded\n"},
		{"2.1.49", "a task leaves at the end of the turn", func(s *script) {
			s.result("3", "2", "t1", "x").queue("enqueue", taskItem).queue("enqueue", "heron").queue("remove", nil).reply("4", "3", "n", text("Red.")).
				queue("dequeue", nil).user("5", "4", "heron")
		}, begin + "notice Background task: Read the tide\n" + done + "prompt heron\n"},
		{"2.1.49", "a prompt leaves behind a tool, a task waits", func(s *script) {
			s.queue("enqueue", taskItem).queue("enqueue", "heron").queue("remove", nil).result("3", "2", "t1", "x").reply("4", "3", "n", text("Red.")).queue("remove", nil)
		}, begin + "notice Background task: Read the tide\nprompt heron, not loaded\n" + done},
		{"2.1.49", "a slash command behind a tool, as words", func(s *script) {
			s.queue("enqueue", "/tide now").queue("remove", nil).result("3", "2", "t1", "x")
		}, begin + "command /tide now, not loaded\n"},
		{"2.1.49", "a picture behind a tool", func(s *script) {
			s.queue("enqueue", nil).queue("remove", nil).result("3", "2", "t1", "x")
		}, begin + "notice A message was sent here; its words are not recorded, not loaded\n"},
		{"2.1.49", "stream-json, behind a text", func(s *script) {
			s.result("3", "2", "t1", "x").queue("enqueue", nil).queue("dequeue", nil).user("4", "3", "heron")
		}, begin + "prompt heron\n"},
		{"2.1.63", "a notification behind a tool", func(s *script) {
			s.queue("enqueue", taskDone).queue("remove", nil).result("3", "2", "t1", "x")
		}, begin + "notice Command \"tide\" failed with exit code 2\n\ntask-id: b1, not loaded\n"},
		{"2.1.63", "a notification that waits", func(s *script) {
			s.result("3", "2", "t1", "x").reply("4", "3", "n", text("Red.")).queue("enqueue", taskDone)
		}, begin + done + "notice Claude has not been told so far: Command \"tide\" failed with exit code 2\n\ntask-id: b1\n"},
		{"2.1.63", "a notification that a crash lost", func(s *script) {
			s.result("3", "2", "t1", "x").queue("enqueue", taskDone).reply("4", "3", "n", text("Red.")).user("5", "4", "typed anew")
		}, begin + "notice Claude was not told: Command \"tide\" failed with exit code 2\n\ntask-id: b1\n" + done + "prompt typed anew\n"},
		{"2.1.63", "a notification that came while a prompt was typed", func(s *script) {
			s.result("3", "2", "t1", "x").queue("enqueue", taskDone).user("4", "3", "typed anew").user("5", "4", taskDone)
		}, begin + "prompt typed anew\nnotice Command \"tide\" failed with exit code 2\n\ntask-id: b1\n"},
		{"2.1.63", "a notification that was taken", func(s *script) {
			s.result("3", "2", "t1", "x").queue("enqueue", taskDone).queue("dequeue", nil)
		}, begin + "notice It is not recorded whether Claude was told: Command \"tide\" failed with exit code 2\n\ntask-id: b1\n"},
		{"2.1.96", "said again later", func(s *script) {
			s.queue("enqueue", "heron").queue("remove", nil).result("3", "2", "t1", "x").reply("4", "3", "n", text("Red.")).user("5", "4", "heron")
		}, begin + "prompt heron, not loaded\n" + done + "prompt heron\n"},
		{"2.1.97", "an attachment behind the result", func(s *script) {
			attach(s.queue("enqueue", "heron").queue("remove", nil).result("3", "2", "t1", "x"), "4", "3", "heron")
		}, begin + "prompt heron\n"},
		{"2.1.200", "a notification behind a tool, a command waits", func(s *script) {
			attach(s.queue("enqueue", "/tide").queue("enqueue", taskDone).queue("remove", nil).result("3", "2", "t1", "x"), "4", "3", taskDone).queue("popAll", "/tide")
		}, begin + "notice Command \"tide\" failed with exit code 2\n\ntask-id: b1\n"},
		{"2.1.200", "let through by Escape", func(s *script) {
			s.queue("enqueue", "heron").queue("dequeue", nil).result("3", "2", "t1", "x").user("4", "3", "[Request interrupted by user for tool use]").user("5", "4", "heron")
		}, begin + "notice [Request interrupted by user for tool use]\nprompt heron\n"},
		{"2.1.332", "absorbed", func(s *script) {
			attach(remove(s.queue("enqueue", "heron"), "heron").result("3", "2", "t1", "x"), "4", "3", "heron")
		}, begin + "prompt heron\n"},
		{"2.1.332", "removed for a reason nobody knows", func(s *script) {
			s.queue("enqueue", "heron").with(obj{"reason": "tide"}).queue("remove", "heron").result("3", "2", "t1", "x")
		}, begin + "notice Queued; it is not recorded whether it was sent: heron\n"},
		{"2.1.332", "a shell command without its sign", func(s *script) {
			s.result("3", "2", "t1", "x").queue("enqueue", "tide -v").queue("dequeue", nil).user("4", "3", "<bash-input>tide -v</bash-input>")
		}, begin + "command !tide -v\n"},
		{"2.1.332", "a shell command with blanks around its sign", func(s *script) {
			s.result("3", "2", "t1", "x").queue("enqueue", " ! tide -v").queue("dequeue", nil).user("4", "3", "<bash-input>tide -v</bash-input>")
		}, begin + "command !tide -v\n"},
		{"2.1.332", "a command's envelope that a person typed", func(s *script) {
			const typed = "<command-contents>tide</command-contents>"
			s.result("3", "2", "t1", "x").queue("enqueue", typed).queue("dequeue", nil).user("4", "3", typed)
		}, begin + "command tide\n"},
		{"2.1.332", "a slash command behind a text", func(s *script) {
			s.result("3", "2", "t1", "x").queue("enqueue", "/tide now").queue("dequeue", nil).
				user("4", "3", "<command-name>/tide</command-name>\n<command-message>tide</command-message>\n<command-args>now</command-args>")
		}, begin + "command /tide now\n"},
	}
	for _, tt := range tests {
		t.Run(tt.client+" "+tt.name, func(t *testing.T) {
			var s script
			s.with(obj{"version": tt.client}).user("1", "", "write it").reply("2", "1", "m", use("t1", "Read", nil))
			tt.script(&s)
			var got strings.Builder
			for _, r := range s.show(t, "") {
				fmt.Fprint(&got, r.Kind, " ", r.Text)
				if r.Tool != nil {
					fmt.Fprint(&got, r.Tool.Name, " ", r.Tool.Status, " ", r.Tool.Result)
				}
				if r.Loaded != nil && !*r.Loaded {
					fmt.Fprint(&got, ", not loaded")
				}
				fmt.Fprintln(&got)
			}
			if got.String() != tt.want {
				t.Errorf("got\n%swant\n%s", got.String(), tt.want)
			}
		})
	}
}
