package search

import (
	"slices"

	"dendro/backend/search/query"
	"dendro/backend/transcript"
)

// Results that are too large for a transcript lie in files of their own. Each is cut into
// pieces, which have a signature each; a piece is a block that stands for the line of the
// result's record. The pieces of one record are one text: a query's terms may stand in
// different ones.
const (
	// movedPiece is how much text has a signature: with more of it, most bits were set.
	movedPiece = 32 << 10
	// movedOverlap is how much of a piece the next one repeats, so that no term is cut.
	movedOverlap = 1 << 10
	// movedTerm is how much of a term is looked for in signatures.
	movedTerm = 512
)

// outputs adds the outputs of a record that lie in files of their own.
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
	folded, _ := appendFold(nil, text)
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

// moved visits the output of a result that lies in a file of its own.
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
		x.part.Kind, x.part.Raw, x.part.text, x.part.composed = KindResult, nil, text, true
		x.visit(&x.part)
	}
}

// movedOutput is an output that was read.
type movedOutput struct {
	of   *FileInfo
	name string
	text []byte
}

// output returns an output of the file at hand.
func (w *worker) output(name string) []byte {
	if w.moved.of != w.info || w.moved.name != name {
		w.moved = movedOutput{w.info, name, w.s.opt.Output(w.info, name)}
	}
	return w.moved.text
}

// recordAt is the line of a record.
type recordAt struct {
	file   *fileEntry
	offset int64
}

// addMoved queues the records whose outputs in files of their own may hold all terms.
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

// movedPlans returns what each of the terms needs that have to be there: at most 63 plans,
// each for a text that stands in one piece.
func movedPlans(q *query.Query) (list []plan) {
	for _, t := range q.Terms {
		switch {
		case t.Not:
		case t.Kind == query.Regex:
			list = appendParts(list, planRegex(t.Text))
		default:
			text := fold(t.Text)
			list = appendParts(list, planText(text[:min(len(text), movedTerm)]))
		}
	}
	return list[:min(len(list), 63)]
}

// appendParts appends the parts of a plan that need not stand in one piece.
func appendParts(list []plan, p plan) []plan {
	for _, part := range p.all {
		list = appendParts(list, part)
	}
	for i := range p.any {
		if len(p.any[i].all) > 0 {
			p.any = nil // one of its choices may stand in several pieces
			break
		}
	}
	if p.all = nil; !p.open() {
		list = append(list, p)
	}
	return list
}
