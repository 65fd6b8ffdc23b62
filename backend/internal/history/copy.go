package history

import "slices"

// Form is a row of the format's table of copies (section 5).
type Form string

// The rows. R2 and C2 happen inside a file, C1 copies nothing, F7 is a subagent
// (see [AgentSpec.Fork]).
const (
	R1 Form = "R1" // --resume up to about 2.0: a new file
	P1 Form = "P1" // -p --resume up to 1.0.85: a new file, new uuids
	R0 Form = "R0" // /clear in 1.0.x: one shared caveat record
	R2 Form = "R2" // --resume since about 2.0: the same file
	F1 Form = "F1" // --resume X --fork-session
	F2 Form = "F2" // SDK or Desktop resume as a new session
	F3 Form = "F3" // a plan accepted with "clear context"
	F4 Form = "F4" // background handoff
	F5 Form = "F5" // /branch
	F6 Form = "F6" // fork_session() of the SDK: remapped uuids
	C1 Form = "C1" // /clear
)

// pathTo returns the chain lines that lead to a record, in file order. With fromRoot it
// begins at the last compaction or new root.
func (s *Session) pathTo(uuid string, fromRoot bool) []*line {
	on := map[*line]bool{}
	for at := uuid; at != ""; {
		l := s.file.at[at]
		if l == nil || on[l] {
			break
		}
		on[l] = true
		if fromRoot && l.root {
			break
		}
		if p := s.file.at[l.rec.Str("parentUuid")]; p != nil && p.late {
			on[p] = true
		}
		at = l.prev
	}
	var list []*line
	for _, l := range s.file.lines {
		if on[l] {
			list = append(list, l)
		}
	}
	return list
}

// whole returns every chain line of the file once, including rewound branches, up to a
// record and its ancestors. Inline sidechains are left out.
func (s *Session) whole(uuid string) []*line {
	var list []*line
	way := s.pathTo(uuid, false)
	for _, l := range s.file.lines {
		if l.rec != nil && l.chain() && !l.sidechain() && s.file.at[l.uuid()] == l {
			list = append(list, l)
			if l == way[len(way)-1] && uuid != s.prev {
				break
			}
		}
	}
	return list
}

// take appends copies of lines to a new session; edit returns each copy.
func (c *Session) take(lines []*line, edit func(*line) Obj) {
	for _, l := range lines {
		c.file.add(&line{rec: edit(l), prev: l.prev, root: l.root, late: l.late}, c.home.now)
	}
}

// moveTo moves the new session to the old one's position at a record.
func (c *Session) moveTo(s *Session, at string) {
	c.prev, c.parent = at, at
	if at == s.prev {
		c.parent = s.parent
	}
	c.context, c.text = s.context, s.text
	s.endMessage()
}

// resumed returns the copy that an old resume writes of a record: with the new session id
// and time, except for user records whose content is a plain string. These retain both, and
// their content becomes a list of blocks, so that the next copy changes them too. A
// compaction summary loses its flag with the second copy.
func (c *Session) resumed(l *line) Obj {
	rec := l.rec
	if m, ok := rec.Get("message").(Obj); ok && l.typ() == "user" {
		switch content := m.Get("content").(type) {
		case string:
			return rec.With("message", m.With("content", []Obj{Text(content)}))
		case []Obj:
			if rec.Has("isCompactSummary") {
				rec = rec.Without("isCompactSummary", "isVisibleInTranscriptOnly")
			}
		}
	}
	return rec.With("sessionId", c.sessionID).With("timestamp", stamp(c.home.now))
}

// namesParent reports whether a shared record of the copy carries the id of s.
func (c *Session) namesParent(s *Session) bool {
	return slices.ContainsFunc(c.file.lines, func(l *line) bool { return l.turn() && l.rec.Str("sessionId") == s.ID })
}
