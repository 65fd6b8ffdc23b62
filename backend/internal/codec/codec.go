// Package codec encodes values as bytes and decodes them. A type's codec visits its fields
// once for both directions: a [Coder] either writes or reads them.
package codec

import (
	"cmp"
	"encoding/binary"
	"errors"
	"maps"
	"slices"
	"time"
	"unsafe"
)

// ErrDamaged is returned for data that a Coder did not write, or not in this order.
var ErrDamaged = errors.New("the cached data is damaged")

// Coder writes or reads values. Reading stops at the first error: later values are zero,
// and [Coder.Close] returns the error. Writing does not modify the value, so others may
// read it concurrently.
type Coder struct {
	// Reading is set if the Coder reads.
	Reading bool

	out   []byte
	in    string
	bad   bool
	texts *texts // nil: texts are not deduplicated
}

// texts is the table of a coder that writes each distinct text once.
type texts struct {
	written map[string]uint64 // by text
	read    []string          // by number
}

// Read returns a Coder that reads in. Decoded texts alias in, which must not change.
func Read(in []byte) *Coder {
	return &Coder{Reading: true, in: unsafe.String(unsafe.SliceData(in), len(in))}
}

// Write returns a Coder that writes into a buffer, which may be nil.
func Write(over []byte) *Coder { return &Coder{out: over[:0]} }

// Numbered enables deduplication, for values with many repeated texts.
func (x *Coder) Numbered() { x.texts = &texts{} }

// Out returns the written bytes.
func (x *Coder) Out() []byte { return x.out }

// Left returns the number of bytes left to read.
func (x *Coder) Left() int { return len(x.in) }

// Close ends the reading and returns its error. All bytes must have been read.
func (x *Coder) Close() error {
	if x.bad || x.in != "" {
		return ErrDamaged
	}
	return nil
}

// Fail reports an invalid value during reading.
func (x *Coder) Fail() { x.bad, x.in = true, "" }

// Uint64 visits unsigned numbers.
func (x *Coder) Uint64(values ...*uint64) {
	for _, v := range values {
		if x.Reading {
			*v = x.readUint()
		} else {
			x.out = binary.AppendUvarint(x.out, *v)
		}
	}
}

func (x *Coder) readUint() (v uint64) {
	for i := range min(len(x.in), binary.MaxVarintLen64) {
		c := x.in[i]
		v |= uint64(c&0x7f) << (7 * i)
		if c < 0x80 {
			x.in = x.in[i+1:]
			return v
		}
	}
	x.Fail()
	return 0
}

// Uint visits smaller unsigned numbers.
func Uint[T ~uint8 | ~uint16 | ~uint32](x *Coder, values ...*T) {
	for _, v := range values {
		n := uint64(*v)
		x.Uint64(&n)
		if !x.Reading {
			continue
		}
		if *v = T(n); uint64(*v) != n {
			x.Fail()
		}
	}
}

// Int visits signed numbers.
func Int[T ~int | ~int32 | ~int64](x *Coder, values ...*T) {
	for _, v := range values {
		n := uint64(*v)<<1 ^ uint64(int64(*v)>>63)
		x.Uint64(&n)
		if !x.Reading {
			continue
		}
		signed := int64(n>>1) ^ -int64(n&1)
		if *v = T(signed); int64(*v) != signed {
			x.Fail()
		}
	}
}

// Flag visits booleans.
func (x *Coder) Flag(values ...*bool) {
	for _, v := range values {
		n := uint8(0)
		if *v {
			n = 1
		}
		Uint(x, &n)
		if x.Reading {
			*v = n != 0
		}
	}
}

// Time visits a time without its zone.
func (x *Coder) Time(v *time.Time) {
	seconds, nanos := v.Unix(), v.Nanosecond()
	Int(x, &seconds)
	Int(x, &nanos)
	if x.Reading {
		*v = time.Unix(seconds, int64(nanos))
	}
}

// Raw visits a fixed number of bytes.
func (x *Coder) Raw(b []byte) {
	if !x.Reading {
		x.out = append(x.out, b...)
		return
	}
	copy(b, x.take(uint64(len(b))))
}

func (x *Coder) take(n uint64) string {
	if n > uint64(len(x.in)) {
		x.Fail()
		return ""
	}
	s := x.in[:n]
	x.in = x.in[n:]
	return s
}

// Text visits texts.
func (x *Coder) Text(values ...*string) {
	for _, v := range values {
		switch {
		case x.texts != nil:
			x.numbered(v)
		case x.Reading:
			*v = x.take(x.readUint())
		default:
			x.out = binary.AppendUvarint(x.out, uint64(len(*v)))
			x.out = append(x.out, *v...)
		}
	}
}

// numbered visits the number of a text. A new text has the next number, and follows it.
func (x *Coder) numbered(v *string) {
	t := x.texts
	if x.Reading {
		n := x.readUint()
		switch {
		case n < uint64(len(t.read)):
			*v = t.read[n]
		case n > uint64(len(t.read)):
			x.Fail()
		default:
			*v = x.take(x.readUint())
			t.read = append(t.read, *v)
		}
		return
	}
	n, known := t.written[*v]
	if !known {
		if t.written == nil {
			t.written = make(map[string]uint64, 64)
		}
		n = uint64(len(t.written))
		t.written[*v] = n
	}
	x.out = binary.AppendUvarint(x.out, n)
	if !known {
		x.out = binary.AppendUvarint(x.out, uint64(len(*v)))
		x.out = append(x.out, *v...)
	}
}

// Optional visits a value that may be absent.
func Optional[T any](x *Coder, v **T, one func(*T)) {
	there := *v != nil
	x.Flag(&there)
	if !there {
		return
	}
	if x.Reading {
		*v = new(T)
	}
	one(*v)
}

// List visits the values of a list, which may be nil. Each takes at least one byte.
func List[T any](x *Coder, values *[]T, one func(*T)) {
	n := uint64(len(*values)) + 1
	if *values == nil {
		n = 0
	}
	x.Uint64(&n)
	if x.Reading {
		if n == 0 {
			return
		}
		if n-1 > uint64(len(x.in)) {
			x.Fail()
			return
		}
		*values = make([]T, n-1)
	}
	for i := range *values {
		one(&(*values)[i])
	}
}

// Texts visits a list of texts.
func (x *Coder) Texts(lists ...*[]string) {
	for _, v := range lists {
		List(x, v, func(s *string) { x.Text(s) })
	}
}

// Map visits a map in key order, so that its encoding is unique. An empty map is decoded as
// nil.
func Map[M ~map[K]V, K comparable, V any](x *Coder, m *M, compare func(a, b K) int, one func(*K, *V)) {
	type pair struct {
		key   K
		value V
	}
	var pairs []pair
	if !x.Reading && len(*m) > 0 {
		for _, k := range slices.SortedFunc(maps.Keys(*m), compare) {
			pairs = append(pairs, pair{k, (*m)[k]})
		}
	}
	List(x, &pairs, func(p *pair) { one(&p.key, &p.value) })
	if !x.Reading || len(pairs) == 0 {
		return
	}
	*m = make(M, len(pairs))
	for i, p := range pairs {
		if i > 0 && compare(pairs[i-1].key, p.key) >= 0 {
			x.Fail()
		}
		(*m)[p.key] = p.value
	}
}

// Compare orders ids and other byte arrays.
func Compare[T ~[16]byte](a, b T) int {
	for i := range a {
		if a[i] != b[i] {
			return cmp.Compare(a[i], b[i])
		}
	}
	return 0
}
