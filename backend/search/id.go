package search

import (
	"bytes"
	"hash/fnv"

	"dendro/backend/search/fold"
	"dendro/backend/search/query"
	"dendro/backend/transcript"
)

const (
	minID         = 2   // a single letter is a word
	maxID         = 128 // maximum bytes of a searchable id
	idPrefixBytes = 8   // the shortest prefix of a uuid that identifies it, as on the command line
)

// idOf returns the id, or prefix of an id, that a query may be, in lower case. It is nil if
// the query has several terms, or one that cannot be an id.
func idOf(q *query.Query) []byte {
	if len(q.Terms) != 1 || q.Terms[0].Not || q.Terms[0].Kind == query.Regex {
		return nil
	}
	id := []byte(q.Terms[0].Text)
	if len(id) < minID || len(id) > maxID {
		return nil
	}
	for i, c := range id {
		if c <= ' ' || c > '~' {
			return nil
		}
		id[i] = fold.LowerASCII(c)
	}
	return id
}

// ids visits the ids by which r can be found, in lower case: its uuid, its request, and those
// of its calls and results. An id is only valid during the call.
func (x *Extractor) ids(r *transcript.Record, visit func(id []byte)) {
	one := func(id []byte) {
		if len(id) > 0 && len(id) <= maxID {
			for i, c := range id {
				id[i] = fold.LowerASCII(c)
			}
			visit(id)
		}
		x.idBuf = id[:0]
	}
	one(r.UUID.AppendText(x.idBuf[:0]))
	one(r.RequestID.AppendText(x.idBuf[:0]))
	for i := range r.Blocks {
		one(r.Blocks[i].ToolID.AppendText(x.idBuf[:0]))
	}
}

// idPrefix returns the prefix of a uuid that signatures contain in addition to the whole, nil
// for other ids. id may itself be a prefix of a uuid.
func idPrefix(id []byte) []byte {
	if len(id) < idPrefixBytes {
		return nil
	}
	for i, c := range id {
		dash := i == 8 || i == 13 || i == 18 || i == 23
		if hex := c >= '0' && c <= '9' || c >= 'a' && c <= 'f'; dash != (c == '-') || !dash && !hex {
			return nil
		}
	}
	return id[:idPrefixBytes]
}

// idRows returns the rows of a signature that an id sets, as a whole: few enough to cost next
// to nothing, and enough that few blocks have them by chance.
func idRows(id []byte) (rows [4]uint32) {
	h := fnv.New64a()
	_, _ = h.Write(id) // a hash.Hash never fails
	z := h.Sum64()
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9 // splitmix64
	z ^= z >> 27
	for i := range rows {
		rows[i] = uint32(z >> (i * sigBits) % sigRows)
	}
	return rows
}

// planID returns the plans for blocks that may contain a record with this id, or with a uuid
// that begins with it.
func planID(id []byte) []plan {
	rows := idRows(id)
	list := []plan{{rows: rows[:]}}
	if prefix := idPrefix(id); prefix != nil {
		rows := idRows(prefix)
		list = append(list, plan{rows: rows[:]})
	}
	return list
}

// byID reports whether the query is an id of r, and the part of r that it identifies: the
// call or the result with that id, otherwise the first part.
func (m *matcher) byID(r *transcript.Record) (best found, ok bool) {
	if m.id == nil || m.denied {
		return found{}, false
	}
	uuid := bytes.ToLower(r.UUID.AppendText(nil))
	byUUID := bytes.Equal(uuid, m.id) || idPrefix(m.id) != nil && bytes.HasPrefix(uuid, m.id)
	named := byUUID
	m.x.ids(r, func(id []byte) { named = named || bytes.Equal(id, m.id) })
	if !named {
		return found{}, false
	}
	best = found{part: -1, want: m.cond.wantOfID, uuid: byUUID}
	n, exact := 0, false
	m.x.parts(r, best.want, func(p *Part) {
		is := !byUUID && bytes.EqualFold(p.ToolID.AppendText(nil), m.id)
		if m.allowed(p) && (best.part < 0 || is && !exact) {
			best.part, best.kind, exact = n, p.Kind, is
		}
		n++
	})
	return best, best.part >= 0
}
