package search

// transpose64 transposes a 64 by 64 matrix of bits. It swaps squares of 32 by 32 bits, then
// those of 16 by 16 within each, and so on.
func transpose64(a *[64]uint64) {
	mask := ^uint64(0) >> 32
	for size := 32; size > 0; size, mask = size/2, mask^mask<<(size/2) {
		for i := 0; i < 64; i = (i + size + 1) &^ size {
			t := (a[i]>>size ^ a[i+size]) & mask
			a[i], a[i+size] = a[i]^t<<size, a[i+size]^t
		}
	}
}
