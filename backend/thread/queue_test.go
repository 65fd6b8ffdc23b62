package thread

import (
	"testing"

	"dendro/backend/lineage"
	"dendro/backend/transcript"
)

// queue adds a queue operation, each at a distinct second.
func (s *script) queue(operation string, content any) *script {
	return s.rec("queue-operation", "", "", obj{"operation": operation, "content": content})
}

// A prompt that only the queue holds is shown at its delivery, or as a notice if it was
// never delivered. A prompt that a later record repeats, or that was returned to the input,
// has no second row.
func TestQueuedPrompts(t *testing.T) {
	call := func(s *script) *script {
		return s.user("1", "", "write it").reply("2", "1", "m", use("t1", "Read", nil))
	}
	tests := []struct {
		name    string
		script  func(s *script)
		want    string
		prompts int
	}{
		{"delivered while a tool ran", func(s *script) {
			call(s).queue("enqueue", "red first, heron").result("3", "2", "t1", "x").queue("remove", nil).reply("4", "3", "n", text("Red."))
		}, "prompt write it\ntool Read ok x\nprompt red first, heron\nreply Red.", 2},
		{"repeated by a record", func(s *script) {
			call(s).queue("enqueue", "go on").result("3", "2", "t1", "x").queue("dequeue", nil).user("4", "3", "go on").reply("5", "4", "n", text("On."))
		}, "prompt write it\ntool Read ok x\nprompt go on\nreply On.", 2},
		{"repeated by an attachment", func(s *script) {
			call(s).queue("enqueue", "go on").queue("remove", nil).
				rec("attachment", "3", "2", obj{"attachment": obj{"type": "queued_command", "commandMode": "prompt", "prompt": "go on"}})
		}, "prompt write it\ntool Read missing\nprompt go on", 2},
		{"the same text before is another prompt", func(s *script) {
			s.user("1", "", "go on").reply("2", "1", "m", text("On.")).queue("enqueue", "go on").queue("remove", nil).reply("3", "2", "n", text("Done."))
		}, "prompt go on\nreply On.\nprompt go on\nreply Done.", 2},
		{"twice, one of them repeated", func(s *script) {
			call(s).queue("enqueue", "go on").queue("enqueue", "go on").queue("remove", nil).queue("dequeue", nil).user("3", "2", "go on")
		}, "prompt write it\ntool Read missing\nprompt go on\nprompt go on", 3},
		{"removed by its text, the last of many", func(s *script) {
			call(s)
			for range 100 {
				s.queue("enqueue", nil)
			}
			s.queue("enqueue", "go on").result("3", "2", "t1", "x").queue("remove", "go on").reply("4", "3", "n", text("On."))
		}, "prompt write it\ntool Read ok x\nprompt go on\nreply On.", 2},
		{"taken back", func(s *script) {
			call(s).queue("enqueue", "never mind").queue("popAll", nil).result("3", "2", "t1", "x")
		}, "prompt write it\ntool Read ok x", 1},
		{"not sent so far", func(s *script) {
			call(s).result("3", "2", "t1", "x").reply("4", "3", "n", text("Red.")).queue("enqueue", "and now")
		}, "prompt write it\ntool Read ok x\nreply Red.\nnotice Queued; not sent so far: and now", 1},
		{"taken, and not seen again", func(s *script) {
			call(s).result("3", "2", "t1", "x").queue("enqueue", "and now").queue("dequeue", nil)
		}, "prompt write it\ntool Read ok x\nnotice Queued; it is not recorded whether it was sent: and now", 1},
		{"before everything else, and sent", func(s *script) {
			s.queue("enqueue", "first, heron").queue("dequeue", nil).user("1", "", "first, heron").reply("2", "1", "m", text("On."))
		}, "prompt first, heron\nreply On.", 1},
		{"before everything else, and never sent", func(s *script) {
			s.queue("enqueue", "first, heron").queue("dequeue", nil).user("1", "", "write it").reply("2", "1", "m", text("On."))
		}, "notice Queued, never sent: first, heron\nprompt write it\nreply On.", 1},
		{"before everything else, and delivered", func(s *script) {
			s.queue("enqueue", "first, heron").queue("remove", nil).user("1", "", "write it").reply("2", "1", "m", text("On."))
		}, "prompt first, heron\nprompt write it\nreply On.", 2},
		{"beside a command that was taken by its name", func(s *script) {
			call(s).queue("enqueue", "and now").queue("enqueue", "/review x").queue("remove", "/review x").result("3", "2", "t1", "x")
		}, "prompt write it\ntool Read ok x\nnotice Queued; not sent so far: and now\ncommand /review x", 1},
		{"the second of two, by its name", func(s *script) {
			call(s).queue("enqueue", "one").queue("enqueue", "two").result("3", "2", "t1", "x").queue("remove", "two").queue("popAll", nil)
		}, "prompt write it\ntool Read ok x\nprompt two", 2},
		{"joined in one record", func(s *script) {
			call(s).queue("enqueue", "one\nand more").queue("enqueue", "two").queue("dequeue", nil).queue("dequeue", nil).
				result("3", "2", "t1", "x").user("4", "3", "one\nand more\n\ntwo")
		}, "prompt write it\ntool Read ok x\nprompt one\nand more\n\ntwo", 2},
		{"repeated with other line breaks", func(s *script) {
			call(s).queue("enqueue", "one\r\ntwo").queue("dequeue", nil).result("3", "2", "t1", "x").user("4", "3", "one\ntwo")
		}, "prompt write it\ntool Read ok x\nprompt one\ntwo", 2},
		{"repeated behind a reminder", func(s *script) {
			call(s).queue("enqueue", "one").queue("dequeue", nil).result("3", "2", "t1", "x").user("4", "3", "<system-reminder>tide</system-reminder>\n\none")
		}, "prompt write it\ntool Read ok x\nnotice tide\nprompt one", 2},
		{"words of a channel, delivered", func(s *script) {
			call(s).queue("enqueue", "<channel source=\"t\" user=\"ada\">\ndim it\n</channel>").result("3", "2", "t1", "x").queue("remove", nil)
		}, "prompt write it\ntool Read ok x\nprompt dim it", 2},
		{"words of a channel, not sent so far", func(s *script) {
			call(s).queue("enqueue", "<channel source=\"t\" user=\"ada\">\ndim it\n</channel>").result("3", "2", "t1", "x")
		}, "prompt write it\ntool Read ok x\nnotice Queued; not sent so far: dim it", 1},
		{"words of a channel, repeated without an envelope", func(s *script) {
			call(s).queue("enqueue", "<channel source=\"t\" user=\"ada\">\ndim it\n</channel>").queue("dequeue", nil).result("3", "2", "t1", "x").
				with(obj{"isMeta": true, "origin": obj{"kind": "channel"}}).user("4", "3", "dim it")
		}, "prompt write it\ntool Read ok x\nprompt dim it", 2},
		{"what is no prompt", func(s *script) {
			call(s).queue("enqueue", "/review x").queue("enqueue", "!ls").queue("enqueue", nil).queue("enqueue", "<task-notification>x</task-notification>").
				queue("enqueue", "/home/me/x fails").queue("remove", nil).queue("remove", nil).queue("remove", nil).queue("remove", nil).queue("remove", nil).
				result("3", "2", "t1", "x")
		}, "prompt write it\ntool Read ok x\ncommand /review x\ncommand !ls\nnotice A message was sent here; its words are not recorded\nnotice x\nprompt /home/me/x fails", 2},
		{"a command that nothing shows", func(s *script) {
			call(s).queue("enqueue", "/clear").queue("dequeue", nil).result("3", "2", "t1", "x")
		}, "prompt write it\ntool Read ok x\nnotice Queued; it is not recorded whether it was sent: /clear", 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var s script
			test.script(&s)
			got, prompts := "", 0
			for _, r := range s.show(t, "") {
				got += r.Kind + " " + r.Text
				if r.Tool != nil {
					got += r.Tool.Name + " " + r.Tool.Status
					if r.Tool.Result != "" {
						got += " " + r.Tool.Result
					}
				}
				got += "\n"
			}
			if got != test.want+"\n" {
				t.Errorf("got\n%s, want\n%s", got, test.want)
			}
			x := indexOf("main", []byte(s.b.String()))
			for i := range x.Len() {
				if x.node(int32(i)).Flags.IsPrompt() {
					prompts++
				}
			}
			if l := lineage.New("s", x.facts); prompts != test.prompts || len(l.Rewinds) > 0 || x.has(l.Leaf, transcript.FlagQueued) {
				t.Errorf("%d prompts, want %d; rewinds %v", prompts, test.prompts, l.Rewinds)
			}
		})
	}
}
