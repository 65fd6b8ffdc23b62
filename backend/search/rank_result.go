package search

import (
	"bytes"
	"cmp"
	"io"
	"slices"
	"unicode"

	"dendro/backend/jsonl"
	"dendro/backend/search/query"
	"dendro/backend/transcript"
)

// result returns the best turns for display.
func (r *ranking) result() []RankedTurn {
	list := make([]RankedTurn, 0, min(len(r.order), r.opt.Limit))
	p := newPresenter(r)
	defer p.src.close()
	for _, s := range r.order[:min(len(r.order), r.opt.Limit)] {
		if r.ctx.Err() != nil {
			break
		}
		list = append(list, p.turn(s))
	}
	return list
}

// presenter prepares the results of one ranking.
type presenter struct {
	r       *ranking
	src     sources
	decoder transcript.Decoder
	buf     []byte
	m       *matcher
}

func newPresenter(r *ranking) *presenter {
	q := &query.Query{}
	for i := range r.terms {
		q.Terms = append(q.Terms, query.Term{Kind: query.Phrase, Text: string(r.terms[i].needle)})
	}
	for _, t := range r.q.Terms {
		if !t.Not && t.Kind != query.Word {
			q.Terms = append(q.Terms, t)
		}
	}
	return &presenter{r: r, src: sources{open: r.opt.Open}, m: &matcher{ctx: r.ctx, terms: terms(q), cond: r.cond, mask: r.opt.Mask}}
}

func (z *presenter) turn(s *scoredTurn) RankedTurn {
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
		own = r.opt.Catalog.Record(d.owner.Key, d.id)
	}
	best := s.best
	if best.key == "" {
		if u := r.docs.unitsOf(s.doc); len(u) > 0 {
			p := &r.docs.pieces[u[0].piece]
			best = passage{key: p.info.Key, offset: p.units[u[0].unit].Offset, part: -1}
		}
	}
	info, rec := z.record(best)
	if rec != nil {
		identity := rec.UUID
		if !rec.ForkedMessage.ID.IsZero() {
			identity = rec.ForkedMessage
		}
		id := r.opt.Catalog.Identity(info.Key, identity.ID)
		t.Best.UUID = rec.UUID.String()
		switch {
		case info.Session == home.Session:
		case slices.Contains(r.opt.Catalog.Copies(info.Key, id), home):
			t.Best.UUID = transcript.Names(nil).Text(r.opt.Catalog.Record(info.Key, id))
		default: // only this copy of the turn has the record
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
	if r.opt.Closings {
		t.Closing = z.closing(s.doc, home)
	}
	return t
}

// has reports whether a turn has a word: the whole, or all of its parts.
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

// record reads the record of a passage. It is only valid until the next call.
func (z *presenter) record(at passage) (*FileInfo, *transcript.Record) {
	info := z.r.opt.Catalog.File(at.key)
	z.r.x.mu.Lock()
	entry := z.r.x.files[at.key]
	z.r.x.mu.Unlock()
	if info == nil || entry == nil {
		return info, nil
	}
	file := z.src.get(entry)
	if file == nil || file.stale {
		return info, nil
	}
	text := z.read(file.src, at)
	if len(text) == 0 {
		return info, nil
	}
	line := jsonl.Line{Offset: at.offset, Length: int64(len(text)), Text: text}
	var found *transcript.Record
	z.decoder.Records(&line, func(_ *jsonl.Line, r *transcript.Record, err error) {
		if err == nil && searched(r) && found == nil {
			found = r
		}
	})
	return info, found
}

// read returns the line of a passage, nil if there is no complete line.
func (z *presenter) read(src io.ReaderAt, at passage) []byte {
	for size := cmp.Or(at.length, guessedLine); ; size *= 4 {
		z.buf = slices.Grow(z.buf[:0], int(size))[:size]
		n, err := src.ReadAt(z.buf, at.offset)
		if end := bytes.IndexByte(z.buf[:n], '\n'); end >= 0 {
			return z.buf[:end]
		}
		if at.length > 0 || err != nil {
			return z.buf[:n]
		}
		if size > jsonl.MaxLine {
			return nil
		}
	}
}

// guessedLine is the size of the first read of a line of unknown length.
const guessedLine = 8 << 10

// describe fills in the displayed fields of a record.
func (z *presenter) describe(rec *transcript.Record, best passage, to *BestRecord) {
	n := 0
	to.Ranges = [][2]int{}
	if info := z.r.opt.Catalog.File(best.key); info != nil && rec.Kind == transcript.KindQueue {
		z.m.x.fate = info.Queue.find(rec.UUID.ID)
	}
	z.m.x.parts(rec, z.r.cond.want, func(p *Part) {
		if n == best.part || best.part < 0 && n == 0 {
			to.Kind, to.Block, to.ToolUseID = p.Kind.String(), p.Block, p.ToolID.String()
			to.Snippet, to.Ranges = z.m.snippet(p.Kind, p.Text())
			wholeWords(to.Snippet, to.Ranges)
		}
		n++
	})
}

// wholeWords extends ranges of a text, half-open and in runes, to the ends of their words:
// a stem matches, a reader looks for the word. Scripts without spaces stay as they are.
func wholeWords(text string, ranges [][2]int) {
	runes := []rune(text)
	for i := range ranges {
		limit := len(runes)
		if i+1 < len(ranges) {
			limit = ranges[i+1][0]
		}
		end := &ranges[i][1]
		for *end > 0 && *end < limit && spaced(runes[*end-1]) && spaced(runes[*end]) {
			*end++
		}
	}
}

// spaced reports whether r is a letter of a script that puts spaces between words.
func spaced(r rune) bool {
	return unicode.IsLetter(r) && !unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer)
}
