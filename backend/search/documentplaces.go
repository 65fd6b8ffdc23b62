package search

import (
	"cmp"
	"slices"
	"sync"

	"dendro/backend/search/turns"
	"dendro/backend/transcript"
)

// unitAt identifies a unit of a piece.
type unitAt struct{ piece, unit int32 }

// blockIn is a block with the number of its group.
type blockIn struct {
	*placed
	group int
}

// places maps documents to locations in files. It is computed on first use.
type places struct {
	once   sync.Once
	units  map[int32][]unitAt   // by document
	files  map[string][]int32   // the pieces of a file, in order
	blocks map[string][]blockIn // by file
}

func (d *documents) whereabouts() *places {
	w := &d.where
	w.once.Do(func() {
		w.units, w.files = map[int32][]unitAt{}, map[string][]int32{}
		for i := range d.pieces {
			p := &d.pieces[i]
			w.files[p.info.Key] = append(w.files[p.info.Key], int32(i))
			for u, n := range p.docs {
				if n != noDocument {
					w.units[n] = append(w.units[n], unitAt{int32(i), int32(u)})
				}
			}
		}
		w.blocks = map[string][]blockIn{}
		for g, group := range d.snap.groups {
			for i := range group.blocks {
				if b := &group.blocks[i]; b.file != nil && !b.moved {
					w.blocks[b.file.key] = append(w.blocks[b.file.key], blockIn{b, g})
				}
			}
		}
	})
	return w
}

// unitsOf returns the units of a document, those of its owner first.
func (d *documents) unitsOf(doc int32) []unitAt { return d.whereabouts().units[doc] }

func (d *documents) blocks(key string) []blockIn { return d.whereabouts().blocks[key] }

// span returns the range of offsets of a unit in its file.
func (d *documents) span(u unitAt) (from, to int64) {
	p := &d.pieces[u.piece]
	from, to = p.units[u.unit].Offset, endOfFile
	if int(u.unit)+1 < len(p.units) {
		return from, p.units[u.unit+1].Offset
	}
	for _, other := range d.whereabouts().files[p.info.Key] {
		if q := &d.pieces[other]; len(q.units) > 0 && q.units[0].Offset > from {
			to = min(to, q.units[0].Offset)
		}
	}
	return from, to
}

// at returns the document of the record at an offset of a file.
func (d *documents) at(key string, offset int64) (doc int32, ok bool) {
	var in *docPiece
	for _, i := range d.whereabouts().files[key] {
		p := &d.pieces[i]
		if len(p.units) > 0 && p.units[0].Offset <= offset && (in == nil || p.units[0].Offset > in.units[0].Offset) {
			in = p
		}
	}
	if in == nil {
		return noDocument, false
	}
	u, found := slices.BinarySearchFunc(in.units, offset, func(u turns.Unit, at int64) int { return cmp.Compare(u.Offset, at) })
	if !found {
		u--
	}
	doc = in.docs[u]
	return doc, doc != noDocument
}

// openerIn returns the record that opens a document in a session, zero if the session does
// not have it.
func (d *documents) openerIn(doc int32, by *FileTurns) transcript.ID {
	for _, u := range d.unitsOf(doc) {
		p := &d.pieces[u.piece]
		if r := d.known[&p.data[0]]; p.info.Turns.Session == by.Session && r != nil {
			return r.turns[u.unit].ID
		}
	}
	return transcript.ID{}
}
