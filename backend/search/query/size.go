package query

import "regexp/syntax"

// MaxSteps is how large an expression may be: what it does with each character
// of a text in the worst case. Repetitions of repetitions write millions with
// a few characters.
const MaxSteps = 10_000

// tooLarge reports whether an expression takes more steps than that, without
// writing them out.
func tooLarge(src string) bool {
	re, err := syntax.Parse(src, syntax.Perl)
	return err == nil && steps(re) > MaxSteps
}

// steps returns about how many instructions an expression is compiled to, at
// most a little more than MaxSteps.
func steps(re *syntax.Regexp) int {
	n := 1
	for _, sub := range re.Sub {
		if n += steps(sub); n > MaxSteps {
			return MaxSteps + 1
		}
	}
	switch re.Op {
	case syntax.OpLiteral:
		n += len(re.Rune)
	case syntax.OpRepeat:
		n *= max(re.Min, re.Max, 1)
	}
	return min(n, MaxSteps+1)
}
