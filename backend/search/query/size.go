package query

import "regexp/syntax"

// maxSteps is the maximum size of an expression. Nested repetitions can express millions of
// steps with a few characters.
const maxSteps = 10_000

// steps estimates how many instructions an expression compiles to, without expanding it. It
// stops counting shortly after maxSteps.
func steps(re *syntax.Regexp) int {
	n := 1
	for _, sub := range re.Sub {
		if n += steps(sub); n > maxSteps {
			return maxSteps + 1
		}
	}
	switch re.Op {
	case syntax.OpLiteral:
		n += len(re.Rune)
	case syntax.OpRepeat:
		n *= max(re.Min, re.Max, 1)
	}
	return min(n, maxSteps+1)
}
