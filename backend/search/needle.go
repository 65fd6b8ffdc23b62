package search

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// needle is the part of a term that must stand in the bytes of a line that
// holds the term, as JSON writes it, ASCII letters in either case. Without one
// (an empty text) every line has to be decoded.
type needle struct {
	text  []byte // ASCII in lower case
	whole bool   // it is all of the term
	rare  int    // index of its rarest byte
	pair  pair   // its rarest byte and the next rare one
}

// pair is two bytes of a needle. One rare byte stands in every line of JSON,
// be it as a part of a key; two of them in their distance hardly ever do. What
// finds it reads the fields in their order.
type pair struct {
	gap                int // from the first to the second, which may stand before it
	first, firstCase   byte
	second, secondCase byte
}

// newPair returns the pair of two bytes of a text, at i and j.
func newPair(text []byte, i, j int) pair {
	p := pair{gap: j - i, first: text[i], second: text[j]}
	p.firstCase, p.secondCase = caseMask(p.first), caseMask(p.second)
	return p
}

// at reports whether the pair stands in buf with its first byte at i.
func (p *pair) at(buf []byte, i int) bool {
	return buf[i]|p.firstCase == p.first && buf[i+p.gap]|p.secondCase == p.second
}

// findGeneric returns behind how many of n places from at on the pair stands
// first, -1 where it does at none. At all of them both bytes lie in buf.
func (p *pair) findGeneric(buf []byte, at, n int) int {
	for i := range n {
		if p.at(buf, at+i) {
			return i
		}
	}
	return -1
}

// caseMask is what makes both cases of a lower letter that letter, and nothing
// else; 0 for what is no letter.
func caseMask(c byte) byte { return c ^ upperASCII(c) }

// newNeedle returns the longest run of s that can stand in a line in one way
// only. That holds for the lines of blocks that are not odd.
func newNeedle(s string) needle {
	var best, run []byte
	ends := 0
	end := func() {
		ends++
		if len(run) > len(best) {
			best = run
		}
		run = nil
	}
	for _, r := range norm.NFC.String(s) {
		switch {
		case r == '"' || r == '\\':
			run = append(run, '\\', byte(r))
		case r < ' ':
			// \n and \u000a are both possible, the long form with digits of
			// either case.
			end()
		case r < utf8.RuneSelf:
			run = append(run, lowerASCII(byte(r)))
		case caseless(r) || unicode.SimpleFold(r) == r:
			run = utf8.AppendRune(run, r)
		default:
			end()
		}
	}
	end()
	n := needle{text: best, whole: ends == 1 && len(best) > 0, rare: rarest(best, -1)}
	if len(best) > 0 {
		n.pair = newPair(best, n.rare, rarest(best, n.rare))
	}
	return n
}

// escapeBytes is how long an escape of JSON is at most.
const escapeBytes = len(`\u001b`)

// stands tells by the inside of a JSON string whether the text of the string
// holds the term that the needle is the whole of. That holds for strings of blocks
// that are not odd. Where each place of the needle may begin inside an escape, it is
// not told.
func (n *needle) stands(raw []byte) (holds, told bool) {
	told = true
	for at := n.next(raw, 0); at >= 0; at = n.next(raw, at+1) {
		if bytes.IndexByte(raw[max(0, at-escapeBytes+1):at], '\\') < 0 {
			return true, true
		}
		told = false
	}
	return false, told
}

// rarest returns the index of the rarest byte of a text, but for the one at
// another index where there is a choice.
func rarest(text []byte, but int) int {
	best := 0
	for i := range text {
		if i != but && (best == but || frequency(text[i]) < frequency(text[best])) {
			best = i
		}
	}
	return best
}

// common orders ASCII by how often it stands in the lines of transcripts, the
// most frequent first.
const common = " e\"t,\\nroaisl:d0cup1m-_2fgh/3.b5vy64w798k(){}xzjq=<>[]*;'`#|$+!@?&%~^"

// frequency returns how often a byte is to be expected, as a rank. The bytes
// of other scripts rank with the rare letters.
func frequency(c byte) int {
	if c >= utf8.RuneSelf {
		return 32
	}
	if i := strings.IndexByte(common, c); i >= 0 {
		return len(common) - i
	}
	return 0
}

// next returns the first place of the needle in buf at or behind from, -1 where there
// is none.
func (n *needle) next(buf []byte, from int) int {
	places := len(buf) - len(n.text) + 1
	for at := from; at < places; at++ {
		k := n.pair.find(buf, at+n.rare, places-at)
		if k < 0 {
			break
		}
		if at += k; equalLower(buf[at:at+len(n.text)], n.text) {
			return at
		}
	}
	return -1
}

// equalLower compares b, its ASCII in lower case, with text.
func equalLower(b, text []byte) bool {
	for i, c := range text {
		if lowerASCII(b[i]) != c {
			return false
		}
	}
	return true
}
