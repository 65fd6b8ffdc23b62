package search

import (
	"regexp/syntax"
	"slices"

	"golang.org/x/text/unicode/norm"

	"dendro/backend/search/fold"
)

// Limits on the variants of an expression that are enumerated.
const (
	maxVariants      = 8
	maxVariantLength = 64
)

// planRegex returns the plan of a regular expression, from the texts that each of its matches
// contains.
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

// planConcat returns the plan of consecutive parts. Adjacent parts whose variants are all
// known are combined: the parser turns foo|fox into fo[ox], and only the combined texts are
// long enough.
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

// planVariants returns the plan for any one of several texts.
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

// variants returns all texts that an expression matches, folded, nil if there are too many.
func variants(re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpEmptyMatch, syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText,
		syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return []string{""}
	case syntax.OpLiteral:
		return []string{string(fold.Text(string(re.Rune)))}
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
			if all = unite(all, []string{string(fold.Text(string(r)))}); all == nil {
				return nil
			}
		}
	}
	return all
}

// unite returns the union of both lists, nil if it is too large.
func unite(a, b []string) []string {
	all := slices.Concat(a, b)
	slices.Sort(all)
	if all = slices.Compact(all); len(all) > maxVariants {
		return nil
	}
	return all
}

// join returns the concatenations of each text of a with each of b. It is nil if these are
// too many or too long, or if the texts would compose into one character.
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
