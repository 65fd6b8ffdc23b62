package transcript

import (
	"bytes"
	"math/bits"
)

// maxDepth is how deep values may nest, as with encoding/json.
const maxDepth = 10000

// skipSpace returns the index of the first byte at or after i that is no JSON
// white space.
func skipSpace(b []byte, i int) int {
	for i < len(b) && b[i] <= ' ' && (b[i] == ' ' || b[i] == '\t' || b[i] == '\n' || b[i] == '\r') {
		i++ // one look is enough at what stands nearly everywhere
	}
	return i
}

// source is JSON to be passed over.
type source struct {
	b      []byte
	quotes []uint64 // of a lineMap; nil where there is none
	// plainKeys says that no key needs its escapes resolved: whatever they stand
	// for is in no name that is asked for.
	plainKeys bool
}

// skipString returns the index behind the string that starts at b[i] == '"',
// or -1 where it does not end.
func (s *source) skipString(i int) int {
	if s.quotes == nil {
		return skipString(s.b, i)
	}
	i++
	n := i / blockSize
	if n >= len(s.quotes) {
		return -1
	}
	if q := s.quotes[n] >> (i % blockSize); q != 0 {
		return i + bits.TrailingZeros64(q) + 1
	}
	for n++; n < len(s.quotes); n++ {
		if q := s.quotes[n]; q != 0 {
			return n*blockSize + bits.TrailingZeros64(q) + 1
		}
	}
	return -1
}

// skipString is source.skipString without a lineMap.
func skipString(b []byte, i int) int {
	i++
	for {
		j := bytes.IndexByte(b[i:], '"')
		if j < 0 {
			return -1
		}
		end := i + j
		k := end
		for k > i && b[k-1] == '\\' {
			k--
		}
		// An odd run of backslashes escapes the quote. The run cannot reach
		// back over i: what stands before i is a quote.
		if (end-k)%2 == 0 {
			return end + 1
		}
		i = end + 1
	}
}

// skipValue returns the index behind the value that starts at b[i], or -1
// where there is no well-formed one. The insides of strings are not checked
// (see lineMap). depth is how deep the value itself stands.
func (s *source) skipValue(i, depth int) int {
	b := s.b
	if i >= len(b) {
		return -1
	}
	switch b[i] {
	case '"':
		return s.skipString(i)
	case '{', '[':
		return s.skipContainer(i, depth)
	}
	return skipScalar(b, i)
}

// skipContainer checks the grammar outside strings with one bit a level, so
// that two records glued together or a torn one are never taken for one.
func (s *source) skipContainer(i, outer int) int {
	b := s.b
	in := nesting{outer: outer}
	if !in.enter(b[i] == '{') {
		return -1
	}
	i++
	first := true // directly behind an opening bracket
	for {
		if i = skipSpace(b, i); i >= len(b) {
			return -1
		}
		object := in.object()
		if first && (b[i] == '}' && object || b[i] == ']' && !object) {
			goto closing
		}
		if object {
			if i = s.skipKey(i); i < 0 {
				return -1
			}
		}
		first = false
		switch b[i] {
		case '{', '[':
			if !in.enter(b[i] == '{') {
				return -1
			}
			i++
			first = true
			continue
		case '"':
			i = s.skipString(i)
		default:
			i = skipScalar(b, i)
		}
		if i < 0 {
			return -1
		}
	after:
		if i = skipSpace(b, i); i >= len(b) {
			return -1
		}
		if b[i] == ',' {
			i++
			continue
		}
		if object = in.object(); object && b[i] != '}' || !object && b[i] != ']' {
			return -1
		}
	closing:
		i++
		if in.depth--; in.depth == 0 {
			return i
		}
		first = false
		goto after
	}
}

// skipKey returns where the value of the key at i begins, -1 where there is none.
func (s *source) skipKey(i int) int {
	if s.b[i] != '"' {
		return -1
	}
	if i = s.skipString(i); i < 0 {
		return -1
	}
	if i = skipSpace(s.b, i); i >= len(s.b) || s.b[i] != ':' {
		return -1
	}
	if i = skipSpace(s.b, i+1); i >= len(s.b) {
		return -1
	}
	return i
}

// nesting knows which of the containers around a place are objects.
type nesting struct {
	outer, depth int
	objects      [4]uint64 // a bit each
	deeper       []uint64  // of those that have no bit there
}

// enter goes into a container. It reports false where that is too deep.
func (n *nesting) enter(object bool) bool {
	if n.outer+n.depth >= maxDepth {
		return false
	}
	word, bit := n.word(n.depth), uint64(1)<<(n.depth%64)
	if *word &^= bit; object {
		*word |= bit
	}
	n.depth++
	return true
}

// object reports whether the innermost container is an object.
func (n *nesting) object() bool {
	at := n.depth - 1
	return *n.word(at)>>(at%64)&1 == 1
}

func (n *nesting) word(depth int) *uint64 {
	at := depth / 64
	if at < len(n.objects) {
		return &n.objects[at]
	}
	at -= len(n.objects)
	for at >= len(n.deeper) {
		n.deeper = append(n.deeper, 0)
	}
	return &n.deeper[at]
}

// skipScalar skips true, false, null or a number.
func skipScalar(b []byte, i int) int {
	if i >= len(b) {
		return -1
	}
	for _, lit := range [...]string{"true", "false", "null"} {
		if b[i] == lit[0] {
			if len(b)-i >= len(lit) && string(b[i:i+len(lit)]) == lit {
				return i + len(lit)
			}
			return -1
		}
	}
	return skipNumber(b, i)
}

func skipNumber(b []byte, i int) int {
	digits := func() bool {
		start := i
		for i < len(b) && b[i] >= '0' && b[i] <= '9' {
			i++
		}
		return i > start
	}
	if i < len(b) && b[i] == '-' {
		i++
	}
	if i < len(b) && b[i] == '0' {
		i++
	} else if !digits() {
		return -1
	}
	if i < len(b) && b[i] == '.' {
		i++
		if !digits() {
			return -1
		}
	}
	if i < len(b) && (b[i] == 'e' || b[i] == 'E') {
		i++
		if i < len(b) && (b[i] == '+' || b[i] == '-') {
			i++
		}
		if !digits() {
			return -1
		}
	}
	return i
}
