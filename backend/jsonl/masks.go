package jsonl

import "encoding/binary"

// blockSize is the number of bytes mapped at once, one bit of a word for each.
const blockSize = 64

// blockMasks classifies the bytes of one block.
type blockMasks struct {
	quotes  uint64
	slashes uint64 // backslashes
	letters uint64 // n and t: with quotes and backslashes, the second bytes of most escapes
}

// masks computes the masks of len(m) blocks of b, and whether a byte is below 0x20 and
// whether all are ASCII. It processes eight bytes per word.
func masks(b []byte, m []blockMasks) (control, ascii bool) {
	var low, all uint64
	for n := range m {
		p := (*[blockSize]byte)(b[n*blockSize:])
		x0, x1, x2, x3 := word(p, 0), word(p, 1), word(p, 2), word(p, 3)
		x4, x5, x6, x7 := word(p, 4), word(p, 5), word(p, 6), word(p, 7)
		low |= below(x0) | below(x1) | below(x2) | below(x3) | below(x4) | below(x5) | below(x6) | below(x7)
		all |= x0 | x1 | x2 | x3 | x4 | x5 | x6 | x7
		q := equal(x0, '"')>>7 | equal(x1, '"')>>6 | equal(x2, '"')>>5 | equal(x3, '"')>>4 |
			equal(x4, '"')>>3 | equal(x5, '"')>>2 | equal(x6, '"')>>1 | equal(x7, '"')
		s := equal(x0, '\\')>>7 | equal(x1, '\\')>>6 | equal(x2, '\\')>>5 | equal(x3, '\\')>>4 |
			equal(x4, '\\')>>3 | equal(x5, '\\')>>2 | equal(x6, '\\')>>1 | equal(x7, '\\')
		m[n] = blockMasks{quotes: transpose8(q)}
		if s != 0 { // letters matter only after a backslash
			m[n].slashes = transpose8(s)
			m[n].letters = transpose8((equal(x0, 'n')|equal(x0, 't'))>>7 | (equal(x1, 'n')|equal(x1, 't'))>>6 |
				(equal(x2, 'n')|equal(x2, 't'))>>5 | (equal(x3, 'n')|equal(x3, 't'))>>4 |
				(equal(x4, 'n')|equal(x4, 't'))>>3 | (equal(x5, 'n')|equal(x5, 't'))>>2 |
				(equal(x6, 'n')|equal(x6, 't'))>>1 | equal(x7, 'n') | equal(x7, 't'))
		}
	}
	const highs = 0x80 * eachByte
	return low&highs != 0, all&highs == 0
}

// eachByte times a byte is a word of eight such bytes.
const eachByte = 0x0101010101010101

func word(p *[blockSize]byte, n int) uint64 { return binary.LittleEndian.Uint64(p[8*n:]) }

// below sets the high bit of each byte below 0x20. A borrow may also set it in the byte
// above, never below: exact as an answer for the whole word.
func below(x uint64) uint64 { return (x - 0x20*eachByte) &^ x }

// equal sets the high bit of each byte that is c, and no other bits.
func equal(x, c uint64) uint64 {
	const rest = 0x7f * eachByte
	x ^= c * eachByte
	// The high bit of a byte stays clear in the sum where the byte is zero.
	return ^((x&rest + rest) | x | rest)
}

// transpose8 transposes the 8×8 bit matrix: bit k of byte j becomes bit j of byte k.
func transpose8(x uint64) uint64 {
	t := (x ^ x>>7) & 0x00aa00aa00aa00aa
	x ^= t ^ t<<7
	t = (x ^ x>>14) & 0x0000cccc0000cccc
	x ^= t ^ t<<14
	t = (x ^ x>>28) & 0x00000000f0f0f0f0
	return x ^ t ^ t<<28
}
