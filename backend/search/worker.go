package search

import (
	"bytes"
	"io"

	"dendro/backend/jsonl"
	"dendro/backend/search/fold"
	"dendro/backend/transcript"
)

// worker checks blocks for one search.
type worker struct {
	s       *search
	m       *matcher
	src     sources
	decoder transcript.Decoder
	buf     []byte
	lines   [][2]int   // of the current block
	line    jsonl.Line // the one being checked
	check   func(*jsonl.Line, *transcript.Record, error)
	needle  fold.Needle // of the term that is looked for first

	entry *fileEntry
	info  *FileInfo
	file  *opened
	moved movedOutput // the most recently read one
}

func newWorker(s *search) *worker {
	w := &worker{s: s, m: newMatcher(s), src: sources{open: s.opt.Open}}
	w.check = w.record
	if s.opt.Output != nil {
		w.m.x.output = w.output
	}
	for i := range s.terms {
		if t := &s.terms[i]; !t.not && len(t.needle.Text) > len(w.needle.Text) {
			w.needle = t.needle
		}
	}
	return w
}

// block checks the records of one block, the last one first.
func (w *worker) block(b *placed, info *FileInfo) {
	w.entry, w.info = b.file, info
	w.file = w.src.get(b.file)
	if w.file == nil {
		return
	}
	if !w.file.stale && b.within(w.file.size) {
		if cap(w.buf) < int(b.length) {
			w.buf = make([]byte, b.length)
		}
		buf := w.buf[:b.length]
		n, _ := w.file.src.ReadAt(buf, b.offset)
		if n == len(buf) {
			w.search(buf, b.offset, b.odd)
			return
		}
	}
	w.file.stale = true // it may have been truncated while open
	w.whole()
}

// whole reads all of a file that has changed since it was indexed, once per search.
func (w *worker) whole() {
	w.s.mu.Lock()
	done := w.s.stale[w.entry]
	w.s.stale[w.entry] = true
	w.s.mu.Unlock()
	if done {
		return
	}
	w.m.odd = true // nothing is known about these lines
	lines := jsonl.NewLines(io.NewSectionReader(w.file.src, 0, 1<<62), 0, nil)
	for lines.Next() {
		if w.s.ctx.Err() != nil {
			return
		}
		if l := lines.Line(); l.Text != nil {
			w.decoder.Records(l, w.check)
		}
	}
}

// search checks the lines of buf, which is at offset in the file. If the needle is reliable,
// most lines need not be decoded.
func (w *worker) search(buf []byte, offset int64, odd bool) {
	w.lines = w.lines[:0]
	w.m.odd = odd
	trusted := !odd && len(w.needle.Text) > 0
	for at := 0; at < len(buf); {
		end := lineEnd(buf, at)
		if trusted {
			place := w.needle.Next(buf, at)
			if place < 0 {
				break
			}
			for end < place {
				at = end + 1
				end = lineEnd(buf, at)
			}
		}
		if !trusted || w.hasOthers(buf[at:end]) {
			w.lines = append(w.lines, [2]int{at, end})
		}
		at = end + 1
	}
	// Backwards: the last lines are the newest, and the best hits.
	for i := len(w.lines) - 1; i >= 0 && w.s.ctx.Err() == nil; i-- {
		l := w.lines[i]
		w.line = jsonl.Line{Offset: offset + int64(l[0]), Length: int64(l[1] - l[0]), Text: buf[l[0]:l[1]]}
		if len(w.line.Text) <= jsonl.MaxLine {
			w.decoder.Records(&w.line, w.check)
		}
	}
}

func lineEnd(buf []byte, at int) int {
	if i := bytes.IndexByte(buf[at:], '\n'); i >= 0 {
		return at + i
	}
	return len(buf)
}

// hasOthers reports whether a line may also contain the other terms.
func (w *worker) hasOthers(line []byte) bool {
	if len(w.s.terms) == 1 {
		return true
	}
	for i := range w.s.terms {
		t := &w.s.terms[i]
		if t.not || len(t.needle.Text) == 0 {
			continue
		}
		if t.needle.Next(line, 0) < 0 {
			return false
		}
	}
	return true
}

// record checks one record.
func (w *worker) record(l *jsonl.Line, r *transcript.Record, err error) {
	if err != nil || !searched(r) {
		return
	}
	if r.Kind == transcript.KindQueue {
		if w.m.x.fate = w.info.Queue.find(r.UUID.ID); w.m.x.fate == transcript.FateGone {
			return
		}
	}
	if best, ok := w.m.match(r, w.info, w.toolOf); ok {
		w.found(r, l.Offset, best)
	}
}

// found adds a matching record, unless an earlier searched file also contains it: then it is
// the same hit.
func (w *worker) found(r *transcript.Record, offset int64, best found) {
	s := w.s
	if w.info.Snapshots[r.UUID.ID] && !best.uuid {
		return
	}
	if s.opt.Records != nil && !s.opt.Records(w.info, r.UUID.ID) {
		return
	}
	identity := r.UUID
	if !r.ForkedMessage.ID.IsZero() {
		identity = r.ForkedMessage
	}
	id := s.opt.Catalog.Identity(w.info.Key, identity.ID)
	// A record found by the uuid of a copy is not found in the other copies.
	first := s.opt.Catalog.Record(w.info.Key, id)
	alone := best.uuid && first != r.UUID.ID
	owner, uuid, original := w.info, r.UUID.String(), identity.String()
	switch first {
	case identity.ID:
	case r.UUID.ID:
		original = uuid
	default: // the copy does not name its original
		original = transcript.Names(nil).Text(first)
		uuid = original
	}
	copies := s.opt.Catalog.Copies(w.info.Key, id)
	for _, c := range copies {
		if c.Key == w.info.Key {
			break
		}
		if !alone && s.allowed(c) && s.indexed(c.Key) {
			return
		}
		owner, uuid = copies[0], original
	}
	hit := &ranked{
		ms: w.info.ordered(transcript.Millis(r.Timestamp)), kind: best.kind,
		session: owner.Session, key: w.info.Key, chat: owner.Chat, offset: offset, part: best.part, id: id,
	}
	s.count(hit, w.entry.id, w.info.Unique && !best.moved, func() Hit {
		h := Hit{
			Session: owner.Session, UUID: uuid, Kind: best.kind.String(),
			AlsoIn: sessionsBut(owner.Session, copies),
			Agent:  owner.Agent, Chat: owner.Chat, Project: owner.Project, Sidechain: r.Sidechain,
			Time: transcript.TimeOf(r.Timestamp),
		}
		w.m.describe(r, best, &h)
		return h
	})
}

// describe sets the fields of a hit that depend on the matching text.
func (m *matcher) describe(r *transcript.Record, best found, h *Hit) {
	n := 0
	m.x.parts(r, best.want, func(p *Part) {
		if n == best.part {
			h.Block, h.ToolUseID = p.Block, p.ToolID.String()
			h.Tool = p.Tool
			if p.Kind == KindResult && !m.cond.tools.empty() {
				h.Tool = m.toolOf(r.UUID.ID, p.Block)
			}
			h.Snippet, h.Ranges = m.snippet(p.Kind, p.Text())
		}
		n++
	})
}
