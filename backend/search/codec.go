package search

import (
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"strings"
	"time"

	"dendro/backend/internal/codec"
)

// Image is an index as it was at one moment, ready to be kept: the rows of its groups,
// which [Keep] has put somewhere, and the description of all else.
type Image struct {
	files []imageFile // in the order of their keys
	snap  *snapshot
}

// imageFile is a file as it was at the moment of an image: its stat may change.
type imageFile struct {
	*fileEntry
	size  int64
	mtime time.Time
}

// Image returns the index as it is now.
func (x *Index) Image() *Image {
	x.mu.Lock() // places are changed under it
	defer x.mu.Unlock()
	i := &Image{files: make([]imageFile, 0, len(x.files)), snap: x.now.Load()}
	for _, e := range x.files {
		i.files = append(i.files, imageFile{e, e.size, e.mtime})
	}
	slices.SortFunc(i.files, func(a, b imageFile) int { return strings.Compare(a.key, b.key) })
	return i
}

// Rows returns what Keep has returned of the groups, in their order.
func (i *Image) Rows() []io.ReaderAt {
	rows := make([]io.ReaderAt, 0, len(i.snap.groups))
	for _, g := range i.snap.groups {
		if g != nil {
			rows = append(rows, g.rows)
		}
	}
	return rows
}

// Encode returns the description.
func (i *Image) Encode() []byte {
	x := new(codec.Coder)
	codec.List(x, &i.files, func(f *imageFile) { visitEntry(x, f.fileEntry, &f.size, &f.mtime) })
	numbers := make(map[*fileEntry]uint32, len(i.files))
	for n, f := range i.files {
		numbers[f.fileEntry] = uint32(n) + 1
	}
	groups := slices.DeleteFunc(append(slices.Clone(i.snap.groups), &i.snap.open), func(g *group) bool { return g == nil })
	codec.List(x, &groups, func(g **group) {
		codec.List(x, &(*g).blocks, func(b *placed) {
			number := numbers[b.file] // 0: it counts no more
			visitBlock(x, b, &number)
		})
	})
	codec.List(x, &i.snap.open.sigs, func(s **signature) { visitSignature(x, s) })
	return x.Out()
}

// errValue says that what was kept cannot have been an index.
var errValue = errors.New("the search index is damaged")

// Decode returns the index that an image was of. description, which must not change, is
// used where it lies. rows are those of the groups: where they are damaged, a group
// excludes nothing, so that its blocks are looked up in the files.
func Decode(description []byte, rows []io.ReaderAt, keep Keep) (*Index, error) {
	x := NewIndex(keep)
	d := codec.Read(description)
	var files []*fileEntry
	codec.List(d, &files, func(e **fileEntry) {
		*e = new(fileEntry)
		visitEntry(d, *e, &(*e).size, &(*e).mtime)
	})
	var snap snapshot
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
				(*g).left++
			}
		})
	})
	sealed := len(snap.groups) - 1
	if sealed != len(rows) {
		return nil, errValue
	}
	snap.open, snap.groups = *snap.groups[sealed], snap.groups[:sealed:sealed]
	for i, g := range snap.groups {
		g.rows = rows[i]
	}
	codec.List(d, &snap.open.sigs, func(s **signature) { visitSignature(d, s) })
	if d.Close() != nil || !x.take(files, &snap) {
		return nil, errValue
	}
	return x, nil
}

// take makes x what was decoded. It reports false where that cannot be.
func (x *Index) take(files []*fileEntry, snap *snapshot) bool {
	for i, e := range files {
		e.id = uint32(i) + 1
		x.files[e.key] = e
	}
	snap.ids = uint32(len(files))
	for n := range int32(len(snap.groups) + 1) {
		g := snap.group(n)
		slots := groupSlots
		if !g.sealed() {
			slots = len(g.sigs)
		}
		for i := range g.blocks {
			b := &g.blocks[i]
			if int(b.slot) >= slots || slots > groupSlots || b.offset < 0 || int64(b.length) > maxBlock || i > 1<<16-1 {
				return false
			}
			if b.file != nil {
				b.file.places = append(b.file.places, place{n, uint16(i)})
			}
		}
	}
	for _, e := range files {
		// Blocks move when groups empty, and stand in another order then.
		slices.SortFunc(e.places, func(a, b place) int { return compareOffsets(snap, a, b) })
	}
	x.now.Store(snap)
	return len(x.files) == len(files)
}

func compareOffsets(snap *snapshot, a, b place) int {
	return int(min(max(snap.block(a).offset-snap.block(b).offset, -1), 1))
}

func visitEntry(x *codec.Coder, e *fileEntry, size *int64, mtime *time.Time) {
	x.Text(&e.key)
	codec.Int(x, size)
	x.Time(mtime)
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
	x.Flag(&b.odd)
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
