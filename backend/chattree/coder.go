package chattree

import "encoding/binary"

// coder turns values into bytes and back: what describes a type visits its
// fields once, for both ways. Texts are written once and then named by their
// number: a chat says the same ids again and again. The first thing that does
// not fit sets bad; what is read behind it is nothing.
type coder struct {
	reading bool
	shown   bool // only what people see
	out     []byte
	written map[string]uint64 // texts by number
	in      string            // what is left of it; texts are parts of it
	texts   []string          // that were read, by number
	bad     bool
}

func (x *coder) fail() {
	x.bad, x.in = true, ""
}

func (x *coder) uint(v *uint64) {
	if !x.reading {
		x.out = binary.AppendUvarint(x.out, *v)
		return
	}
	*v = 0
	for i := 0; i < len(x.in) && i < binary.MaxVarintLen64; i++ {
		c := x.in[i]
		*v |= uint64(c&0x7f) << (7 * i)
		if c < 0x80 {
			x.in = x.in[i+1:]
			return
		}
	}
	x.fail()
}

func (x *coder) int64(values ...*int64) {
	for _, v := range values {
		n := uint64(*v)<<1 ^ uint64(*v>>63)
		x.uint(&n)
		if x.reading { // what is written is shared with others
			*v = int64(n>>1) ^ -int64(n&1)
		}
	}
}

func (x *coder) int32(values ...*int32) {
	for _, v := range values {
		n := int64(*v)
		x.int64(&n)
		if x.reading {
			*v = int32(n)
		}
	}
}

func (x *coder) int(values ...*int) {
	for _, v := range values {
		n := int64(*v)
		x.int64(&n)
		if x.reading {
			*v = int(n)
		}
	}
}

func (x *coder) flag(values ...*bool) {
	for _, v := range values {
		n := uint64(0)
		if *v {
			n = 1
		}
		x.uint(&n)
		if x.reading {
			*v = n != 0
		}
	}
}

// text writes the number of a text, one behind the last for a new one, which
// follows.
func (x *coder) text(values ...*string) {
	for _, v := range values {
		if x.reading {
			*v = x.readText()
			continue
		}
		n, known := x.written[*v]
		if !known {
			n = uint64(len(x.written))
			x.written[*v] = n
		}
		x.uint(&n)
		if !known {
			size := uint64(len(*v))
			x.uint(&size)
			x.out = append(x.out, *v...)
		}
	}
}

func (x *coder) readText() string {
	var n uint64
	x.uint(&n)
	if n < uint64(len(x.texts)) {
		return x.texts[n]
	}
	var size uint64
	x.uint(&size)
	if n > uint64(len(x.texts)) || size > uint64(len(x.in)) {
		x.fail()
		return ""
	}
	s := x.in[:size]
	x.in = x.in[size:]
	x.texts = append(x.texts, s)
	return s
}

// optional is a text that may not be there.
func (x *coder) optional(v **string) {
	there := *v != nil
	x.flag(&there)
	if !there {
		return
	}
	if x.reading {
		*v = new(string)
	}
	x.text(*v)
}

// list visits the values of a list, which may be nil.
func list[T any](x *coder, values *[]T, one func(*T)) {
	n := uint64(len(*values)) + 1
	if *values == nil {
		n = 0
	}
	x.uint(&n)
	if x.reading {
		if n == 0 {
			return
		}
		if n-1 > uint64(len(x.in)) { // each has at least a byte
			x.fail()
			return
		}
		*values = make([]T, n-1)
	}
	for i := range *values {
		one(&(*values)[i])
	}
}

func (x *coder) list(values *[]string) { list(x, values, func(s *string) { x.text(s) }) }
