package search

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"slices"
	"strings"
	"time"
)

// The stored form of an index: the rows of the sealed groups, each in a place of
// its own, the signatures of the open one, which place each group's rows have,
// the description of all files and blocks, and how long all of that is. So the
// file that the rows were put in while they were made becomes the index when
// the rest is written behind them; places may be empty there. Everything is
// summed. Whatever does not fit is damage, and damage means to build anew.
const (
	codecMagic   = "dendrosg"
	codecVersion = 4
	footerSize   = 48
	rowsSize     = sigRows * 8
	sigSize      = sigWords * 8
	placeSize    = 4
)

// errRows says that rows that were put away are not what they were.
var errRows = errors.New("write the search index: rows of it are lost")

// Image is an index as it was at one moment, ready to be written.
type Image struct {
	files []imageFile // in the order of their keys
	snap  *snapshot
	file  *os.File // that holds all rows, and nothing but rows up to end
	end   int64
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
	snap := x.now.Load()
	i := &Image{files: make([]imageFile, 0, len(x.files)), snap: snap}
	for _, e := range x.files {
		i.files = append(i.files, imageFile{e, e.size, e.mtime})
	}
	slices.SortFunc(i.files, func(a, b imageFile) int { return strings.Compare(a.key, b.key) })
	i.file, i.end = x.shelf.give(snap.groups)
	return i
}

// Encode writes the index as it is now.
func (x *Index) Encode(w io.Writer) error { return x.Image().Encode(w) }

// Encode writes the image; the index may change meanwhile.
func (i *Image) Encode(w io.Writer) error {
	out := &errWriter{w: w}
	var buf []byte
	places := make([]uint32, 0, len(i.snap.groups))
	for _, g := range i.snap.groups {
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
		places = append(places, uint32(len(places)))
		out.write(rows) // where they were damaged before, their sum still shows it
	}
	return i.rest(out, places, len(places))
}

// Rows returns the file of KeepRows, where all rows of the image lie there, and
// how much of it they take, else nil. With what EncodeRest writes behind them
// it is the image. Nothing else is written there any more.
func (i *Image) Rows() (f *os.File, size int64) { return i.file, i.end }

// EncodeRest writes what stands behind the rows that lie in the file of Rows.
func (i *Image) EncodeRest(w io.Writer) error {
	places := make([]uint32, 0, len(i.snap.groups))
	for _, g := range i.snap.groups {
		if g != nil {
			places = append(places, uint32(g.at/rowsSize))
		}
	}
	return i.rest(&errWriter{w: w}, places, int(i.end/rowsSize))
}

// rest writes what stands behind n rows.
func (i *Image) rest(out *errWriter, places []uint32, n int) error {
	open := 0
	for j, s := range i.snap.open.sigs {
		if i.snap.open.live>>j&1 == 1 {
			out.write(s.bytes())
			open++
		}
	}
	where := make([]byte, 0, placeSize*len(places))
	for _, p := range places {
		where = binary.LittleEndian.AppendUint32(where, p)
	}
	out.write(where)
	meta := &summer{to: out}
	i.describe(meta)
	footer := make([]byte, 0, footerSize)
	for _, v := range [...]uint32{sigBits, uint32(n), uint32(open), uint32(len(places)), castagnoli(where), meta.sum} {
		footer = binary.LittleEndian.AppendUint32(footer, v)
	}
	footer = binary.LittleEndian.AppendUint64(footer, meta.size)
	footer = binary.LittleEndian.AppendUint32(footer, castagnoli(footer))
	footer = binary.LittleEndian.AppendUint32(footer, codecVersion)
	out.write(append(footer, codecMagic...))
	if out.err != nil {
		return fmt.Errorf("write the search index: %w", out.err)
	}
	return nil
}

// Adopt lets x use what the image was written as, data, in the place of the
// rows in its memory. data must not change, as with Decode.
func (i *Image) Adopt(x *Index, data []byte) {
	at := 0
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
		c.set(n, &view)
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

func (s *signature) bytes() []byte {
	b := make([]byte, 0, sigSize)
	for _, w := range s {
		b = binary.LittleEndian.AppendUint64(b, w)
	}
	return b
}

// summer sums what it writes.
type summer struct {
	to   *errWriter
	sum  uint32
	size uint64
}

func (s *summer) write(b []byte) {
	s.sum = crc32.Update(s.sum, crc32.MakeTable(crc32.Castagnoli), b)
	s.size += uint64(len(b))
	s.to.write(b)
}

// describe writes what there is to know of the files and the blocks, a piece at
// a time: all of it takes more memory than there is to spare behind a long scan.
func (i *Image) describe(out *summer) {
	const piece = 64 << 10
	numbers := make(map[*fileEntry]uint64, len(i.files))
	b := binary.AppendUvarint(make([]byte, 0, piece+piece/8), uint64(len(i.files)))
	flush := func(least int) {
		if len(b) >= least {
			out.write(b)
			b = b[:0]
		}
	}
	for n, f := range i.files {
		numbers[f.fileEntry] = uint64(n)
		b = appendFile(b, f)
		flush(piece)
	}
	for n := range len(i.snap.groups) + 1 {
		if g := i.snap.group(int32(n)); g != nil {
			b = appendGroup(b, g, numbers)
			flush(piece)
		}
	}
	flush(0)
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

func appendFile(b []byte, e imageFile) []byte {
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
