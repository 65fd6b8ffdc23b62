package cache

import (
	"encoding/binary"
	"maps"
	"slices"
	"strings"

	"dendro/backend/transcript"
)

// writer appends values; reader takes them off in the same order.
type writer struct{ b []byte }

func (w *writer) uint(v uint64) { w.b = binary.AppendUvarint(w.b, v) }
func (w *writer) int(v int64)   { w.b = binary.AppendVarint(w.b, v) }

func (w *writer) text(texts ...string) {
	for _, s := range texts {
		w.uint(uint64(len(s)))
		w.b = append(w.b, s...)
	}
}

func (w *writer) texts(list []string) {
	w.uint(uint64(len(list)))
	w.text(list...)
}

func (w *writer) flag(on bool) {
	v := byte(0)
	if on {
		v = 1
	}
	w.b = append(w.b, v)
}

func (w *writer) id(ids ...transcript.ID) {
	for _, id := range ids {
		w.b = append(w.b, id[:]...)
	}
}

// idMap writes a map in the order of its keys, so that one state has one form.
func (w *writer) idMap(m map[transcript.ID]transcript.ID) {
	w.uint(uint64(len(m)))
	for _, k := range slices.SortedFunc(maps.Keys(m), compareIDs) {
		w.id(k, m[k])
	}
}

func compareIDs(a, b transcript.ID) int { return strings.Compare(string(a[:]), string(b[:])) }

// reader takes a text apart. Texts that it returns are parts of that one. The
// first thing that does not fit sets bad; what is read behind it is nothing.
type reader struct {
	s   string
	bad bool
}

func (r *reader) fail() {
	r.bad, r.s = true, ""
}

func (r *reader) uint() uint64 {
	var v uint64
	for i := 0; i < len(r.s) && i < binary.MaxVarintLen64; i++ {
		c := r.s[i]
		v |= uint64(c&0x7f) << (7 * i)
		if c < 0x80 {
			r.s = r.s[i+1:]
			return v
		}
	}
	r.fail()
	return 0
}

func (r *reader) int() int64 {
	v := r.uint()
	return int64(v>>1) ^ -int64(v&1)
}

// count reads how many values follow, which have at least size bytes each.
func (r *reader) count(size int) int {
	n := r.uint()
	if n > uint64(len(r.s)/size) {
		r.fail()
		return 0
	}
	return int(n)
}

func (r *reader) take(n uint64) string {
	if n > uint64(len(r.s)) {
		r.fail()
		return ""
	}
	s := r.s[:n]
	r.s = r.s[n:]
	return s
}

func (r *reader) text(into ...*string) {
	for _, s := range into {
		*s = r.take(r.uint())
	}
}

func (r *reader) texts() []string { return list(r, 1, func() string { return r.take(r.uint()) }) }

func (r *reader) flag() bool { return r.take(1) == "\x01" }

func (r *reader) id(into ...*transcript.ID) {
	for _, id := range into {
		copy(id[:], r.take(uint64(len(id))))
	}
}

func (r *reader) idMap() map[transcript.ID]transcript.ID {
	n := r.count(32)
	if n == 0 {
		return nil
	}
	m := make(map[transcript.ID]transcript.ID, n)
	for range n {
		var k, v transcript.ID
		r.id(&k, &v)
		m[k] = v
	}
	return m
}

// list reads values of at least size bytes each; none is nil.
func list[T any](r *reader, size int, one func() T) []T {
	n := r.count(size)
	if n == 0 {
		return nil
	}
	all := make([]T, n)
	for i := range all {
		all[i] = one()
	}
	return all
}
