package history

import "strings"

// odd plays one of the oddities that users reported.
func (w *world) odd(s *Session) {
	pick(w.d, []func(*Session){
		w.sent, w.oddCalls, w.named, w.documents, w.pictures, w.hole, w.spilled, w.timeless, w.lateError, w.likeTheClient, w.waiting,
	})(s)
}

// answer ends a turn that began with an odd prompt.
func (w *world) answer(s *Session) {
	s.Reply("Understood. (" + itoa(w.said) + ")")
	s.EndTurn()
}

// sent is a text from elsewhere, with its answer.
func (w *world) sent(s *Session) {
	switch n := w.d.IntN(4); {
	case !atLeast(s.Version, "2.1.34"):
		w.turn(s)
		return
	case n == 0 || !atLeast(s.Version, "2.1.246"):
		s.Teammate("stoker", w.text())
	case n == 1:
		s.Channel("telegram", "ada", w.text())
	case n == 2:
		s.Message("auto-continuation", "", w.text())
	default:
		s.Message("peer", "planner", w.text())
	}
	w.answer(s)
}

// oddCalls are calls that share an id, and missing or additional results, like those of
// proxies to other models.
func (w *world) oddCalls(s *Session) {
	w.turn(s)
	s.Prompt(w.text())
	for i := range 1 + w.d.IntN(3) {
		s.CallAs("call_1", Call{Name: "Read", Input: O("file_path", "/"+itoa(w.said)+itoa(i)+".go"), Result: "package p" + itoa(i)})
	}
	switch w.d.IntN(3) {
	case 0:
		s.OrphanResult("of nothing (" + itoa(w.said) + ")")
	case 1:
		tool := s.Call(Call{Name: "Bash", Input: O("command", "sail"), Result: "wind"})
		s.Result(&tool, Call{Result: "more wind (" + itoa(w.said) + ")"})
	}
	s.Reply("Read. (" + itoa(w.said) + ")")
	s.EndTurn()
}

// named gives the session names besides its title.
func (w *world) named(s *Session) {
	switch w.d.IntN(3) {
	case 0:
		s.Tag("tag-" + itoa(w.said))
	case 1:
		s.PRLink(w.said, "ada/harbour")
	default:
		s.AgentName("agent " + itoa(w.said))
	}
	w.turn(s)
}

// documents are prompts with a PDF or a text file, with words or without.
func (w *world) documents(s *Session) {
	document := Document("application/pdf", "chart.pdf", "%PDF-1.4")
	if w.chance(2) {
		document = Document("text/plain", "notes.txt", "The tide turns. ("+w.text()+")")
	}
	if w.chance(2) {
		s.PromptBlocks(document)
	} else {
		s.PromptBlocks(document, Text(w.text()))
	}
	w.answer(s)
}

// pictures are prompts with the client's texts about the pictures' origin: in the same
// record, or in a following one.
func (w *world) pictures(s *Session) {
	picture, from := Image("image/png", []byte{0x89, 'P', 'N', 'G'}), Text("[Image: source: /home/ada/"+itoa(w.said)+".png]")
	if !atLeast(s.Version, "2.1.29") || w.chance(2) {
		s.PromptBlocks(from, Text("[Image #1] "+w.text()), picture)
	} else {
		s.Prompt("Look at [Image #1]. " + w.text())
		s.Injected(picture, from)
	}
	w.answer(s)
}

// likeTheClient is a prompt of a person that looks like a text of the client, or follows some.
func (w *world) likeTheClient(s *Session) {
	s.Prompt(pick(w.d, []string{
		"Caveat: ", "<bash-script>\nset -e\n</bash-script> ", "<command-line>go test</command-line> ", "<bash-stdout> is ",
		"[Request interrupted by user] is odd: ", "This session is being continued from a previous conversation about ",
		"Base directory for this skill: ", "<scheduled-task> is ", "/tmp/log says ", "{\"task_id\":1} is ",
		"<system-reminder>\nIt is Monday.\n</system-reminder>\n",
		"<command-name>/model</command-name>\n<command-args>opus</command-args>\n<local-command-stdout>Set it</local-command-stdout>\n",
	}) + w.text())
	w.answer(s)
}

// waiting is an item of the queue that no other record repeats: a background task, or its
// notification, which Claude never read. Quotes in the description are not escaped: such a
// task is no JSON, so that it counts as a prompt that was not sent.
func (w *world) waiting(s *Session) {
	w.turn(s)
	task := "b" + itoa(w.said)
	content := `{"task_id":"` + task + `","description":"Watch ` + w.text() + `","task_type":"local_bash"}`
	if w.chance(2) {
		content = `{"tool_use_id":"toolu_` + task + `",` + content[1:]
	}
	if w.chance(3) {
		content = "<task-notification>\n<task-id>" + task + "</task-id>\n<summary>" + w.text() + "</summary>\n</task-notification>"
	}
	s.Enqueue(content)
}

// hole is the trace of a power failure: zero bytes before the next record.
func (w *world) hole(s *Session) {
	s.Hole(1 + w.d.IntN(5000))
	w.turn(s)
}

// spilled is an output in a separate file.
func (w *world) spilled(s *Session) {
	s.Prompt(w.text())
	first := "line of " + itoa(w.said)
	s.Call(Call{
		Name: "Bash", Input: O("command", "cat log"), Result: first, Detail: O("stdout", first, "stderr", ""),
		Spill: first + "\n" + strings.Repeat("more of the log\n", 200) + "the last of " + itoa(w.said) + "\n",
	})
	w.answer(s)
}

// timeless is a reply without a time. It distinguishes copies that give all records another
// time.
func (w *world) timeless(s *Session) {
	if !atLeast(s.Version, "2.0.20") {
		w.turn(s)
		return
	}
	s.Prompt(w.text())
	s.Break(s.Reply("At no time. ("+itoa(w.said)+")"), "timestamp", pick(w.d, []any{nil, "", "0001-01-01T00:00:00Z"}))
	w.answer(s)
}

// lateError is an API error that is written turns after its request.
func (w *world) lateError(s *Session) {
	asked := s.Prompt(w.text())
	w.answer(s)
	for range 1 + w.d.IntN(2) {
		s.Prompt(w.text())
		w.answer(s)
	}
	s.LateError(asked)
	w.turn(s)
}
