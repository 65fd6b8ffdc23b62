package history

import "slices"

// views are the existing files, prepared for counting.
type views struct {
	home     *Home
	sessions []*Session
	origin   map[string]string // identities stated in the records of existing files
	of       map[*Session]*view
}

type view struct {
	turns []*line         // user and assistant records, one per uuid
	has   map[string]bool // their identities
	all   map[string]bool // those of all chain records
	leaf  string          // the active leaf
	// answered is the leaf, or the record above calls without a result
	answered string
}

func (v *views) init(h *Home) {
	v.home, v.origin, v.of = h, map[string]string{}, map[*Session]*view{}
	for _, s := range h.sessions {
		if s.file.deleted {
			continue
		}
		v.sessions = append(v.sessions, s)
		for _, l := range s.file.lines {
			if l.says != "" {
				v.origin[l.uuid()] = l.says
			}
			if f, ok := l.rec.Get("forkedFrom").(Obj); ok && f.Str("messageUuid") != l.uuid() {
				v.origin[l.uuid()] = f.Str("messageUuid")
			}
		}
	}
	for _, s := range v.sessions {
		w := &view{has: map[string]bool{}, all: map[string]bool{}}
		w.leaf, w.answered = officialLeaf(s.file)
		for _, l := range s.file.lines {
			if l.rec != nil && l.chain() {
				w.all[v.identity(l.uuid())] = true
			}
			if l.rec != nil && l.turn() && s.file.at[l.uuid()] == l && !s.file.again(l) {
				w.turns = append(w.turns, l)
				w.has[v.identity(l.uuid())] = true
			}
		}
		v.of[s] = w
	}
}

func (v *views) identity(uuid string) string {
	for {
		o, ok := v.origin[uuid]
		if !ok {
			return uuid
		}
		uuid = o
	}
}

// shared counts the records of s that p also has; last is the uuid of the last one.
func (v *views) shared(s, p *Session) (n int, last string) {
	for _, l := range v.of[s].turns {
		if v.of[p].has[v.identity(l.uuid())] {
			n, last = n+1, l.uuid()
		}
	}
	return n, last
}

func (v *views) session(s *Session) SessionTruth {
	w := v.of[s]
	t := SessionTruth{
		ID: s.ID, Path: s.file.path, Form: Form(s.made.form), Relation: "root", Own: len(w.turns),
		ActiveLeaf: w.leaf, Agents: s.agents, Duplicates: s.other,
	}
	v.parent(s, &t)
	ids := map[string]bool{}
	for _, l := range s.file.lines {
		if l.rec == nil {
			if len(l.raw) > 0 {
				t.Malformed++
			}
			continue
		}
		t.Records++
		if id := l.rec.Str("sessionId"); id != "" && !ids[id] {
			ids[id] = true
			t.SessionIDs = append(t.SessionIDs, id)
		}
		if s.file.at[l.uuid()] != l {
			continue
		}
		if s.file.again(l) {
			t.Again++
			continue
		}
		if v.home.known.prompts[l.uuid()] {
			t.Prompts++
		}
		if l.rec.Str("subtype") == "compact_boundary" {
			m, _ := l.rec.Get("compactMetadata").(Obj)
			t.Compactions = append(t.Compactions, CompactionTruth{l.uuid(), m.Str("trigger")})
		} else if v.home.known.summaries[l.uuid()] {
			t.Compactions = append(t.Compactions, CompactionTruth{UUID: l.uuid()})
		}
	}
	t.Rewinds = v.rewinds(s)
	return t
}

