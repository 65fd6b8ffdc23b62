package search

import (
	"cmp"
	"slices"

	"dendro/backend/search/query"
	"dendro/backend/search/turns"
	"dendro/backend/transcript"
)

// FileTurns maps the records of a file to turns. A new value is required if the mapping may
// have changed.
type FileTurns struct {
	// Session is the key of the file with the records that open the turns. For an agent's
	// file it is that of its session, or its own if the session has no turns.
	Session string
	// Of returns the turns of records, in the records' order.
	Of func(records []transcript.ID) []Turn
}

// Turn is the record that opens a turn; zero: none.
type Turn struct {
	ID   transcript.ID
	Time int64 // Unix milliseconds
}

// documents are the turns of all files, in the form in which they are ranked. They are
// derived from one snapshot and one catalog, and immutable.
type documents struct {
	snap    *snapshot
	catalog Catalog
	list    []document
	pieces  []docPiece // grouped by session
	mean    [turns.Roles]float64
	known   map[*byte]*resolved // by the address of a piece's first byte
	where   places
}

// document is one turn, shared by all sessions that have it.
type document struct {
	id         transcript.ID // its identity
	own        transcript.ID // of its first record in the owner's file
	owner      *FileInfo
	copies     []*FileInfo
	start, end int64
	words      [turns.Roles]uint32
}

// docPiece is a piece with the documents of its units.
type docPiece struct {
	data  turns.Piece
	info  *FileInfo
	group int32 // number of its session
	docs  []int32
	units []turns.Unit
}

// resolved caches the turns of a piece's units.
type resolved struct {
	by    *FileTurns
	units []turns.Unit
	turns []Turn
}

// noDocument marks units that are not visible.
const noDocument = -1

// documents returns the documents of a snapshot, for a catalog.
func (x *Index) documents(snap *snapshot, catalog Catalog) *documents {
	old := x.docs.Load()
	if old != nil && old.snap == snap && old.catalog == catalog {
		return old
	}
	d := &documents{snap: snap, catalog: catalog, known: map[*byte]*resolved{}}
	d.pieces = d.visible(snap)
	byID := map[transcript.ID]int32{}
	for i := range d.pieces {
		p := &d.pieces[i]
		r := d.resolve(p, old)
		p.units, p.docs = r.units, make([]int32, len(r.units))
		for u := range p.units {
			p.docs[u] = d.document(byID, p, r.turns[u])
		}
	}
	d.count()
	x.docs.Store(d)
	return d
}

// visible returns the pieces of the files to search, grouped by session.
func (d *documents) visible(snap *snapshot) []docPiece {
	var list []docPiece
	groups := map[string]int32{}
	for i := range snap.words.list {
		p := &snap.words.list[i]
		info := d.catalog.File(p.key)
		if info == nil || info.Turns == nil || len(p.data) == 0 {
			continue
		}
		group, known := groups[info.Turns.Session]
		if !known {
			group = int32(len(groups))
			groups[info.Turns.Session] = group
		}
		list = append(list, docPiece{data: p.data, info: info, group: group})
	}
	slices.SortStableFunc(list, func(a, b docPiece) int {
		return cmp.Or(cmp.Compare(a.group, b.group), cmp.Compare(a.info.Agent, b.info.Agent), cmp.Compare(a.info.Key, b.info.Key))
	})
	return list
}

// resolve returns the units of a piece and their turns.
func (d *documents) resolve(p *docPiece, old *documents) *resolved {
	at := &p.data[0]
	if old != nil {
		if r := old.known[at]; r != nil && r.by == p.info.Turns {
			d.known[at] = r
			return r
		}
	}
	r := &resolved{by: p.info.Turns, units: p.data.Units()}
	first := make([]transcript.ID, len(r.units))
	for i := range r.units {
		first[i] = r.units[i].First
	}
	r.turns = r.by.Of(first)
	d.known[at] = r
	return r
}

// document returns the number of the document of a turn.
func (d *documents) document(byID map[transcript.ID]int32, p *docPiece, t Turn) int32 {
	if t.ID.IsZero() {
		return noDocument
	}
	key := p.info.Turns.Session
	id := d.catalog.Identity(key, t.ID)
	n, known := byID[id]
	if known {
		return n
	}
	n = int32(len(d.list))
	byID[id] = n
	doc := document{id: id, own: t.ID, owner: d.catalog.File(key), start: t.Time, end: t.Time}
	if doc.owner == nil {
		doc.owner = p.info
	}
	if doc.copies = d.catalog.Copies(key, id); len(doc.copies) > 0 {
		doc.owner, doc.own = doc.copies[0], d.catalog.Record(key, id)
	}
	d.list = append(d.list, doc)
	return n
}

