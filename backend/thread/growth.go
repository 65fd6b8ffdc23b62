package thread

import "slices"

// growth is how much of a file has been read.
type growth struct{ size, read int64 } // size is 0 where nobody has told it

// room returns s with room for one more where it has none, and for as many as
// the rest of the file will have if it is like what was read of it.
func room[T any](g *growth, s []T) []T {
	if len(s) < cap(s) {
		return s
	}
	n := len(s)
	least, more := max(n/4, 16), 0
	if g.size > 0 && g.read > 0 {
		least = max(n/64, 16)
		rest := float64(n) * float64(g.size-g.read) / float64(g.read)
		more = int(min(rest*129/128, float64(8*n))) // the first lines may be unlike the others
	}
	return slices.Grow(s, max(least, more))
}

// exact returns s with no room behind it that is worth anything.
func exact[T any](s []T) []T {
	if cap(s)-len(s) <= len(s)/32 {
		return s
	}
	out := make([]T, len(s))
	copy(out, s)
	return out
}
