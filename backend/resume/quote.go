package resume

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// quotePOSIX quotes one argument for a line that a person pastes into sh, bash, zsh, ksh
// or fish. Plain words stay as they are. A backslash stands outside the quotes, because
// fish reads it inside of them too. Control characters become escapes, since a terminal
// would act on them while they are pasted: an interrupt in the middle of a quoted
// directory would end that line and run the rest as a new one.
func quotePOSIX(s string) string {
	if s != "" && strings.IndexFunc(s, func(r rune) bool { return !plain(r) }) < 0 {
		return s
	}
	var b strings.Builder
	open := false
	quote := func(want bool) {
		if open != want {
			b.WriteByte('\'')
			open = want
		}
	}
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case control(r) || r == utf8.RuneError && n == 1:
			quote(false)
			b.WriteString("$'")
			for _, c := range []byte(s[i : i+n]) {
				fmt.Fprintf(&b, `\%03o`, c)
			}
			b.WriteByte('\'')
		case r == '\'' || r == '\\':
			quote(false)
			b.WriteByte('\\')
			b.WriteRune(r)
		default:
			quote(true)
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	quote(false)
	if b.Len() == 0 {
		return "''"
	}
	return b.String()
}

// plain reports whether no shell gives the character a meaning anywhere in a word.
// A leading tilde or an equals sign would have one, so those are not among them.
func plain(r rune) bool {
	switch {
	case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9':
		return true
	}
	return strings.ContainsRune("-_./:@,+", r)
}

// control reports C0, DEL, C1 and the line separators.
func control(r rune) bool {
	return r < 0x20 || 0x7f <= r && r <= 0x9f || r == 0x2028 || r == 0x2029
}

// quotePowerShell makes a literal string of PowerShell. Its parser takes the four
// typographic single quotes for the plain one, so each of them is doubled as well.
func quotePowerShell(s string) string {
	var b strings.Builder
	b.WriteByte('\'')
	for _, r := range s {
		switch r {
		case '\'', '\u2018', '\u2019', '\u201a', '\u201b':
			b.WriteRune(r)
		}
		b.WriteRune(r)
	}
	b.WriteByte('\'')
	return b.String()
}