// count counts the words of the documents. Counts within a session are added; among several
// sessions that have the turn, the maximum counts.
func (d *documents) count() {
	inGroup := make([][turns.Roles]uint32, len(d.list))
	var touched []int32
	flush := func() {
		for _, n := range touched {
			for r, words := range inGroup[n] {
				d.list[n].words[r] = max(d.list[n].words[r], words)
			}
			inGroup[n] = [turns.Roles]uint32{}
		}
		touched = touched[:0]
	}
	for i := range d.pieces {
		p := &d.pieces[i]
		if i > 0 && d.pieces[i-1].group != p.group {
			flush()
		}
		for u, n := range p.docs {
			if n == noDocument {
				continue
			}
			doc, unit := &d.list[n], &p.units[u]
			if unit.Start != 0 && (doc.start == 0 || unit.Start < doc.start) {
				doc.start = unit.Start
			}
			doc.end = max(doc.end, unit.End)
			touched = append(touched, n)
			for r, words := range unit.Words {
				inGroup[n][r] += words
			}
		}
	}
	flush()
	var sum [turns.Roles]uint64
	for i := range d.list {
		for r, words := range d.list[i].words {
			sum[r] += uint64(words)
		}
	}
	for r := range d.mean {
		d.mean[r] = max(1, float64(sum[r])/float64(max(1, len(d.list))))
	}
}

// having returns the turns with a failed call (query.Failed), an agent (query.Agent), or a
// bookmark (query.Bookmarked).
func (d *documents) having(what string) map[int32]bool {
	if what == query.Agent {
		set := map[int32]bool{}
		for i := range d.pieces {
			for _, n := range d.pieces[i].docs {
				if d.pieces[i].info.Agent != "" && n != noDocument {
					set[n] = true
				}
			}
		}
		return set
	}
	return d.with(func(info *FileInfo) []transcript.ID {
		if what == query.Bookmarked {
			return info.Bookmarked
		}
		return info.Failed
	})
}

// with returns the turns with one of the records that of returns for each file.
func (d *documents) with(of func(*FileInfo) []transcript.ID) map[int32]bool {
	set := map[int32]bool{}
	byID := make(map[transcript.ID]int32, len(d.list))
	for n := range d.list {
		byID[d.list[n].id] = int32(n)
	}
	seen := map[*FileInfo]bool{}
	for i := range d.pieces {
		info := d.pieces[i].info
		if seen[info] {
			continue
		}
		seen[info] = true
		records := of(info)
		if len(records) == 0 {
			continue
		}
		for _, t := range info.Turns.Of(records) {
			if n, known := byID[d.catalog.Identity(info.Turns.Session, t.ID)]; known {
				set[n] = true
			}
		}
	}
	return set
}

// wordCount is how often a word occurs in a document.
type wordCount struct {
	doc   int32
	count [turns.Roles]uint16
}

// find returns the documents that have a word of some keys, in no order.
func (d *documents) find(keys []turns.Key) (found []wordCount) {
	at := make([]int32, len(d.list)) // per document, its index in found plus one
	var sums [][turns.Roles]uint16
	var touched []int32
	flush := func() {
		for _, i := range touched {
			for r, n := range sums[i] {
				found[i].count[r] = max(found[i].count[r], n)
			}
			sums[i] = [turns.Roles]uint16{}
		}
		touched = touched[:0]
	}
	for i := range d.pieces {
		p := &d.pieces[i]
		if i > 0 && d.pieces[i-1].group != p.group {
			flush()
		}
		for _, key := range keys {
			p.data.Find(key, func(unit uint32, c turns.Counts) {
				n := p.docs[unit]
				if n == noDocument {
					return
				}
				place := at[n]
				if place == 0 {
					found, sums = append(found, wordCount{doc: n}), append(sums, [turns.Roles]uint16{})
					place = int32(len(found))
					at[n] = place
				}
				for r, count := range c {
					sums[place-1][r] = min(sums[place-1][r]+uint16(count), maxWordCount)
				}
				touched = append(touched, place-1)
			})
		}
	}
	flush()
	return found
}

// maxWordCount limits counts. Pieces limit theirs too: a count must not depend on how a turn
// was cut into units.
const maxWordCount = 31
