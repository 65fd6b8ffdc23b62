package search

import (
	"regexp/syntax"
	"slices"

	"golang.org/x/text/unicode/norm"
)

// maxLiterals is how many texts are looked for before an expression is. With
// more of them the expression is not much slower.
const maxLiterals = 32

// literals returns texts of which every match of an expression holds one, none
// where that cannot be said.
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
	case syntax.OpConcat: // the one of its parts that says most
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
