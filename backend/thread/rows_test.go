package thread

import (
	"strconv"
	"strings"
	"testing"

	"dendro/backend/title"
)

func TestRows(t *testing.T) {
	tests := []struct {
		name   string
		script func(s *script)
		want   string
	}{
		{"a turn", func(s *script) {
			s.user("1", "", "hello").
				reply("2", "1", "m", obj{"type": "thinking", "thinking": "hm"}).
				reply("3", "2", "m", text("hi"))
		}, `
			prompt hello
			thinking hm
			reply hi`},
		{"several blocks in one line, as early versions write", func(s *script) {
			s.user("1", "", []obj{text("look")}).
				reply("2", "1", "m", text("a"), use("t1", "Read", nil), use("t2", "Grep", nil)).
				user("3", "2", []obj{
					{"type": "tool_result", "tool_use_id": "t2", "content": "two", "is_error": true},
					{"type": "tool_result", "tool_use_id": "t1", "content": []obj{text("one"), text("more")}},
				})
		}, `
			prompt look
			reply a
			tool Read ok one` + "\n" + `more
			tool Grep error two`},
		{"a result before its call, a missing one, one that nobody asked for", func(s *script) {
			s.user("1", "", "go").
				result("2", "1", "t1", "early").
				reply("3", "2", "m", use("t1", "Bash", nil)).
				reply("4", "3", "m", use("t2", "Bash", nil)).
				result("5", "4", "t9", "lost")
		}, `
			prompt go
			tool Bash ok early
			tool Bash missing
			tool (result without a call) ok lost`},
		{"a result written twice", func(s *script) {
			s.user("1", "", "go").
				reply("2", "1", "m", use("t1", "Bash", nil)).
				result("3", "2", "t1", "first").
				result("4", "3", "t1", "second").
				reply("5", "4", "n", text("done"))
		}, `
			prompt go
			tool Bash ok first
			tool (result without a call) ok second
			reply done`},
		{"parallel calls fork the links", func(s *script) {
			s.user("1", "", "go").
				reply("2", "1", "m", use("t1", "Read", nil)).
				reply("3", "2", "m", use("t2", "Read", nil)).
				reply("4", "3", "m", use("t3", "Read", nil)).
				result("5", "3", "t2", "two").
				result("6", "4", "t3", "three").
				result("7", "2", "t1", "one").
				reply("8", "7", "n", text("done"))
		}, `
			prompt go
			tool Read ok one
			tool Read ok two
			tool Read ok three
			reply done`},
		{"a message that comes again, grown", func(s *script) {
			s.user("1", "", "go").
				reply("2", "1", "m", text("Let me")).
				reply("3", "2", "m", text("Let me look."), use("t1", "Read", nil)).
				reply("4", "3", "m", text("Let me look."), use("t1", "Read", obj{"file_path": "a"}), use("t2", "Read", nil)).
				result("5", "4", "t1", "x")
		}, `
			prompt go
			reply Let me look.
			tool Read ok x
			tool Read missing`},
		{"a record written twice: first place, last content", func(s *script) {
			s.user("1", "", "go").
				reply("2", "1", "m", text("hal")).
				reply("3", "2", "n", text("bye")).
				reply("2", "3", "m", text("hallo"))
		}, `
			prompt go
			reply hallo
			reply bye`},
		{"equal blocks of one message are not one block", func(s *script) {
			s.user("1", "", "go").
				reply("2", "1", "m", text("again")).
				reply("3", "2", "m", use("t1", "Read", nil)).
				reply("4", "3", "m", text("again"))
		}, `
			prompt go
			reply again
			tool Read missing
			reply again`},
		{"commands as they were typed", func(s *script) {
			s.user("1", "", "<command-message>review is running…</command-message>\n<command-name>/review</command-name>\n<command-args>123</command-args>").
				reply("2", "1", "m", text("looks fine")).
				user("3", "2", "<command-name>clear</command-name>\n<command-message>clear</command-message>\n<command-args></command-args>").
				user("4", "3", "<local-command-stdout></local-command-stdout>").
				user("5", "4", "<bash-input> ls -l</bash-input>").
				user("6", "5", "<bash-stdout>a\nb</bash-stdout><bash-stderr>oh</bash-stderr>").
				system("7", "6", "local_command", obj{"content": "<command-name>/cost</command-name>"}).
				system("8", "7", "local_command", obj{"content": "<local-command-stdout>$1</local-command-stdout>"}).
				user("9", "8", "bye")
		}, `
			command /review 123
			reply looks fine
			command /clear
			command ! ls -l
			notice a` + "\n" + `b` + "\n" + `oh
			command /cost
			notice $1
			prompt bye`},
		{"what no person typed", func(s *script) {
			s.with(obj{"isMeta": true}).user("1", "", "Caveat: The messages below…").
				user("2", "1", "<system-reminder>be nice</system-reminder>").
				user("3", "2", []obj{text("<ide_opened_file>The user opened a.go</ide_opened_file>"), text("fix it")}).
				user("4", "3", []obj{text("[Request interrupted by user]")}).
				user("5", "4", "<task-notification>\n<summary>Agent \"Look\" completed</summary>\n</task-notification>").
				with(obj{"origin": obj{"kind": "channel"}}).user("6", "5", "from afar").
				with(obj{"isMeta": true, "origin": obj{"kind": "channel"}}).user("7", "6", "hidden no more")
		}, `
			notice be nice
			notice The user opened a.go
			prompt fix it
			notice [Request interrupted by user]
			notice Agent "Look" completed
			prompt from afar
			prompt hidden no more`},
		{"what teammates say", func(s *script) {
			s.user("1", "", "<teammate-message teammate_id=\"mara\" color=\"blue\" summary=\"tides &amp; buoys\">\n</teammate-message>").
				user("2", "1", "<teammate-message teammate_id=\"mara\" summary=\"cut").
				user("3", "2", "what is <teammate-message>?")
		}, `
			message tides & buoys
			message <teammate-message teammate_id="mara" summary="cut
			prompt what is <teammate-message>?`},
		{"queued prompts, files, hooks, unknown things", func(s *script) {
			s.user("1", "", "go").
				rec("attachment", "2", "1", obj{"attachment": obj{"type": "queued_command", "commandMode": "prompt", "prompt": "and this"}}).
				rec("attachment", "3", "2", obj{"attachment": obj{"type": "queued_command", "commandMode": "task-notification", "prompt": "<task-notification><summary>done</summary></task-notification>"}}).
				rec("attachment", "4", "3", obj{"attachment": obj{"type": "file", "filename": "/a/b.go", "content": obj{"type": "text"}}}).
				rec("attachment", "5", "4", obj{"attachment": obj{"type": "hook_blocking_error", "hookName": "Stop", "blockingError": obj{"blockingError": "no"}}}).
				rec("attachment", "6", "5", obj{"attachment": obj{"type": "task_reminder"}}).
				rec("progress", "7", "6", obj{"data": obj{"type": "hook_progress"}}).
				rec("hologram", "8", "7", nil).
				reply("9", "8", "m", text("yes"), obj{"type": "fallback"})
		}, `
			prompt go
			prompt and this
			notice done
			notice /a/b.go
			notice Stop: no
			notice hologram
			reply yes
			notice fallback`},
		{"context that attachments add for the model", func(s *script) {
			s.user("1", "", "go")
			last := "1"
			for i, typ := range []string{ // 2.1.250–2.1.330
				"environment", "date", "session_context", "remote_session_change", "total_tokens_reminder", "fork_briefing", "plan_mode_exit",
			} {
				id := strconv.Itoa(i + 2)
				s.rec("attachment", id, last, obj{"attachment": obj{"type": typ, "content": "hidden", "prompt": "hidden", "filename": "/hidden"}})
				last = id
			}
			s.reply("9", last, "m", text("yes"))
		}, `
			prompt go
			reply yes`},
		{"errors", func(s *script) {
			s.user("1", "", "go").
				system("2", "1", "api_error", obj{"error": obj{"status": 529, "error": obj{"error": obj{"message": "Overloaded"}}}, "retryAttempt": 1, "maxRetries": 10, "retryInMs": 1500}).
				with(obj{"isApiErrorMessage": true}).reply("3", "2", "m", text("Out of credit")).
				system("4", "3", "stop_hook_summary", obj{"hookErrors": []string{}}).
				system("5", "4", "stop_hook_summary", obj{"hookErrors": []string{"exit 2"}}).
				system("6", "5", "informational", obj{"content": "Conversation saved", "level": "warning"}).
				system("7", "6", "", obj{"content": "Running PostToolUse", "level": "info"}).
				system("8", "7", "agents_killed", nil)
		}, `
			prompt go
			notice API error 529 Overloaded (attempt 1 of 10, retry in 1.5s)
			notice Out of credit
			notice exit 2
			notice Conversation saved
			notice agents_killed`},
		{"a retry beside the chain", func(s *script) {
			s.user("1", "", "go").
				with(obj{"isApiErrorMessage": true}).reply("2", "1", "m", text("API Error: timeout")).
				reply("3", "1", "n", text("here"))
		}, `
			prompt go
			notice API Error: timeout
			reply here`},
		{"a comment on a denied call", func(s *script) {
			s.user("1", "", "go").
				reply("2", "1", "m", use("t1", "Bash", nil)).
				user("3", "2", []obj{{"type": "tool_result", "tool_use_id": "t1", "content": "denied", "is_error": true}, text("use make")})
		}, `
			prompt go
			tool Bash error denied
			notice use make`},
		{"a server's tool answers in the same message", func(s *script) {
			s.user("1", "", "go").
				reply("2", "1", "m", obj{"type": "server_tool_use", "id": "t1", "name": "web_search", "input": obj{}},
					obj{"type": "web_search_tool_result", "tool_use_id": "t1", "content": []obj{{"type": "web_search_result", "title": "T", "url": "https://x"}}})
		}, `
			prompt go
			tool web_search ok T https://x`},
		{"thinking that is not to be read, pictures alone", func(s *script) {
			s.user("1", "", []obj{{"type": "image", "source": obj{"type": "base64", "media_type": "image/png", "data": ""}}}).
				reply("2", "1", "m", obj{"type": "redacted_thinking", "data": "x"}).
				reply("3", "2", "m", obj{"type": "thinking", "thinking": "", "signature": "y"}, text(" "))
		}, `
			prompt
			thinking
			thinking`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var s script
			tt.script(&s)
			want(t, s.show(t, ""), tt.want)
		})
	}
}

