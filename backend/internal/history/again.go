package history

import "slices"

// loaded returns the messages that a client sends to continue after a record, by parentUuid
// alone.
func (s *Session) loaded(at string) []*line {
	var list []*line
	for l := s.file.at[at]; l != nil && len(list) < len(s.file.lines); l = s.file.at[l.rec.Str("parentUuid")] {
		if l.turn() {
			list = append(list, l)
		}
	}
	slices.Reverse(list)
	return list
}

// sayAgain writes the conversation again below a new root, if it contains a picture and
// ends with an answer: with new uuids and the same messages. The prompt with the picture is
// split in two.
func (s *Session) sayAgain() {
	lines := s.loaded(s.parent)
	shown := slices.IndexFunc(lines, func(l *line) bool { return len(split(l.rec)) > 1 })
	if s.twice || shown < 0 || !answers(lines[len(lines)-1]) {
		return
	}
	s.twice = true
	s.write(lines, len(lines), split)
}

// copyPrinted plays `-p --resume` of 1.0.0-1.0.85: the sent messages are written again in
// one line, at one time. Only the message ids of the replies survive; records after the
// last reply have no common property.
func (n *Session) copyPrinted(s *Session, at string, c Copying) {
	if c.Title != "" {
		n.Summary(c.Title, s.Leaf())
	}
	n.moveTo(s, at)
	lines := s.loaded(n.parent)
	known := len(lines)
	for known > 0 && !answers(lines[known-1]) {
		known--
	}
	n.made.signed = true // by its times
	n.parent, n.prev = "", ""
	n.write(lines, known, func(rec Obj) []Obj {
		if m, ok := rec.Get("message").(Obj); ok {
			if text, ok := m.Get("content").(string); ok { // including messages of the program itself
				rec = rec.With("message", m.With("content", []Obj{Text(text)})).Without("isMeta")
			}
		}
		rec = rec.Without("isCompactSummary", "isVisibleInTranscriptOnly", "isApiErrorMessage")
		return []Obj{rec.With("sessionId", n.ID).With("timestamp", stamp(n.home.now))}
	})
}

// write appends copies of lines with new uuids, each continuing the one before. The first
// known lines count as the same records.
func (s *Session) write(lines []*line, known int, edit func(Obj) []Obj) {
	above := ""
	for i, l := range lines {
		records := edit(l.rec)
		for _, rec := range records {
			id := s.home.uuid()
			again := &line{rec: rec.With("uuid", id).With("parentUuid", orNull(above)), prev: above, root: above == ""}
			if i < known {
				again.says, s.home.known.origin[id] = l.uuid(), l.uuid()
			}
			s.home.known.prompts[id] = s.home.known.prompts[l.uuid()] && len(records) == 1
			s.home.known.summaries[id] = s.home.known.summaries[l.uuid()]
			s.file.add(again, s.home.now)
			above = id
		}
	}
	s.parent, s.prev = above, above
}

// answers reports whether a line is part of a reply.
func answers(l *line) bool { return l.typ() == "assistant" }

// split returns two records for a prompt with a picture, else one.
func split(rec Obj) []Obj {
	m, _ := rec.Get("message").(Obj)
	blocks, _ := m.Get("content").([]Obj)
	if len(blocks) != 2 || blocks[0].Str("type") != "image" {
		return []Obj{rec}
	}
	return []Obj{rec.With("message", m.With("content", blocks[:1])), rec.With("message", m.With("content", blocks[1:]))}
}
