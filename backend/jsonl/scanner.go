package jsonl

import (
	"bytes"
	"math/bits"
)

// maxDepth is the nesting limit, the same as in encoding/json.
const maxDepth = 10000

// SkipSpace returns the index of the first byte at or after i that is not JSON white space.
func SkipSpace(b []byte, i int) int {
	for i < len(b) && b[i] <= ' ' && (b[i] == ' ' || b[i] == '\t' || b[i] == '\n' || b[i] == '\r') {
		i++ // the common cases need one check
	}
	return i
}

// Scanner walks over JSON. Make one with [Map.Read] for a line, or with [NewScanner].
type Scanner struct {
	JSON   []byte   // what it walks over
	quotes []uint64 // of a Map; nil without one
	// plainKeys is set if no key needs unescaping: no escape in the line can spell a known
	// name.
	plainKeys bool
}

// NewScanner returns a Scanner for JSON of which there is no map.
func NewScanner(b []byte) *Scanner { return &Scanner{JSON: b} }

// skipString returns the index after the string that starts at b[i] == '"', or -1 if it is
// not terminated.
func (s *Scanner) skipString(i int) int {
	if s.quotes == nil {
		return skipString(s.JSON, i)
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

// skipString is Scanner.skipString without a Map.
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
		// An odd run of backslashes escapes the quote. The run cannot extend before i: the
		// byte there is a quote.
		if (end-k)%2 == 0 {
			return end + 1
		}
		i = end + 1
	}
}

// SkipValue returns the index after the value at b[i], or -1 if it is not well-formed. The
// contents of strings are not checked (see Map). depth is the nesting depth of the
// value itself.
func (s *Scanner) SkipValue(i, depth int) int {
	b := s.JSON
	if i >= len(b) {
		return -1
	}
	switch b[i] {
	case '"':
		return s.skipString(i)
	case '{', '[':
		return s.Walk(i, depth, func(_ []byte, i int) int { return s.SkipValue(i, depth+1) })
	}
	return skipScalar(b, i)
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
