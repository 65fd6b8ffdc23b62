package resume

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// quotePOSIX quotes one argument for a line that a person pastes into sh, bash, zsh or ksh.
// Plain words stay unquoted. A backslash is placed outside the quotes, because fish
// interprets it inside of them too. Control characters become escapes, since a terminal
// would act on them during the paste: an interrupt in the middle of a quoted directory
// would end that line and run the rest as a new one.
func quotePOSIX(s string) string {
	return quoteWith(s, "$'", `\%03o`, "'", control)
}

// quoteFish is quotePOSIX for fish, which has no $'…' and accepts an unquoted byte escape.
func quoteFish(s string) string {
	return quoteWith(s, "", `\X%02x`, "", control)
}

// quoteWith quotes a word. Bytes that cannot be quoted are written with a format, between
// two marks.
func quoteWith(s, before, format, behind string, cannot func(rune) bool) string {
	if s != "" && plainly(s) {
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
		case cannot(r) || r == utf8.RuneError && n == 1:
			quote(false)
			b.WriteString(before)
			for _, c := range []byte(s[i : i+n]) {
				fmt.Fprintf(&b, format, c)
			}
			b.WriteString(behind)
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

// plainly reports whether all characters are plain.
func plainly(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return !isPlain(r) })
}

// isPlain reports whether no shell interprets the character anywhere in a word. A leading
// tilde or an equals sign would be interpreted, so those are not plain.
func isPlain(r rune) bool {
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

// quotePowerShell returns a PowerShell string literal. Its parser treats the four
// typographic single quotes like the plain one, so each of them is doubled. Control
// characters are concatenated by number, for the same reason as in quotePOSIX.
func quotePowerShell(s string) string {
	var b strings.Builder
	b.WriteByte('\'')
	together := false
	for _, r := range s {
		switch {
		case control(r):
			together = true
			fmt.Fprintf(&b, "'+[char]%d+'", r)
			continue
		case strings.ContainsRune("'\u2018\u2019\u201a\u201b", r):
			b.WriteRune(r)
		}
		b.WriteRune(r)
	}
	b.WriteByte('\'')
	if together {
		return "(" + b.String() + ")"
	}
	return b.String()
}

// quotedPowerShell leaves plain words unquoted.
func quotedPowerShell(s string) string {
	if s != "" && plainly(s) && !strings.ContainsAny(s, "@,") {
		return s
	}
	return quotePowerShell(s)
}