func TestTextsStayWhole(t *testing.T) {
	if s, n := cutText("a€b", 2); s != "a" || n != 4 {
		t.Error(s, n)
	}
	if got := title.Clip(strings.Repeat("é", 5), 3); got != "ééé" {
		t.Error(got)
	}
}

// Some hosts write the last messages again after a compaction, under new uuids. They count
// once.
func TestReplayAfterACompaction(t *testing.T) {
	var s script
	s.user("1", "", "ask").reply("2", "1", "m", text("answer"))
	s.system("3", "", "compact_boundary", obj{"logicalParentUuid": "2"})
	s.with(obj{"isCompactSummary": true}).user("4", "3", "summary")
	s.user("5", "4", "ask").reply("6", "5", "m", text("answer")).user("7", "6", "go on")
	var got []string
	for _, r := range s.show(t, "") {
		got = append(got, r.Kind+" "+r.UUID)
	}
	equal(t, got, []string{"prompt 1", "reply 2", "compaction 3", "prompt 7"})
}

// A message's id may be reused by some services. Far from its first occurrence it is
// another reply.
func TestMessageIDFarApart(t *testing.T) {
	var s script
	s.user("p", "", "go")
	before := "p"
	var want []string
	for i, id := range strings.Split("abcdefghijklmnopqrstuvwxyz", "") {
		message := id
		if i%10 == 0 {
			message = "same"
		}
		s.reply("r"+id, before, message, text("answer "+id)).user("u"+id, "r"+id, "and "+id)
		before = "u" + id
		want = append(want, "reply answer "+id, "prompt and "+id)
	}
	var got []string
	for _, r := range s.show(t, "")[1:] {
		got = append(got, r.Kind+" "+r.Text)
	}
	equal(t, got, want)
}

