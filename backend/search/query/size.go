package query

import "regexp/syntax"

// maxSteps is how large an expression may be. Repetitions of repetitions write
// millions of steps with a few characters.
const maxSteps = 10_000

// steps returns about how many instructions an expression is compiled to, at
// most a little more than maxSteps, without writing them out.
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
