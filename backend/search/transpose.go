package search

// transpose64 turns a 64 by 64 matrix of bits over its diagonal: squares of 32
// by 32 bits change places, then those of 16 by 16 within each, and so on. What
// three steps do to the same eight words is done while they are in registers.
func transpose64(a *[64]uint64) {
	const m32, m16, m8 = 0x00000000ffffffff, 0x0000ffff0000ffff, 0x00ff00ff00ff00ff
	for k := range 8 {
		p := (*[57]uint64)(a[k:])
		w0, w1, w2, w3, w4, w5, w6, w7 := p[0], p[8], p[16], p[24], p[32], p[40], p[48], p[56]
		w0, w4 = swapBits(w0, w4, 32, m32)
		w1, w5 = swapBits(w1, w5, 32, m32)
		w2, w6 = swapBits(w2, w6, 32, m32)
		w3, w7 = swapBits(w3, w7, 32, m32)
		w0, w2 = swapBits(w0, w2, 16, m16)
		w1, w3 = swapBits(w1, w3, 16, m16)
		w4, w6 = swapBits(w4, w6, 16, m16)
		w5, w7 = swapBits(w5, w7, 16, m16)
		p[0], p[8] = swapBits(w0, w1, 8, m8)
		p[16], p[24] = swapBits(w2, w3, 8, m8)
		p[32], p[40] = swapBits(w4, w5, 8, m8)
		p[48], p[56] = swapBits(w6, w7, 8, m8)
	}
	const m4, m2, m1 = 0x0f0f0f0f0f0f0f0f, 0x3333333333333333, 0x5555555555555555
	for k := 0; k < 64; k += 8 {
		p := (*[8]uint64)(a[k:])
		w0, w1, w2, w3, w4, w5, w6, w7 := p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7]
		w0, w4 = swapBits(w0, w4, 4, m4)
		w1, w5 = swapBits(w1, w5, 4, m4)
		w2, w6 = swapBits(w2, w6, 4, m4)
		w3, w7 = swapBits(w3, w7, 4, m4)
		w0, w2 = swapBits(w0, w2, 2, m2)
		w1, w3 = swapBits(w1, w3, 2, m2)
		w4, w6 = swapBits(w4, w6, 2, m2)
		w5, w7 = swapBits(w5, w7, 2, m2)
		p[0], p[1] = swapBits(w0, w1, 1, m1)
		p[2], p[3] = swapBits(w2, w3, 1, m1)
		p[4], p[5] = swapBits(w4, w5, 1, m1)
		p[6], p[7] = swapBits(w6, w7, 1, m1)
	}
}

// swapBits lets the bits of x that lie j above those of the mask change places
// with those of y in the mask.
func swapBits(x, y uint64, j uint, mask uint64) (uint64, uint64) {
	t := (x>>j ^ y) & mask
	return x ^ t<<j, y ^ t
}
