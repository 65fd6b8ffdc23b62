package main

import "slices"

// truth records the events of a scenario: the sessions in order of their start, and what
// this version loads of each.
type truth struct {
	Sessions  []*session         `json:"sessions"`
	Loaded    map[string][]piece `json:"loaded"`    // by session: the messages before the probe
	Reader    string             `json:"reader"`    // the version that loaded it; "" for the one that played
	Torn      bool               `json:"torn"`      // a line was left torn
	Leftovers []string           `json:"leftovers"` // files that are not chats
	Rewritten map[string]bool    `json:"rewritten"` // prompts of which a session has another form
	Notes     []string           `json:"notes"`
}

// session is one transcript. Its prompts are a tree by predecessor.
type session struct {
	ID     string `json:"id"`
	Parent string `json:"parent"` // the session that it copies, or ""
	Turns  []turn `json:"turns"`
	Tip    string `json:"tip"` // the last prompt of the line that was continued

	// TipLoaded is set if the client decides which line continues.
	TipLoaded bool `json:"tipLoaded"`

	Commands    []string        `json:"commands"` // labels of slash and shell commands that the queue held
	Notified    []string        `json:"notified"` // labels of background tasks whose end the client reports
	Compactions int             `json:"compactions"`
	Agents      int             `json:"agents"`
	Unsure      map[aspect]bool `json:"unsure"` // unknown aspects

	// Left counts the parts of its parent that Dendro left out; nil for none.
	Left *leftJSON `json:"left"`
}

type turn struct {
	Label string `json:"label"`
	After string `json:"after"` // the previous prompt, "" for the first
}

// aspect is a part of the truth that may be unknown.
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

// begin adds a session. A copy has the current line of its parent; how many older
// compactions and agents it holds is unknown.
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

// did records that a prompt was asked in a session, which may be new: then it is a copy of
// parent, or has none.
func (t *truth) did(id, parent, label string) {
	s := t.session(id)
	if s == nil {
		s = t.begin(id, parent)
	}
	s.ask(label)
}

// unask removes the last prompt and returns its label.
func (s *session) unask() string {
	last := s.Turns[len(s.Turns)-1]
	s.Turns, s.Tip = s.Turns[:len(s.Turns)-1], last.After
	return last.Label
}

func (s *session) ask(label string) {
	s.Turns = append(s.Turns, turn{label, s.Tip})
	s.Tip = label
}

// backTo makes the next prompt a replacement of another.
func (s *session) backTo(instead string) {
	for _, t := range s.Turns {
		if t.Label == instead {
			s.Tip = t.After
		}
	}
}

// line returns the prompts from the first to the tip.
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

// rewind is a place where the user asked again.
type rewind struct {
	At     string   // the last common prompt
	Opens  []string // the prompts that open the branches, in order
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

// relation returns the contract's relation of a session to its parent, or "" if unknown.
func (t *truth) relation(s *session) string {
	p := t.session(s.Parent)
	switch {
	case p == nil:
		return "root"
	case s.Unsure[ofLine] || p.Unsure[ofLine]:
		return ""
	}
	if s.Left != nil {
		return "forked"
	}
	line, whole := s.line(), p.line()
	if len(line) >= len(whole) && slices.Equal(line[:len(whole)], whole) {
		return "resumed"
	}
	return "forked"
}

// superseded reports whether a child holds all of a session; known is false if a relation
// to a child is unknown.
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

// settle completes the record of a session: prompts in file order, which may differ with
// two processes, and the loaded tip.
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
