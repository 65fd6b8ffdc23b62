package main

import "slices"

// truth is what was done in a scenario, kept while it was done: the sessions in
// the order in which they began, and what this version loads of each.
type truth struct {
	Sessions  []*session         `json:"sessions"`
	Loaded    map[string][]piece `json:"loaded"`    // by session: what came before the probe
	Reader    string             `json:"reader"`    // the version that loaded it; "" for the one that was played
	Torn      bool               `json:"torn"`      // a line was left torn
	Leftovers []string           `json:"leftovers"` // files that are no chats
	Notes     []string           `json:"notes"`
}

// session is one transcript. Its prompts are a tree: after which each was asked.
type session struct {
	ID     string `json:"id"`
	Parent string `json:"parent"` // the session that it is a copy of, or ""
	Turns  []turn `json:"turns"`
	Tip    string `json:"tip"` // the last prompt of the line that was gone on with

	// TipLoaded: which of its lines goes on is what the client says.
	TipLoaded bool `json:"tipLoaded"`

	Compactions int             `json:"compactions"`
	Agents      int             `json:"agents"`
	Unsure      map[aspect]bool `json:"unsure"` // what the truth does not know
}

type turn struct {
	Label string `json:"label"`
	After string `json:"after"` // the prompt before, "" for the first
}

// aspect is a part of the truth that can be left open.
type aspect string

const (
	ofLine        aspect = "line" // and with it rewinds, and the relation to parent and children
	ofCompactions aspect = "compactions"
	ofAgents      aspect = "agents"
)

func (t *truth) session(id string) *session {
	for _, s := range t.Sessions {
		if s.ID == id {
			return s
		}
	}
	return nil
}

// begin adds a session. A copy has the line of its parent as that is now; how
// much of older compactions and agents a copy holds is not known.
func (t *truth) begin(id, parent string) *session {
	s := &session{ID: id, Parent: parent, Unsure: map[aspect]bool{}}
	t.Sessions = append(t.Sessions, s)
	if p := t.session(parent); p != nil {
		for _, label := range p.line() {
			s.ask(label)
		}
		s.Unsure[ofCompactions] = p.Compactions > 0 || p.Unsure[ofCompactions]
		s.Unsure[ofAgents] = p.Agents > 0 || p.Unsure[ofAgents]
		s.Unsure[ofLine] = p.Unsure[ofLine]
	}
	return s
}

// did notes that a prompt was asked in a session, which may be new: then it
// is a copy of parent, or begins from nothing.
func (t *truth) did(id, parent, label string) {
	s := t.session(id)
	if s == nil {
		s = t.begin(id, parent)
	}
	s.ask(label)
}

// unask takes the last prompt back and returns its label.
func (s *session) unask() string {
	last := s.Turns[len(s.Turns)-1]
	s.Turns, s.Tip = s.Turns[:len(s.Turns)-1], last.After
	return last.Label
}

func (s *session) ask(label string) {
	s.Turns = append(s.Turns, turn{label, s.Tip})
	s.Tip = label
}

// backTo makes the next prompt one that is asked instead of another.
func (s *session) backTo(instead string) {
	for _, t := range s.Turns {
		if t.Label == instead {
			s.Tip = t.After
		}
	}
}

// line is the prompts from the first to the tip.
func (s *session) line() []string {
	var line []string
	for at := s.Tip; at != ""; {
		line = append(line, at)
		i := slices.IndexFunc(s.Turns, func(t turn) bool { return t.Label == at })
		if i < 0 {
			break
		}
		at = s.Turns[i].After
	}
	slices.Reverse(line)
	return line
}

// rewind is a place where the person asked again.
type rewind struct {
	At     string   // the last common prompt
	Opens  []string // the prompts that open the branches, in the order they were asked
	Active string   // the one of them on the line, or ""
}

func (s *session) rewinds() []rewind {
	line := s.line()
	var found []rewind
	for _, t := range s.Turns {
		i := slices.IndexFunc(found, func(r rewind) bool { return r.At == t.After })
		if i < 0 {
			i, found = len(found), append(found, rewind{At: t.After})
		}
		found[i].Opens = append(found[i].Opens, t.Label)
		if slices.Contains(line, t.Label) {
			found[i].Active = t.Label
		}
	}
	return slices.DeleteFunc(found, func(r rewind) bool { return len(r.Opens) < 2 })
}

// relation is what contract.md calls a session beside its parent, "" where
// that is not known.
func (t *truth) relation(s *session) string {
	p := t.session(s.Parent)
	switch {
	case p == nil:
		return "root"
	case s.Unsure[ofLine] || p.Unsure[ofLine]:
		return ""
	}
	line, whole := s.line(), p.line()
	if len(line) >= len(whole) && slices.Equal(line[:len(whole)], whole) {
		return "resumed"
	}
	return "forked"
}

// superseded says whether a child holds all of a session; known is false
// where a relation to a child is not known.
func (t *truth) superseded(s *session) (superseded, known bool) {
	for _, child := range t.Sessions {
		if child.Parent != s.ID {
			continue
		}
		switch t.relation(child) {
		case "":
			return false, false
		case "resumed":
			superseded = true
		}
	}
	return superseded, true
}

// settle ends the bookkeeping of a session: prompts in the order of its file,
// which two processes decide between them, and the tip that was loaded.
func (s *session) settle(order map[string]int, loaded []piece) {
	slices.SortStableFunc(s.Turns, func(a, b turn) int { return order[a.Label] - order[b.Label] })
	if !s.TipLoaded {
		return
	}
	for _, p := range loaded {
		label := labelOf(p.Text)
		if p.Kind == "text" && slices.ContainsFunc(s.Turns, func(t turn) bool { return t.Label == label }) {
			s.Tip = label
		}
	}
}
