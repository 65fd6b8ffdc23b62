package search

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"os"
	"slices"
	"time"
)

// ErrDamaged is what Decode returns for anything that Encode has not written.
var ErrDamaged = errors.New("the search index is damaged")

// ErrVersion is what Decode returns for an index of another version.
var ErrVersion = errors.New("the search index is of another version")

// Decode reads what Encode has written. The index goes on to use data, which
// may be a read-only map of a file and must not change. The rows of sealed
// groups, nearly all of it, are only summed when they are needed first: a
// group that is damaged excludes nothing then, so that its blocks are looked up
// in the files, and its rows are not used for anything else.
func Decode(data []byte) (*Index, error) {
	return decode(&decoder{data: data, left: int64(len(data))})
}

// DecodeFile is Decode for the first size bytes of a file, which has to stay
// open as long as the index. Rows are read from it one by one, and take no
// memory.
func DecodeFile(f *os.File, size int64) (*Index, error) {
	return decode(&decoder{src: f, left: size})
}

func decode(d *decoder) (*Index, error) {
	header := d.section(headerSize)
	if header == nil || string(header[:len(codecMagic)]) != codecMagic {
		return nil, ErrDamaged
	}
	if castagnoli(header[:headerSize-4]) != binary.LittleEndian.Uint32(header[headerSize-4:]) {
		return nil, ErrDamaged
	}
	if v, rows := binary.LittleEndian.Uint32(header[8:]), binary.LittleEndian.Uint32(header[12:]); v != codecVersion || rows != sigBits {
		return nil, ErrVersion
	}
	size := binary.LittleEndian.Uint64(header[16:])
	if size > uint64(d.left) {
		return nil, ErrDamaged
	}
	d.meta = d.section(int64(size))
	d.section(int64(pad8(int(size))))
	if d.bad != nil || castagnoli(d.meta) != binary.LittleEndian.Uint32(header[24:]) {
		return nil, ErrDamaged
	}
	d.x = NewIndex()
	if err := d.index(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return d.x, nil
}

// decoder takes an index apart. The first thing that does not fit is kept in
// bad; what is read behind it is nothing.
type decoder struct {
	meta  []byte
	data  []byte   // what is to come; nil: of src
	src   *os.File // nil: there is data
	at    int64    // in data or src
	left  int64
	bad   error
	x     *Index
	files []*fileEntry
	snap  snapshot
}

var (
	errShort = errors.New("it ends too early")
	errSum   = errors.New("a sum is wrong")
	errValue = errors.New("a value cannot be")
)

func (d *decoder) fail(err error) {
	if d.bad == nil {
		d.bad = err
	}
	d.meta = nil
}

func (d *decoder) uvarint() uint64 {
	v, n := binary.Uvarint(d.meta)
	if n <= 0 {
		d.fail(errShort)
		return 0
	}
	d.meta = d.meta[n:]
	return v
}

func (d *decoder) varint() int64 {
	v, n := binary.Varint(d.meta)
	if n <= 0 {
		d.fail(errShort)
		return 0
	}
	d.meta = d.meta[n:]
	return v
}

// take returns n bytes of the description.
func (d *decoder) take(n uint64) []byte {
	if n > uint64(len(d.meta)) {
		d.fail(errShort)
		return nil
	}
	b := d.meta[:n]
	d.meta = d.meta[n:]
	return b
}

func (d *decoder) sum() uint32 {
	if b := d.take(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

// section returns the next n bytes.
func (d *decoder) section(n int64) []byte {
	at := d.at
	if !d.pass(n) {
		return nil
	}
	if d.src == nil {
		return d.data[at : at+n : at+n]
	}
	b := make([]byte, n)
	if _, err := d.src.ReadAt(b, at); err != nil {
		d.fail(err)
		return nil
	}
	return b
}

// pass goes on behind the next n bytes, where there are so many.
func (d *decoder) pass(n int64) bool {
	if n > d.left {
		d.fail(errShort)
		return false
	}
	d.at, d.left = d.at+n, d.left-n
	return true
}

func (d *decoder) index() error {
	for n := d.uvarint(); n > 0 && d.bad == nil; n-- {
		d.file()
	}
	if d.bad != nil {
		return d.bad
	}
	sealed := d.uvarint()
	for i := uint64(0); i <= sealed && d.bad == nil; i++ {
		d.group(i < sealed)
	}
	if d.bad == nil && d.left > 0 {
		d.fail(errValue)
	}
	if d.bad != nil {
		return d.bad
	}
	d.snap.ids = uint32(len(d.files))
	for _, e := range d.files {
		// Blocks move when groups empty, and stand in another order then.
		slices.SortFunc(e.places, func(a, b place) int {
			return cmp.Compare(d.snap.block(a).offset, d.snap.block(b).offset)
		})
		d.x.files[e.key] = e
	}
	if len(d.x.files) != len(d.files) {
		return errValue
	}
	snap := d.snap // without the decoder and what it has read
	d.x.now.Store(&snap)
	return nil
}

func (d *decoder) file() {
	e := &fileEntry{key: string(d.take(d.uvarint())), id: uint32(len(d.files) + 1), size: d.varint()}
	e.mtime = time.Unix(d.varint(), int64(d.uvarint()%1e9))
	for _, p := range [...]*print{&e.head, &e.tail} {
		*p = print{offset: d.varint(), length: uint32(d.uvarint())}
		p.sum = d.sum()
		if p.length > headPrint || p.offset < 0 {
			d.fail(errValue)
		}
	}
	d.files = append(d.files, e)
}

func (d *decoder) group(sealed bool) {
	var g group
	if sealed {
		g.sum, g.unseen = d.sum(), &unseen{}
		if d.src == nil {
			g.rows = d.section(rowsSize)
		} else if g.file, g.at = d.src, d.at; !d.pass(rowsSize) {
			return
		}
	}
	n := d.uvarint()
	g.live = d.uvarint()
	if n > groupBlocks || sealed != (n == groupBlocks) || bits.Len64(g.live) > int(n) {
		d.fail(errValue)
		return
	}
	at := int32(len(d.snap.groups))
	g.blocks = make([]placed, n)
	for i := range g.blocks {
		var s *signature
		if g.live>>i&1 == 1 {
			s = d.block(&g.blocks[i], place{at, uint8(i)}, sealed)
		}
		if s == nil && !sealed {
			s = new(signature)
		}
		if !sealed {
			g.sigs = append(g.sigs, s)
		}
	}
	if sealed {
		d.snap.groups = append(d.snap.groups, &g)
	} else {
		d.snap.open = g
	}
}

func (d *decoder) block(b *placed, at place, sealed bool) *signature {
	number := d.uvarint()
	if number >= uint64(len(d.files)) {
		d.fail(errValue)
		return nil
	}
	b.file = d.files[number]
	b.file.places = append(b.file.places, at)
	b.block = block{
		offset: d.varint(), length: uint32(d.uvarint()), text: uint32(d.uvarint()),
		min: d.varint(), max: d.varint(), kinds: kinds(d.uvarint()),
	}
	if odd := d.take(1); odd != nil {
		b.odd = odd[0] != 0
	}
	if b.offset < 0 || int64(b.length) > maxBlock {
		d.fail(errValue)
	}
	if sealed {
		return nil
	}
	sum := d.sum()
	sig := d.section(sigSize)
	if castagnoli(sig) != sum {
		d.fail(errSum)
	}
	return decodeSignature(sig)
}

func decodeSignature(b []byte) *signature {
	s := new(signature)
	for i := range s {
		if len(b) < 8 {
			break
		}
		s[i] = binary.LittleEndian.Uint64(b)
		b = b[8:]
	}
	return s
}
