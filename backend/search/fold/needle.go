package fold

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Needle is a part of a term that must occur in the bytes of each line that contains the
// term, as JSON writes it, with ASCII letters in either case. Without one (an empty text)
// every line has to be decoded.
type Needle struct {
	Text  []byte // ASCII in lower case
	Whole bool   // it is the complete term
	rare  int    // index of its rarest byte
	pair  pair   // its rarest byte and the next rare one
}

// pair is two bytes of a needle. A single rare byte occurs in every line of JSON, for example
// in a key; two of them at the right distance hardly ever do. The assembly code depends on
// the order of the fields.
type pair struct {
	gap                int // from the first to the second, which may come earlier in the text
	first, firstCase   byte
	second, secondCase byte
}

// newPair returns the pair of two bytes of a text, at i and j.
func newPair(text []byte, i, j int) pair {
	p := pair{gap: j - i, first: text[i], second: text[j]}
	p.firstCase, p.secondCase = caseMask(p.first), caseMask(p.second)
	return p
}

// at reports whether the pair occurs in buf with its first byte at i.
func (p *pair) at(buf []byte, i int) bool {
	return buf[i]|p.firstCase == p.first && buf[i+p.gap]|p.secondCase == p.second
}

// findGeneric returns the first of n positions, counted from at, where the pair occurs, -1 if
// there is none. Both of the pair's bytes must be inside buf at all n positions.
func (p *pair) findGeneric(buf []byte, at, n int) int {
	for i := range n {
		if p.at(buf, at+i) {
			return i
		}
	}
	return -1
}

// caseMask is the mask that maps both cases of a lower-case letter, and nothing else, to that
// letter; 0 if c is not a letter.
func caseMask(c byte) byte { return c ^ upperASCII(c) }

// NewNeedle returns the longest run of s that JSON can write in one way only. This holds for
// the lines of blocks that are not odd.
func NewNeedle(s string) Needle {
	var best, run []byte
	ends := 0
	end := func() {
		ends++
		if len(run) > len(best) {
			best = run
		}
		run = nil
	}
	for _, r := range string(AsShown([]byte(s))) {
		switch {
		case r == '"' || r == '\\':
			run = append(run, '\\', byte(r))
		case r < ' ':
			//
			//  and \u000a are both possible, the long form with digits of either case.
			end()
		case r < utf8.RuneSelf:
			run = append(run, LowerASCII(byte(r)))
		case caseless(r) || unicode.SimpleFold(r) == r && !accented(r):
			run = utf8.AppendRune(run, r)
		default:
			end()
		}
	}
	end()
	n := Needle{Text: best, Whole: ends == 1 && len(best) > 0, rare: rarest(best, -1)}
	if len(best) > 0 {
		n.pair = newPair(best, n.rare, rarest(best, n.rare))
	}
	return n
}

// escapeBytes is the maximum length of a JSON escape.
const escapeBytes = len(`\u001b`)

// Within reports whether the text of a JSON string contains the term, given the raw inside of
// the string. The needle must be the whole term, and the string from a block that is not odd.
// certain is false if every occurrence of the needle might begin inside an escape.
func (n *Needle) Within(raw []byte) (holds, certain bool) {
	certain = true
	for at := n.Next(raw, 0); at >= 0; at = n.Next(raw, at+1) {
		if bytes.IndexByte(raw[max(0, at-escapeBytes+1):at], '\\') < 0 {
			return true, true
		}
		certain = false
	}
	return false, certain
}

// rarest returns the index of the rarest byte of a text. It avoids the index but if there is
// another.
func rarest(text []byte, but int) int {
	best := 0
	for i := range text {
		if i != but && (best == but || frequency(text[i]) < frequency(text[best])) {
			best = i
		}
	}
	return best
}

// common lists ASCII characters by their frequency in the lines of transcripts, the most
// frequent first.
const common = " e\"t,\\nroaisl:d0cup1m-_2fgh/3.b5vy64w798k(){}xzjq=<>[]*;'`#|$+!@?&%~^"

// frequency returns the expected frequency of a byte as a rank. The bytes of other scripts
// rank with the rare letters.
func frequency(c byte) int {
	if c >= utf8.RuneSelf {
		return 32
	}
	if i := strings.IndexByte(common, c); i >= 0 {
		return len(common) - i
	}
	return 0
}

// Next returns the first index of the needle in buf at or after from, -1 if there is none.
func (n *Needle) Next(buf []byte, from int) int {
	places := len(buf) - len(n.Text) + 1
	for at := from; at < places; at++ {
		k := n.pair.find(buf, at+n.rare, places-at)
		if k < 0 {
			break
		}
		if at += k; equalLower(buf[at:at+len(n.Text)], n.Text) {
			return at
		}
	}
	return -1
}

// equalLower compares b, with its ASCII in lower case, to text.
func equalLower(b, text []byte) bool {
	for i, c := range text {
		if LowerASCII(b[i]) != c {
			return false
		}
	}
	return true
}
