package history

// sent is a text that comes from elsewhere, and its answer.
func (w *world) sent(s *Session) {
	switch n := w.d.IntN(4); {
	case n == 0 && atLeast(s.Version, "2.1.34"):
		s.Teammate("stoker", w.text())
	case !atLeast(s.Version, "2.1.246"):
		w.turn(s)
		return
	case n == 1:
		s.Channel("telegram", "ada", w.text())
	case n == 2:
		s.Message("auto-continuation", "", w.text())
	default:
		s.Message("peer", "planner", w.text())
	}
	s.Reply("Understood. (" + itoa(w.said) + ")")
	s.EndTurn()
}

// oddCalls are calls that share an id, and results without a call or too many, as proxies
// to other models leave them.
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

// named are names that a session gets besides its title.
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
