package transcript

import (
	"encoding/binary"
	"math/bits"
)

// suspect reports whether a line holds what the hand scanner does not check:
// a byte below 0x20, which is legal between tokens and illegal inside strings,
// or a bad escape sequence. encoding/json decides about such lines. No known
// version writes any.
//
// The line is taken in blocks of 64 bytes: eight words tell where its
// backslashes are, as one bit each.
func suspect(b []byte) bool {
	var control uint64
	skip := uint64(0) // bits of the next block that belong to a sequence begun before
	i := 0
	for ; i+64 <= len(b); i += 64 {
		p := (*[64]byte)(b[i:])
		x0, x1, x2, x3 := word(p, 0), word(p, 1), word(p, 2), word(p, 3)
		x4, x5, x6, x7 := word(p, 4), word(p, 5), word(p, 6), word(p, 7)
		control |= below(x0) | below(x1) | below(x2) | below(x3) | below(x4) | below(x5) | below(x6) | below(x7)
		slashes := slash(x0) | slash(x1)<<8 | slash(x2)<<16 | slash(x3)<<24 |
			slash(x4)<<32 | slash(x5)<<40 | slash(x6)<<48 | slash(x7)<<56
		slashes &^= skip
		skip = 0
		for slashes != 0 {
			at := bits.TrailingZeros64(slashes)
			if next := i + at + 1; next >= len(b) || escapes[b[next]] != 2 && escapeLen(b[next-1:]) == 0 {
				return true
			}
			// The rest of the sequence may be a backslash, but starts none.
			slashes &^= 3 << at
			if at == 63 {
				skip = 1
			}
		}
	}
	if control&(0x80*eachByte) != 0 {
		return true
	}
	for i += int(skip); i < len(b); {
		if b[i] >= 0x20 && b[i] != '\\' {
			i++
			continue
		}
		n := escapeLen(b[i:])
		if n == 0 {
			return true
		}
		i += n
	}
	return false
}

// eachByte times a byte is a word of that byte.
const eachByte = 0x0101010101010101

func word(p *[64]byte, n int) uint64 { return binary.LittleEndian.Uint64(p[8*n:]) }

// below has the high bit of a byte set where the byte is below 0x20. A borrow
// may spoil the byte above such a one, never one below: as an answer for all
// bytes together it is exact.
func below(x uint64) uint64 { return (x - 0x20*eachByte) &^ x }

// slash returns a bit for each of the eight bytes of x that is a backslash.
func slash(x uint64) uint64 {
	const rest = 0x7f * eachByte
	x ^= '\\' * eachByte
	// The high bit of a byte stays clear in the sum where the byte is zero.
	zero := ^((x&rest + rest) | x | rest)
	// The product gathers the high bits in its highest byte: no two of the
	// partial products meet in one bit.
	return zero * 0x0002040810204081 >> 56
}

// escapes holds the length of the escape sequence by its second byte.
var escapes = [256]uint8{'"': 2, '\\': 2, '/': 2, 'b': 2, 'f': 2, 'n': 2, 'r': 2, 't': 2, 'u': 6}

// escapeLen returns the length of the escape sequence that b starts with, 0
// where there is none.
func escapeLen(b []byte) int {
	if len(b) < 2 || b[0] != '\\' {
		return 0
	}
	n := int(escapes[b[1]])
	if n == 6 {
		if _, ok := hex4(b); !ok {
			return 0
		}
	}
	return n
}
