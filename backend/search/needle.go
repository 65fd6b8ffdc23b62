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
	text []byte // ASCII in lower case
	rare int    // index of its rarest byte
}

// newNeedle returns the longest run of s that can stand in a line in one way
// only. That holds for the lines of blocks that are not odd.
func newNeedle(s string) needle {
	var best, run []byte
	end := func() {
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
	n := needle{text: best}
	for i := range best {
		if frequency(best[i]) < frequency(best[n.rare]) {
			n.rare = i
		}
	}
	return n
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

// finder finds a needle in a buffer, from the front to the back.
type finder struct {
	needle
	buf          []byte
	lower, upper int // where the rare byte stands next in either case; len(buf): nowhere
}

func newFinder(n needle, buf []byte) finder {
	return finder{needle: n, buf: buf, lower: -1, upper: -1}
}

// next returns the first place of the needle at or behind from, -1 where there
// is none. from must not decrease.
func (f *finder) next(from int) int {
	c := f.text[f.rare]
	for at := from + f.rare; ; at++ {
		f.lower = f.seek(f.lower, at, c)
		if u := upperASCII(c); u != c {
			f.upper = f.seek(f.upper, at, u)
		} else {
			f.upper = len(f.buf)
		}
		at = min(f.lower, f.upper)
		start := at - f.rare
		if start+len(f.text) > len(f.buf) {
			return -1
		}
		if equalLower(f.buf[start:start+len(f.text)], f.text) {
			return start
		}
	}
}

// seek returns where c stands at or behind at, given where it stood last.
func (f *finder) seek(last, at int, c byte) int {
	if last >= at {
		return last
	}
	if at < len(f.buf) {
		if i := bytes.IndexByte(f.buf[at:], c); i >= 0 {
			return at + i
		}
	}
	return len(f.buf)
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
