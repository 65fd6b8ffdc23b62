package search

import (
	"dendro/backend/search/query"
	"dendro/backend/transcript"
)

// result returns the best turns as they are shown.
func (r *ranking) result() []RankedTurn {
	list := make([]RankedTurn, 0, min(len(r.order), r.opt.Limit))
	shown := newShown(r)
	defer shown.src.close()
	for _, s := range r.order[:min(len(r.order), r.opt.Limit)] {
		if r.ctx.Err() != nil {
			break
		}
		list = append(list, shown.turn(s))
	}
	return list
}

// shown makes the answers of one ranking.
type shown struct {
	r       *ranking
	src     sources
	decoder transcript.Decoder
	m       *matcher
}

func newShown(r *ranking) *shown {
	q := &query.Query{}
	for i := range r.terms {
		q.Terms = append(q.Terms, query.Term{Kind: query.Phrase, Text: string(r.terms[i].needle)})
	}
	for _, t := range r.q.Terms {
		if !t.Not && t.Kind != query.Word {
			q.Terms = append(q.Terms, t)
		}
	}
	return &shown{r: r, src: sources{open: r.opt.Open}, m: &matcher{ctx: r.ctx, terms: terms(q), cond: r.cond}}
}

func (z *shown) turn(s *scoredTurn) RankedTurn {
	r := z.r
	d := &r.docs.list[s.doc]
	t := RankedTurn{
		Score: s.total, Found: []string{}, Missing: []string{}, AlsoIn: []string{},
		Time: transcript.Time(transcript.Stamp(d.start)),
	}
	for _, w := range r.words {
		if r.has(&w, s.has) {
			t.Found = append(t.Found, w.text)
		} else {
			t.Missing = append(t.Missing, w.text)
		}
	}
	home, own := r.home(d), d.own
	if home != d.owner {
		own = d.id
	}
	best := s.best
	if best.key == "" {
		if u := r.docs.unitsOf(s.doc); len(u) > 0 {
			p := &r.docs.pieces[u[0].piece]
			best = passage{key: p.info.Key, offset: p.units[u[0].unit].Offset, part: -1}
		}
	}
	info, rec := z.record(best.key, best.offset)
	if rec != nil {
		identity := rec.UUID
		if !rec.ForkedMessage.ID.IsZero() {
			identity = rec.ForkedMessage
		}
		id := r.opt.Catalog.Identity(info.Key, identity.ID)
		t.Best.UUID = rec.UUID.String()
		switch {
		case info.Session == home.Session:
		case holds(r.opt.Catalog.Copies(info.Key, id), home):
			t.Best.UUID = transcript.Names(nil).Text(id)
		default: // it stands in this copy of the turn only
			home = info
			if u := r.docs.openerIn(s.doc, info.Turns); !u.IsZero() {
				own = u
			}
		}
		t.Best.Agent = info.Agent
		z.describe(rec, best, &t.Best)
	}
	t.Session, t.Chat, t.Project = home.Session, home.Chat, home.Project
	t.UUID = transcript.Names(nil).Text(own)
	t.AlsoIn = sessionsBut(home.Session, d.copies)
	return t
}

func holds(files []*FileInfo, f *FileInfo) bool {
	for _, other := range files {
		if other == f {
			return true
		}
	}
	return false
}

// has reports whether a turn has a word: its whole, or all of its parts.
func (r *ranking) has(w *rankWord, set uint64) bool {
	if w.whole >= 0 && set>>w.whole&1 == 1 {
		return true
	}
	for _, t := range w.terms {
		if set>>t&1 == 0 {
			return false
		}
	}
	return len(w.terms) > 0
}

// record reads a record again. It is valid until the next one is read.
func (z *shown) record(key string, offset int64) (*FileInfo, *transcript.Record) {
	info := z.r.opt.Catalog.File(key)
	z.r.x.mu.Lock()
	entry := z.r.x.files[key]
	z.r.x.mu.Unlock()
	if info == nil || entry == nil {
		return info, nil
	}
	file := z.src.get(entry)
	if file == nil || file.stale {
		return info, nil
	}
	line := lineAt(file.src, offset)
	if line == nil || line.Text == nil {
		return info, nil
	}
	line.Offset = offset
	var found *transcript.Record
	z.decoder.Records(line, func(_ *transcript.Line, r *transcript.Record, err error) {
		if err == nil && searched(r) && found == nil {
			found = r
		}
	})
	return info, found
}

// describe says what of a record is shown.
func (z *shown) describe(rec *transcript.Record, best passage, to *BestRecord) {
	n := 0
	to.Ranges = [][2]int{}
	z.m.x.unsent = false
	z.m.x.parts(rec, z.r.cond.want, func(p *Part) {
		if n == best.part || best.part < 0 && n == 0 {
			to.Kind, to.Block, to.ToolUseID = p.Kind.String(), p.Block, p.ToolID.String()
			to.Snippet, to.Ranges = z.m.snippet(p.Kind, p.Text())
		}
		n++
	})
}
