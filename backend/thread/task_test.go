package thread

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A notice about a background task leads to the call that started it, and its beginning to
// the notification of its end.
func TestNoticesOfTasksLeadToTheirCall(t *testing.T) {
	done := func(call string) string {
		return "<task-notification>\n<task-id>b1</task-id>\n" + call + "<summary>The tide was read</summary>\n</task-notification>"
	}
	named := done("<tool-use-id>t9</tool-use-id>\n")
	call, end := &RowRef{UUID: "2", Block: 1}, func(id string) *RowRef { return &RowRef{UUID: id} }
	type links struct{ Call, End *RowRef }
	tests := []struct {
		name   string
		script func(s *script) // behind the call t9, the second block of a reply
		want   []links         // of the notices
	}{
		{"delivered in a record of its own", func(s *script) {
			s.queue("enqueue", taskItem).result("3", "2", "t9", "runs").queue("enqueue", named).reply("4", "3", "n", text("Red.")).user("5", "4", named)
		}, []links{{call, end("5")}, {call, nil}}},
		{"delivered behind a tool", func(s *script) {
			s.queue("enqueue", taskItem).result("3", "2", "t9", "runs").queue("enqueue", named).queue("remove", nil).
				rec("attachment", "4", "3", obj{"attachment": obj{"type": "queued_command", "commandMode": "task-notification", "prompt": named}})
		}, []links{{call, end("4")}, {call, nil}}},
		{"its item has no call", func(s *script) {
			s.queue("enqueue", taskOld).result("3", "2", "t9", "runs").user("4", "3", done(""))
		}, []links{{nil, end("4")}, {}}},
		{"it has not ended", func(s *script) {
			s.queue("enqueue", taskItem).result("3", "2", "t9", "runs")
		}, []links{{call, nil}}},
		{"the call is not there, another task ends", func(s *script) {
			other := "<task-notification>\n<task-id>b2</task-id>\n<tool-use-id>t8</tool-use-id>\n<summary>x</summary>\n</task-notification>"
			s.queue("enqueue", `{"task_id":"b1","tool_use_id":"t7","description":"Read","task_type":"local_bash"}`).user("3", "2", other)
		}, []links{{}, {}}},
		{"an id that two calls have is the nearest call before it", func(s *script) {
			s.queue("enqueue", taskItem).result("3", "2", "t9", "runs").reply("4", "3", "n", use("t9", "Bash", nil)).result("5", "4", "t9", "again").user("6", "5", named)
		}, []links{{call, end("6")}, {&RowRef{UUID: "4"}, nil}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var s script
			s.with(obj{"version": "2.1.49"}).user("1", "", "read").reply("2", "1", "m", text("I read."), use("t9", "Bash", nil))
			tt.script(&s)
			var got []links
			for _, r := range s.show(t, "") {
				if r.Kind == "notice" {
					got = append(got, links{r.Call, r.End})
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}