// parent finds the nearest existing session that s was made from.
func (v *views) parent(s *Session, t *SessionTruth) {
	p := s.made.parent
	if p == nil {
		return
	}
	t.MadeFrom = p.ID
	gone := p.file.deleted
	if s.made.named {
		if !gone { // otherwise unknown
			t.Parent, t.Relation = p.ID, "resumed"
		}
		return
	}
	for p != nil {
		if !p.file.deleted {
			if n, _ := v.shared(s, p); n > 0 {
				break
			}
		}
		p = p.made.parent
	}
	if gone {
		t.Ambiguous = true
		if s.made.marked {
			t.MissingParent, t.NamedBy = t.MadeFrom, "sessionId"
			if s.made.form == string(F5) || s.made.form == string(F6) {
				t.NamedBy, t.Ambiguous = "forkedFrom", false
			}
		}
		if p != nil && t.NamedBy != "" {
			t.Surviving = p.ID
			p = nil
		}
	}
	if p == nil {
		return
	}
	t.Parent, t.Relation = p.ID, "forked"
	t.Shared, t.ForkPoint = v.shared(s, p)
	t.Own -= t.Shared
	if w := v.of[p]; v.of[s].has[v.identity(w.leaf)] || v.of[s].has[v.identity(w.answered)] {
		t.Relation = "resumed"
	}
	background := s.made.form == string(F4) && p.kind == "" // rule (d) decides
	if !s.made.marked && !s.made.signed && !gone && !background {
		t.Ambiguous = v.undecided(s, p)
	}
}

// undecided reports whether the copy could as well be the original: it continued first, the
// shared records are at the start of both, and no record outside the conversation shows
// which one was written at once.
func (v *views) undecided(s, p *Session) bool {
	first := func(a, b *Session) (time string, at int) {
		for i, l := range v.of[a].turns {
			if !v.of[b].has[v.identity(l.uuid())] {
				return l.rec.Str("timestamp"), i
			}
		}
		return "", -1
	}
	child, _ := first(s, p)
	own, at := first(p, s)
	n, _ := v.shared(s, p)
	return own != "" && at >= n && (child == "" || child <= own) && v.atOnce(s, p) == v.atOnce(p, s)
}

// atOnce reports whether no record outside the conversation is in a between the first
// record that b also has and the one after the last of them.
func (v *views) atOnce(a, b *Session) bool {
	aside, since, shared, next := 0, -1, false, false
	for _, l := range a.file.lines {
		switch {
		case l.rec == nil:
		case !l.chain():
			aside++
		case v.of[b].all[v.identity(l.uuid())]:
			if !shared {
				shared, since = true, aside
			}
			next = true // so far the last one
		case next:
			next = false
			if aside > since {
				return false
			}
		}
	}
	return shared && !next
}

// rewinds lists the places whose replaced prompts this file has, in file order.
func (v *views) rewinds(s *Session) []RewindTruth {
	var list []RewindTruth
	var at []int
	for _, r := range v.home.known.rewinds {
		var t RewindTruth
		first := -1
		for i, l := range s.file.lines {
			if l.rec == nil || s.file.at[l.uuid()] != l || s.file.again(l) || !slices.Contains(r.prompts, v.home.identity(l.uuid())) {
				continue
			}
			if first < 0 {
				first = i
				t.At = s.file.original(l.prev)
			}
			if way := s.file.way(l.uuid()); t.At != "" && !slices.Contains(way, t.At) {
				t.At = common(s.file.way(t.Branches[0].First), way)
			}
			t.Branches = append(t.Branches, v.branch(s, l))
		}
		if len(t.Branches) > 1 {
			list, at = append(list, t), append(at, first)
		}
	}
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return at[a] - at[b] })
	sorted := make([]RewindTruth, len(list))
	for i, k := range order {
		sorted[i] = list[k]
	}
	return sorted
}

// common returns the last common record of two paths, each with the nearest first.
func common(a, b []string) string {
	for _, uuid := range a {
		if slices.Contains(b, uuid) {
			return uuid
		}
	}
	return ""
}

// branch measures the branch below a prompt, by true predecessors.
func (v *views) branch(s *Session, first *line) BranchTruth {
	below := map[string]bool{first.uuid(): true}
	b := BranchTruth{First: first.uuid(), Tip: first.uuid()}
	for known := 0; known < len(below); { // a reply may precede its prompt
		known = len(below)
		for _, l := range s.file.lines {
			if l.rec != nil && s.file.at[l.uuid()] == l && l.chain() && !l.sidechain() && !s.file.again(l) && below[s.file.original(l.prev)] {
				below[l.uuid()] = true
			}
		}
	}
	for _, l := range s.file.reading() {
		if l.turn() && below[l.uuid()] {
			b.Tip = l.uuid()
		}
	}
	b.Active = below[s.file.original(v.of[s].leaf)]
	return b
}
