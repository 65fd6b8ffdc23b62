// Package codec turns values into bytes and back. What describes a type visits its
// fields once, for both ways: a [Coder] either writes them or reads them.
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

// ErrDamaged is what stands for everything that was not written by a Coder, or not
// in this order.
var ErrDamaged = errors.New("what was kept is damaged")

// Coder writes values, or reads them. The first thing that does not fit ends the
// reading: what is read behind it is nothing, and [Coder.Close] says so. A value that
// is written is only looked at: others may look at it too.
type Coder struct {
	// Reading says which of the two it does.
	Reading bool

	out   []byte
	in    string
	bad   bool
	texts *texts // nil: texts are not numbered
}

// texts are those of a coder that writes each of them once.
type texts struct {
	written map[string]uint64 // by text
	read    []string          // by number
}

// Read returns a Coder that reads what was written to in. Texts are parts of it: it
// must not change.
func Read(in []byte) *Coder {
	return &Coder{Reading: true, in: unsafe.String(unsafe.SliceData(in), len(in))}
}

// Write returns a Coder that writes into the space of a buffer, which may be nil.
func Write(over []byte) *Coder { return &Coder{out: over[:0]} }

// Numbered makes texts be numbered, for values that say the same ones again and again.
func (x *Coder) Numbered() { x.texts = &texts{} }

// Out returns what was written.
func (x *Coder) Out() []byte { return x.out }

// Left returns how many bytes are still to be read.
func (x *Coder) Left() int { return len(x.in) }

// Close ends the reading: everything has to be read, and to have been what was written.
func (x *Coder) Close() error {
	if x.bad || x.in != "" {
		return ErrDamaged
	}
	return nil
}

// Fail says that a value that was read cannot be.
func (x *Coder) Fail() { x.bad, x.in = true, "" }

// Uint64 visits numbers without a sign.
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

// Uint visits smaller numbers without a sign.
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

// Int visits numbers with a sign.
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

// Flag visits what is true or not.
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

// Time visits a time, without its zone.
func (x *Coder) Time(v *time.Time) {
	seconds, nanos := v.Unix(), v.Nanosecond()
	Int(x, &seconds)
	Int(x, &nanos)
	if x.Reading {
		*v = time.Unix(seconds, int64(nanos))
	}
}

// Raw visits bytes that are always as many.
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

// numbered visits the number of a text, one behind the last for a new one, which
// follows.
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

// Optional visits what may not be there.
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

// List visits the values of a list, which may be nil. Each has at least one byte.
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

// Map visits a map in the order of its keys, so that one map has one form. None has
// values is nil when it is read.
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

// Compare orders ids and the like.
func Compare[T ~[16]byte](a, b T) int {
	for i := range a {
		if a[i] != b[i] {
			return cmp.Compare(a[i], b[i])
		}
	}
	return 0
}
