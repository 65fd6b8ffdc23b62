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
	return decode(&decoder{data: data, size: int64(len(data))})
}

// DecodeFile is Decode for the first size bytes of a file, which has to stay
// open as long as the index. Rows are read from it one by one, and take no
// memory.
func DecodeFile(f *os.File, size int64) (*Index, error) {
	return decode(&decoder{src: f, size: size})
}

// footer says what an index consists of.
type footer struct {
	rows, open, sealed int64 // how many there are
	places, meta       uint32
	size               int64 // of the description
}

func (d *decoder) footer() (f footer, err error) {
	b := d.section(d.size-footerSize, footerSize)
	if b == nil || string(b[footerSize-len(codecMagic):]) != codecMagic {
		return f, ErrDamaged
	}
	if binary.LittleEndian.Uint32(b[36:]) != codecVersion || binary.LittleEndian.Uint32(b) != sigBits {
		return f, ErrVersion
	}
	if castagnoli(b[:32]) != binary.LittleEndian.Uint32(b[32:]) {
		return f, ErrDamaged
	}
	for i, v := range [...]*int64{&f.rows, &f.open, &f.sealed} {
		*v = int64(binary.LittleEndian.Uint32(b[4+4*i:]))
	}
	f.places, f.meta = binary.LittleEndian.Uint32(b[16:]), binary.LittleEndian.Uint32(b[20:])
	f.size = int64(binary.LittleEndian.Uint64(b[24:]))
	if left := d.size - footerSize - f.rows*rowsSize - f.open*sigSize - f.sealed*placeSize; left < 0 || f.size != left {
		return f, ErrDamaged
	}
	return f, nil
}

func decode(d *decoder) (*Index, error) {
	f, err := d.footer()
	if err != nil {
		return nil, err
	}
	at := f.rows * rowsSize
	d.rows, d.sigs = f.rows, d.section(at, f.open*sigSize)
	at += f.open * sigSize
	d.places = d.section(at, f.sealed*placeSize)
	d.meta = d.section(at+f.sealed*placeSize, f.size)
	if d.bad != nil || castagnoli(d.places) != f.places || castagnoli(d.meta) != f.meta {
		return nil, ErrDamaged
	}
	d.x = NewIndex()
	if err := d.index(f.sealed); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return d.x, nil
}

// decoder takes an index apart. The first thing that does not fit is kept in
// bad; what is read behind it is nothing.
type decoder struct {
	data  []byte   // nil: it is in src
	src   *os.File // nil: there is data
	size  int64    // of either
	bad   error
	x     *Index
	files []*fileEntry
	snap  snapshot

	rows   int64  // how many there are
	places []byte // of the rows of the groups to come
	sigs   []byte // of the blocks to come in the open group
	meta   []byte // of what is to come
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

// section returns the n bytes at at.
func (d *decoder) section(at, n int64) []byte {
	switch {
	case at < 0 || n > d.size-at:
		d.fail(errShort)
		return nil
	case d.src == nil:
		return d.data[at : at+n : at+n]
	}
	b := make([]byte, n)
	if _, err := d.src.ReadAt(b, at); err != nil {
		d.fail(err)
		return nil
	}
	return b
}

func (d *decoder) index(sealed int64) error {
	for n := d.uvarint(); n > 0 && d.bad == nil; n-- {
		d.file()
	}
	if d.bad != nil {
		return d.bad
	}
	for i := int64(0); i <= sealed && d.bad == nil; i++ {
		d.group(i < sealed)
	}
	if d.bad == nil && len(d.meta)+len(d.sigs) > 0 {
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
		place := int64(binary.LittleEndian.Uint32(d.places))
		d.places = d.places[placeSize:]
		if place >= d.rows {
			d.fail(errValue)
			return
		}
		g.sum, g.unseen = d.sum(), &unseen{}
		if d.src == nil {
			g.rows = d.section(place*rowsSize, rowsSize)
		} else {
			g.file, g.at = d.src, place*rowsSize
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
	if len(d.sigs) < sigSize {
		d.fail(errShort)
		return nil
	}
	sig := d.sigs[:sigSize]
	d.sigs = d.sigs[sigSize:]
	if castagnoli(sig) != sum {
		d.fail(errSum)
	}
	return decodeSignature(sig)
}

func decodeSignature(b []byte) *signature {
	s := new(signature)
	for i := range s {
		s[i] = binary.LittleEndian.Uint64(b)
		b = b[8:]
	}
	return s
}