// Some hosts put a reminder before the typed text, in one text: the words are a prompt of their
// own.
func TestWordsAfterAReminder(t *testing.T) {
	var s script
	s.with(obj{"origin": obj{"kind": "human"}}).user("1", "", "<system-reminder>\nIt ran.\n</system-reminder>\n\nCan we?")
	s.reply("2", "1", "m", text("yes"))
	s.user("3", "2", "<system-reminder>nothing else</system-reminder>")
	var got []string
	for _, r := range s.show(t, "") {
		got = append(got, r.Kind+" "+r.Text)
	}
	equal(t, got, []string{"notice It ran.", "prompt Can we?", "reply yes", "notice nothing else"})
}

// A cycle above the tail of a preserved segment must not block the walk.
func TestCycleInAPreservedSegment(t *testing.T) {
	var s script
	s.user("1", "", "ask").reply("2", "3", "m", text("answer")).user("3", "2", "more")
	s.system("4", "", "compact_boundary", obj{"logicalParentUuid": "3", "compactMetadata": obj{
		"preservedSegment": obj{"headUuid": "none", "anchorUuid": "5", "tailUuid": "3"},
	}})
	s.with(obj{"isCompactSummary": true}).user("5", "4", "summary")
	s.user("6", "1", "go on")
	if rows := s.show(t, "6"); len(rows) == 0 || rows[0].UUID != "1" {
		t.Error(rows)
	}
}
