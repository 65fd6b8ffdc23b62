package search

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
)

// The stored form of an index: a header, the description of all files and
// blocks, then, at multiples of eight bytes so that the file can be mapped,
// the rows of the sealed groups and the signatures of the open one. Everything
// is summed. Whatever does not fit is damage, and damage means to build anew.
const (
	codecMagic   = "dendrosg"
	codecVersion = 3
	headerSize   = 40
	rowsSize     = sigRows * 8
	sigSize      = sigWords * 8
)

// errRows says that rows that were put away are not what they were.
var errRows = errors.New("write the search index: rows of it are lost")

// Image is an index as it was at one moment, ready to be written.
type Image struct {
	meta []byte
	snap *snapshot
}

// Image returns the index as it is now.
func (x *Index) Image() *Image {
	x.mu.Lock() // places are changed under it
	defer x.mu.Unlock()
	snap := x.now.Load()
	return &Image{meta: encodeMeta(x.files, snap), snap: snap}
}

// Encode writes the index as it is now.
func (x *Index) Encode(w io.Writer) error { return x.Image().Encode(w) }

// Encode writes the image; the index may change meanwhile.
func (i *Image) Encode(w io.Writer) error {
	meta, snap := i.meta, i.snap
	header := make([]byte, 0, headerSize)
	header = append(header, codecMagic...)
	header = binary.LittleEndian.AppendUint32(header, codecVersion)
	header = binary.LittleEndian.AppendUint32(header, sigBits)
	header = binary.LittleEndian.AppendUint64(header, uint64(len(meta)))
	header = binary.LittleEndian.AppendUint32(header, castagnoli(meta))
	header = append(header, make([]byte, headerSize-4-len(header))...)
	header = binary.LittleEndian.AppendUint32(header, castagnoli(header))

	out := &errWriter{w: w}
	out.write(header)
	out.write(meta)
	out.write(make([]byte, pad8(len(meta))))
	var buf []byte
	for _, g := range snap.groups {
		if g == nil {
			continue
		}
		if g.file != nil && buf == nil {
			buf = make([]byte, rowsSize)
		}
		rows, whole := g.load(buf)
		if rows == nil || !whole && g.unseen == nil {
			return errRows
		}
		out.write(rows) // where they were damaged before, their sum still shows it
	}
	for i, s := range snap.open.sigs {
		if snap.open.live>>i&1 == 1 {
			out.write(s.bytes())
		}
	}
	if out.err != nil {
		return fmt.Errorf("write the search index: %w", out.err)
	}
	return nil
}

// Adopt lets x use what the image was written as, data, in the place of the
// rows in its memory. data must not change, as with Decode.
func (i *Image) Adopt(x *Index, data []byte) {
	at := headerSize + len(i.meta) + pad8(len(i.meta))
	views := map[*byte][]byte{} // by the rows that they stand for
	for _, g := range i.snap.groups {
		if g == nil {
			continue
		}
		if at+rowsSize > len(data) {
			return
		}
		if g.unseen == nil && g.file == nil {
			views[&g.rows[0]] = data[at : at+rowsSize : at+rowsSize]
		}
		at += rowsSize
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	c := x.change()
	for n, g := range c.groups {
		if g == nil || g.file != nil || views[&g.rows[0]] == nil {
			continue
		}
		view := *g
		view.rows, view.unseen = views[&g.rows[0]], &unseen{}
		c.groups[n] = &view
	}
	x.now.Store(&c.snapshot)
}

// errWriter writes until the first error.
type errWriter struct {
	w   io.Writer
	err error
}

func (e *errWriter) write(b []byte) {
	if e.err == nil {
		_, e.err = e.w.Write(b)
	}
}

func pad8(n int) int { return -n & 7 }

func (s *signature) bytes() []byte {
	b := make([]byte, 0, sigSize)
	for _, w := range s {
		b = binary.LittleEndian.AppendUint64(b, w)
	}
	return b
}

// encodeMeta describes the files, in the order of their keys, and the blocks.
func encodeMeta(files map[string]*fileEntry, snap *snapshot) []byte {
	numbers := make(map[*fileEntry]uint64, len(files))
	b := binary.AppendUvarint(nil, uint64(len(files)))
	for _, key := range slices.Sorted(maps.Keys(files)) {
		e := files[key]
		numbers[e] = uint64(len(numbers))
		b = appendFile(b, e)
	}
	sealed := 0
	for _, g := range snap.groups {
		if g != nil {
			sealed++
		}
	}
	b = binary.AppendUvarint(b, uint64(sealed))
	for i := range len(snap.groups) + 1 {
		if g := snap.group(int32(i)); g != nil {
			b = appendGroup(b, g, numbers)
		}
	}
	return b
}

func appendGroup(b []byte, g *group, numbers map[*fileEntry]uint64) []byte {
	if g.sealed() {
		b = binary.LittleEndian.AppendUint32(b, g.sum)
	}
	b = binary.AppendUvarint(b, uint64(len(g.blocks)))
	b = binary.AppendUvarint(b, g.live)
	for i := range g.blocks {
		if g.live>>i&1 == 0 {
			continue
		}
		b = binary.AppendUvarint(b, numbers[g.blocks[i].file])
		b = appendBlock(b, &g.blocks[i].block)
		if !g.sealed() {
			b = binary.LittleEndian.AppendUint32(b, castagnoli(g.sigs[i].bytes()))
		}
	}
	return b
}

func appendFile(b []byte, e *fileEntry) []byte {
	b = binary.AppendUvarint(b, uint64(len(e.key)))
	b = append(b, e.key...)
	b = binary.AppendVarint(b, e.size)
	b = binary.AppendVarint(b, e.mtime.Unix())
	b = binary.AppendUvarint(b, uint64(e.mtime.Nanosecond()))
	for _, p := range [...]print{e.head, e.tail} {
		b = binary.AppendVarint(b, p.offset)
		b = binary.AppendUvarint(b, uint64(p.length))
		b = binary.LittleEndian.AppendUint32(b, p.sum)
	}
	return b
}

func appendBlock(b []byte, o *block) []byte {
	b = binary.AppendVarint(b, o.offset)
	b = binary.AppendUvarint(b, uint64(o.length))
	b = binary.AppendUvarint(b, uint64(o.text))
	b = binary.AppendVarint(b, o.min)
	b = binary.AppendVarint(b, o.max)
	b = binary.AppendUvarint(b, uint64(o.kinds))
	odd := byte(0)
	if o.odd {
		odd = 1
	}
	return append(b, odd)
}
