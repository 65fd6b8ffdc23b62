package archive

import (
	"bytes"
	"errors"
	"io"

	"golang.org/x/text/transform"
)

// Copies of a session differ in its id, which each of their records names. In the archive
// a placeholder of the same length stands for it, so that chunks of copies are equal.

// placeholder cannot be part of a transcript: JSON has no such characters.
var placeholder = bytes.Repeat([]byte{0x1a}, 36)

// errPlaceholder is the error of content that has the placeholder itself.
var errPlaceholder = errors.New("the content has the placeholder")

// swapped returns a reader that replaces one text by another one of the same length. If
// refuse is set, it fails at content that has the new text already.
func swapped(r io.Reader, old, replacement []byte, refuse bool) io.Reader {
	return transform.NewReader(r, &swap{old: old, by: replacement, refuse: refuse})
}

type swap struct {
	old, by []byte
	refuse  bool
}

func (*swap) Reset() {}

func (s *swap) Transform(dst, src []byte, atEOF bool) (nDst, nSrc int, err error) {
	n := min(len(dst), len(src))
	// The end of the input may be the beginning of either text.
	if !atEOF || n < len(src) {
		n -= len(s.old) - 1
	}
	if n <= 0 {
		if len(src) == 0 {
			return 0, 0, nil
		}
		if len(dst) < len(s.old) {
			return 0, 0, transform.ErrShortDst
		}
		return 0, 0, transform.ErrShortSrc
	}
	look := src[:min(len(src), n+len(s.old)-1)]
	if s.refuse && bytes.Contains(look, s.by) {
		return 0, 0, errPlaceholder
	}
	for nSrc < n {
		i := bytes.Index(look[nSrc:], s.old)
		if i < 0 || nSrc+i >= n {
			nSrc += copy(dst[nSrc:], src[nSrc:n])
			break
		}
		if nSrc+i+len(s.old) > len(dst) { // the text comes whole, with the next call
			nSrc += copy(dst[nSrc:], src[nSrc:nSrc+i])
			if nSrc == 0 {
				return 0, 0, transform.ErrShortDst
			}
			return nSrc, nSrc, transform.ErrShortDst
		}
		nSrc += copy(dst[nSrc:], src[nSrc:nSrc+i])
		nSrc += copy(dst[nSrc:], s.by)
	}
	if nSrc < len(src) {
		if nSrc+len(s.old) > len(dst) {
			return nSrc, nSrc, transform.ErrShortDst
		}
		return nSrc, nSrc, transform.ErrShortSrc
	}
	return nSrc, nSrc, nil
}
