//go:build !amd64

package transcript

func masks(b []byte, m []blockMasks) (least byte) { return masksGeneric(b, m) }
