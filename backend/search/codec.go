package search

import (
	"encoding/binary"
	"errors"
	"io"
	"maps"
	"slices"
	"strings"

	"dendro/backend/internal/codec"
	"dendro/backend/search/turns"
)

// Image is an immutable copy of an index, ready to be stored: the rows of its groups, which
// [Keep] has already stored, and a description of everything else.
type Image struct {
	files  []*fileEntry // in the order of their keys
	groups []*group
	words  pieces
}

// Image returns the index's current state.
func (x *Index) Image() *Image {
	x.mu.Lock()
	defer x.mu.Unlock()
	byKey := func(a, b *fileEntry) int { return strings.Compare(a.key, b.key) }
	return &Image{slices.SortedFunc(maps.Values(x.files), byKey), x.now.Load().groups, x.now.Load().words}
}

// Rows returns the results of Keep for the groups, in order.
func (i *Image) Rows() []io.ReaderAt {
	rows := []io.ReaderAt{}
	for _, g := range i.groups {
		if g.sealed() {
			rows = append(rows, g.rows)
		}
	}
	return rows
}

// Encode returns the description.
func (i *Image) Encode() []byte {
	x := new(codec.Coder)
	codec.List(x, &i.files, func(e **fileEntry) { visitEntry(x, *e) })
	numbers := make(map[*fileEntry]uint32, len(i.files))
	for n, e := range i.files {
		numbers[e] = uint32(n) + 1
	}
	codec.List(x, &i.groups, func(g **group) {
		codec.List(x, &(*g).blocks, func(b *placed) {
			number := numbers[b.file] // 0: no longer valid
			visitBlock(x, b, &number)
		})
		codec.List(x, &(*g).sigs, func(s **signature) { visitSignature(x, s) })
	})
	words := i.words
	words.vocab = slices.Clone(words.vocab)
	visitWords(x, &words, i.files, nil)
	return x.Out()
}

// errValue says that the decoded values cannot be those of an index.
var errValue = errors.New("the search index is damaged")

// Decode returns the index of an image. It uses description in place, which must not change.
// rows are those of the groups: a group with damaged rows excludes nothing, so that its
// blocks are searched in the files. words are those of [Image.Words]. A file
// with a block that cannot be part of it is left out.
func Decode(description []byte, rows, words []io.ReaderAt, keep Keep) (*Index, error) {
	x := NewIndex(keep)
	d := codec.Read(description)
	var files []*fileEntry
	codec.List(d, &files, func(e **fileEntry) {
		*e = new(fileEntry)
		visitEntry(d, *e)
		(*e).id = uint32(len(x.files)) + 1
		x.files[(*e).key] = *e
	})
	snap, bad := snapshot{ids: uint32(len(files))}, map[*fileEntry]bool{}
	codec.List(d, &snap.groups, func(g **group) {
		*g = new(group)
		codec.List(d, &(*g).blocks, func(b *placed) {
			var number uint32
			visitBlock(d, b, &number)
			switch {
			case number > uint32(len(files)):
				d.Fail()
			case number > 0:
				b.file = files[number-1]
				if !b.within(b.file.tail.end()) {
					bad[b.file] = true
				}
			}
			(*g).moved = (*g).moved || b.moved
		})
		codec.List(d, &(*g).sigs, func(s **signature) { visitSignature(d, s) })
	})
	snap.words.vocab = []turns.Vocabulary{""}
	visitWords(d, &snap.words, files, words)
	if d.Close() != nil || len(x.files) != len(files) || len(snap.groups) != len(rows)+1 {
		return nil, errValue
	}
	for i, g := range snap.groups {
		slots := len(g.sigs)
		if i < len(rows) {
			g.sigs, g.rows, slots = nil, rows[i], groupSlots
		}
		beyond := func(b placed) bool { return int(b.slot) >= slots }
		if !g.sealed() && slots >= groupSlots || slices.ContainsFunc(g.blocks, beyond) {
			return nil, errValue
		}
	}
	x.now.Store(&snap)
	for e := range bad { // it is read again
		x.Remove(e.key)
	}
	return x, nil
}

func visitEntry(x *codec.Coder, e *fileEntry) {
	x.Text(&e.key)
	codec.Int(x, &e.size)
	x.Time(&e.mtime)
	codec.Int(x, &e.version.End)
	x.Uint64(&e.version.Print)
	x.Flag(&e.small)
	for _, p := range [...]*print{&e.head, &e.tail} {
		codec.Int(x, &p.offset)
		codec.Uint(x, &p.length, &p.sum)
		if p.length > headPrint || p.offset < 0 {
			x.Fail()
		}
	}
}

func visitBlock(x *codec.Coder, b *placed, number *uint32) {
	codec.Uint(x, number)
	codec.Uint(x, &b.slot)
	codec.Int(x, &b.offset)
	codec.Uint(x, &b.length, &b.text)
	codec.Int(x, &b.min, &b.max)
	codec.Uint(x, &b.kinds)
	x.Flag(&b.odd, &b.moved)
}

func visitSignature(x *codec.Coder, s **signature) {
	var b [sigWords * 8]byte
	if x.Reading {
		*s = new(signature)
	} else {
		for i, w := range *s {
			binary.LittleEndian.PutUint64(b[8*i:], w)
		}
	}
	x.Raw(b[:])
	if x.Reading {
		for i := range *s {
			(*s)[i] = binary.LittleEndian.Uint64(b[8*i:])
		}
	}
}
