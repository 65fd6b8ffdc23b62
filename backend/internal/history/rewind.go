package history

// rewind is a place where prompts replaced one another, by identity: copies of the file
// have the same place.
type rewind struct{ prompts []string }

// Rewind moves the conversation back to before a prompt of this file: the next prompt
// replaces it (Esc Esc, /rewind, an edited prompt). Later records stay in the file.
func (s *Session) Rewind(prompt string) {
	s.endMessage()
	l := s.file.at[prompt]
	if l == nil {
		panic("history: rewind to a prompt that is not in the file")
	}
	s.parent, s.prev = l.rec.Str("parentUuid"), l.prev
	if s.traits().lastLeaf && !s.plain { // cancels the leaf of the other branch
		s.side("type", "last-prompt", "lastPrompt", s.text, "leafUuid", "00000000-0000-0000-0000-000000000000", "explicit", true, "sessionId", s.sessionID)
	}
	if s.proc.caveat != "" && !s.onPath(s.proc.caveat) {
		s.proc = &process{} // its caveat stays on the other branch
	}
	id := s.home.identity(prompt)
	for _, r := range s.home.known.rewinds {
		for _, p := range r.prompts {
			if p == id {
				s.pending = r
				return
			}
		}
	}
	s.pending = &rewind{prompts: []string{id}}
	s.home.known.rewinds = append(s.home.known.rewinds, s.pending)
}

// Prompts lists the human prompts on the current path, oldest first. Each can be rewound
// to.
func (s *Session) Prompts() []string {
	var list []string
	for at := s.file.original(s.prev); at != ""; {
		l := s.file.at[at]
		if l == nil {
			break
		}
		if s.home.known.prompts[at] {
			list = append(list, at)
		}
		at = s.file.original(l.prev)
	}
	for i, j := 0, len(list)-1; i < j; i, j = i+1, j-1 {
		list[i], list[j] = list[j], list[i]
	}
	return list
}

// Rewindable lists the prompts that the program's menu would offer: typed ones since the
// last compaction or new root. The very first prompt is included only if it is the only
// root, since a second one could as well be a fresh start.
func (s *Session) Rewindable() []string {
	roots := 0
	for _, l := range s.file.lines {
		if l.rec != nil && l.chain() && !l.sidechain() && l.rec.Get("parentUuid") == nil {
			roots++
		}
	}
	var list []string
	for _, l := range s.pathTo(s.prev, true) {
		if l.typ() == "user" && s.home.known.prompts[l.uuid()] && (roots == 1 || l.rec.Get("parentUuid") != nil) {
			list = append(list, l.uuid())
		}
	}
	return list
}

func (s *Session) onPath(uuid string) bool {
	for at := s.prev; at != ""; {
		if at == uuid {
			return true
		}
		l := s.file.at[at]
		if l == nil {
			return false
		}
		at = l.prev
	}
	return false
}

// Before returns the uuid of the preceding chain record of the file, or "".
func (s *Session) Before(uuid string) string {
	if l := s.file.at[uuid]; l != nil {
		return l.prev
	}
	return ""
}
