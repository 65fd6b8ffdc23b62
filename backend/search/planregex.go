package search

import (
	"regexp/syntax"
	"slices"

	"golang.org/x/text/unicode/norm"
)

// What an expression may stand for, to be looked at one by one.
const (
	maxVariants      = 8
	maxVariantLength = 64
)

// planRegex is the plan of a regular expression: of the texts that each of its
// matches holds.
func planRegex(src string) plan {
	re, err := syntax.Parse("(?im)"+norm.NFC.String(src), syntax.Perl)
	if err != nil {
		return plan{}
	}
	return planSyntax(re.Simplify())
}

func planSyntax(re *syntax.Regexp) plan {
	if texts := variants(re); texts != nil {
		return planVariants(texts)
	}
	switch re.Op {
	case syntax.OpCapture, syntax.OpPlus:
		return planSyntax(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return planSyntax(re.Sub[0])
		}
	case syntax.OpConcat:
		return planConcat(re.Sub)
	case syntax.OpAlternate:
		var p plan
		for _, sub := range re.Sub {
			one := planSyntax(sub)
			if one.open() {
				return plan{}
			}
			p.any = append(p.any, one)
		}
		return p
	}
	return plan{}
}

// planConcat is the plan of parts that follow each other. Those of which all
// variants are known are taken together: the parser makes fo[ox] of foo|fox,
// and only together they are long enough.
func planConcat(parts []*syntax.Regexp) plan {
	var p plan
	run := []string{""}
	for _, part := range parts {
		texts := variants(part)
		if joined := join(run, texts); joined != nil {
			run = joined
			continue
		}
		p.and(planVariants(run))
		run = []string{""}
		if texts != nil {
			run = texts
		} else {
			p.and(planSyntax(part))
		}
	}
	p.and(planVariants(run))
	return p
}

// planVariants is the plan of one text out of a list.
func planVariants(texts []string) plan {
	var p plan
	for _, s := range texts {
		one := planText([]byte(s))
		if one.open() {
			return plan{}
		}
		p.any = append(p.any, one)
	}
	if len(p.any) == 1 {
		return p.any[0]
	}
	return p
}

// variants returns all texts that an expression matches, folded, nil where
// there are too many.
func variants(re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpEmptyMatch, syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText,
		syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return []string{""}
	case syntax.OpLiteral:
		return []string{string(fold(string(re.Rune)))}
	case syntax.OpCharClass:
		return classVariants(re.Rune)
	case syntax.OpCapture:
		return variants(re.Sub[0])
	case syntax.OpQuest:
		if texts := variants(re.Sub[0]); texts != nil {
			return unite([]string{""}, texts)
		}
	case syntax.OpConcat:
		all := []string{""}
		for _, sub := range re.Sub {
			if all = join(all, variants(sub)); all == nil {
				return nil
			}
		}
		return all
	case syntax.OpAlternate:
		var all []string
		for _, sub := range re.Sub {
			texts := variants(sub)
			if texts == nil {
				return nil
			}
			if all = unite(all, texts); all == nil {
				return nil
			}
		}
		return all
	}
	return nil
}

// classVariants returns the runes of a class, which is a list of ranges.
func classVariants(ranges []rune) []string {
	var all []string
	for i := 0; i+1 < len(ranges); i += 2 {
		if ranges[i+1]-ranges[i] > 2*maxVariants { // in both cases
			return nil
		}
		for r := ranges[i]; r <= ranges[i+1]; r++ {
			if all = unite(all, []string{string(fold(string(r)))}); all == nil {
				return nil
			}
		}
	}
	return all
}

// unite returns the texts of both lists, each once, nil where there are too
// many.
func unite(a, b []string) []string {
	all := slices.Concat(a, b)
	slices.Sort(all)
	if all = slices.Compact(all); len(all) > maxVariants {
		return nil
	}
	return all
}

// join returns every text of a followed by every one of b, nil where those are
// too many or too long, or where the two would become one character.
func join(a, b []string) []string {
	if b == nil || len(a)*len(b) > maxVariants {
		return nil
	}
	var all []string
	for _, x := range a {
		for _, y := range b {
			s := x + y
			if len(s) > maxVariantLength && x != "" && y != "" || !norm.NFC.IsNormalString(s) {
				return nil
			}
			all = append(all, s)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}
