package history

// copyRemapped is the fork of the SDK (F6): every record gets a new uuid and names its old
// one in forkedFrom; progress records are dropped and their children linked to their
// parents; the last record has the time of the fork.
func (n *Session) copyRemapped(s *Session, at string, c Copying) {
	h := n.home
	lines := s.whole(at)
	ids := map[string]string{}
	for _, l := range lines {
		if l.typ() != "progress" {
			ids[l.uuid()] = h.uuid()
		}
	}
	// above skips dropped records along a link.
	above := func(uuid string, up func(*line) string) string {
		for uuid != "" {
			if id, ok := ids[uuid]; ok {
				return id
			}
			l := s.file.at[uuid]
			if l == nil {
				return ""
			}
			uuid = up(l)
		}
		return ""
	}
	parentOf := func(l *line) string { return l.rec.Str("parentUuid") }
	prevOf := func(l *line) string { return l.prev }
	var last *line
	for _, l := range lines {
		id, ok := ids[l.uuid()]
		if !ok {
			continue
		}
		h.known.origin[id] = l.uuid()
		if h.known.prompts[l.uuid()] {
			h.known.prompts[id] = true
		}
		if h.known.summaries[l.uuid()] {
			h.known.summaries[id] = true
		}
		rec := l.rec.Without("forkedFrom").With("uuid", id).With("sessionId", n.ID).
			With("parentUuid", orNull(above(parentOf(l), parentOf)))
		if up := rec.Str("logicalParentUuid"); up != "" {
			rec = rec.With("logicalParentUuid", orNull(above(up, parentOf)))
		}
		rec = rec.With("forkedFrom", O("sessionId", s.ID, "messageUuid", l.uuid()))
		last = &line{rec: rec, prev: above(l.prev, prevOf), root: l.root}
		n.file.add(last, h.now)
	}
	if last != nil {
		last.rec = last.rec.With("timestamp", stamp(h.now))
	}
	n.moveTo(s, at)
	n.parent, n.prev = above(n.parent, parentOf), above(at, prevOf)
	n.CustomTitle(forkTitle(s, c))
}

// forkTitle returns a fork's title: the given one, else the opening of its parent.
func forkTitle(s *Session, c Copying) string {
	if c.Title != "" {
		return c.Title
	}
	r := []rune(s.text)
	return string(r[:min(len(r), 60)]) + " (fork)"
}
