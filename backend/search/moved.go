package search

import (
	"slices"

	"dendro/backend/search/fold"
	"dendro/backend/search/query"
	"dendro/backend/transcript"
)

// Results that are too large for a transcript are stored in separate files. Each is cut into
// pieces with a signature each. A piece is a block that refers to the line of the result's
// record. The pieces of one record form one text: a query's terms may be in different pieces.
const (
	// movedPiece is the amount of text per signature: more would set most of its bits.
	movedPiece = 32 << 10
	// movedOverlap is how much of a piece the next one repeats, so that no term is cut.
	movedOverlap = 1 << 10
	// movedTerm is the length to which terms are truncated for signatures.
	movedTerm = 512
)

// outputs adds a record's outputs in separate files.
func (b *Builder) outputs(r *transcript.Record) {
	if b.Output == nil {
		return
	}
	for i := range r.Blocks {
		if r.Blocks[i].Kind != transcript.BlockToolResult {
			continue
		}
		if name := r.Spilled(&r.Blocks[i]); name != "" {
			b.output(b.Output(r, name))
		}
	}
}

func (b *Builder) output(text []byte) {
	folded, _ := fold.Append(nil, fold.AsShown(text))
	for from := 0; from < len(folded); from += movedPiece - movedOverlap {
		piece := folded[from:min(from+movedPiece, len(folded))]
		b.written = appendEscaped(b.written[:0], piece)
		var m marks
		m.add(b.gears, b.written)
		b.file.moved = append(b.file.moved, block{
			offset: b.line.Offset, length: uint32(b.line.Length), text: uint32(len(piece)),
			min: b.time, max: b.time, kinds: 1 << KindResult, odd: true, moved: true,
		})
		b.file.movedSigs = append(b.file.movedSigs, m.signature())
		if from+movedPiece >= len(folded) {
			break
		}
	}
}

// moved visits the output of a result that is stored in a separate file.
func (x *Extractor) moved(r *transcript.Record, b *transcript.Block) {
	if x.output == nil {
		return
	}
	name := r.Spilled(b)
	if name == "" {
		return
	}
	x.hasMoved = true
	if text := x.output(name); len(text) > 0 {
		x.visitText(KindResult, nil, text, true)
	}
}

// movedOutput is a cached output.
type movedOutput struct {
	of   *FileInfo
	name string
	text []byte
}

// output returns an output that belongs to the current file.
func (w *worker) output(name string) []byte {
	if w.moved.of != w.info || w.moved.name != name {
		w.moved = movedOutput{w.info, name, w.s.opt.Output(w.info, name)}
	}
	return w.moved.text
}

// recordAt is the location of a record's line.
type recordAt struct {
	file   *fileEntry
	offset int64
}

// addMoved queues the records whose outputs in separate files may contain all terms.
func (s *search) addMoved() {
	if s.opt.Output == nil || len(s.terms) == 0 || s.cond.want&(1<<KindResult) == 0 {
		return
	}
	plans := movedPlans(s.q)
	all := uint64(1)<<len(plans) - 1
	held := map[recordAt]uint64{}
	first := map[recordAt]*placed{}
	for _, g := range s.snap.groups {
		if !g.moved {
			continue
		}
		masks := make([]uint64, len(plans))
		for i := range plans {
			masks[i] = plans[i].mask(g)
		}
		for i := range g.blocks {
			b := &g.blocks[i]
			if !b.moved || b.file == nil || b.max < s.cond.after || b.min >= s.cond.before {
				continue
			}
			at := recordAt{b.file, b.offset}
			first[at] = b
			for i, m := range masks {
				held[at] |= m >> b.slot & 1 << i
			}
		}
	}
	for at, b := range first {
		if held[at] == all {
			s.queue = append(s.queue, b)
		}
	}
	slices.SortFunc(s.queue, newestFirst)
}

// movedPlans returns a plan for each required term, at most 63 plans, each for a text within
// one piece.
func movedPlans(q *query.Query) (list []plan) {
	for _, t := range q.Terms {
		switch {
		case t.Not:
		case t.Kind == query.Regex:
			list = appendParts(list, planRegex(t.Text))
		default:
			text := fold.Text(t.Text)
			list = appendParts(list, planText(text[:min(len(text), movedTerm)]))
		}
	}
	return list[:min(len(list), 63)]
}

// appendParts appends the parts of a plan that may be in different pieces.
func appendParts(list []plan, p plan) []plan {
	for _, part := range p.all {
		list = appendParts(list, part)
	}
	for i := range p.any {
		if len(p.any[i].all) > 0 {
			p.any = nil // its alternatives may span several pieces
			break
		}
	}
	if p.all = nil; !p.open() {
		list = append(list, p)
	}
	return list
}
