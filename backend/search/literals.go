package search

import (
	"regexp/syntax"
	"slices"

	"golang.org/x/text/unicode/norm"
)

// maxLiterals is the maximum number of texts to look for before running an expression. With
// more of them the expression alone is not much slower.
const maxLiterals = 32

// literals returns texts of which every match of an expression contains at least one, nil if
// there is no such list.
func literals(src string) []string {
	re, err := syntax.Parse("(?im)"+norm.NFC.String(src), syntax.Perl)
	if err != nil {
		return nil
	}
	return literalsOf(re.Simplify())
}

func literalsOf(re *syntax.Regexp) (best []string) {
	switch re.Op {
	case syntax.OpLiteral:
		return []string{string(re.Rune)}
	case syntax.OpCapture, syntax.OpPlus:
		return literalsOf(re.Sub[0])
	case syntax.OpConcat: // use the most selective part
		for _, sub := range re.Sub {
			if list := literalsOf(sub); shortest(list) > shortest(best) {
				best = list
			}
		}
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			list := literalsOf(sub)
			if len(list) == 0 || len(best)+len(list) > maxLiterals {
				return nil
			}
			best = append(best, list...)
		}
	}
	return best
}

func shortest(list []string) int {
	if len(list) == 0 {
		return 0
	}
	return len(slices.MinFunc(list, func(a, b string) int { return len(a) - len(b) }))
}
