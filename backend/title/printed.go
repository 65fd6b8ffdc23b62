package title

import (
	"strings"
	"unicode"
)

// printed reports whether a program wrote a line: a log, a trace, a compiler's message, a
// diff, a table, code.
func printed(l string) bool {
	r := rules()
	return r.programmed.MatchString(l) || r.position.MatchString(l) || r.patch.MatchString(l) || coded(l)
}

// coded reports whether most of a line is punctuation.
func coded(l string) bool {
	letters, marks, all := 0, 0, 0
	for _, r := range l {
		switch {
		case unicode.IsLetter(r):
			letters++
		case strings.ContainsRune("{}()[]<>;=|&\\$^~_\"'`:,", r):
			marks++
		case unicode.IsSpace(r):
			continue
		}
		all++
	}
	if all >= 8 && marks*10 > all*3 {
		return true
	}
	end := l[len(l)-1]
	return (end == '{' || end == ';') && marks >= 2 && letters < 60
}
