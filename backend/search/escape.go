package search

// appendEscaped appends a text as JSON writes it, which is the form that grams are taken
// from.
func appendEscaped(dst, text []byte) []byte {
	const digits = "0123456789abcdef"
	for _, c := range text {
		switch {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
		case c >= ' ':
			dst = append(dst, c)
		case shortEscape(c) != 0:
			dst = append(dst, '\\', shortEscape(c))
		default:
			dst = append(dst, '\\', 'u', '0', '0', digits[c>>4], digits[c&15])
		}
	}
	return dst
}

// shortEscape returns the character after the backslash in a control character's short
// escape, 0 if it has none.
func shortEscape(c byte) byte {
	switch c {
	case '\n':
		return 'n'
	case '\t':
		return 't'
	case '\r':
		return 'r'
	case '\b':
		return 'b'
	case '\f':
		return 'f'
	}
	return 0
}
