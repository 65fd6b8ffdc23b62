package main

import (
	"slices"
	"strconv"
	"strings"
)

// older reports whether a version precedes another. Missing and non-numeric parts count as
// 0.
func older(a, b string) bool { return slices.Compare(numbers(a), numbers(b)) < 0 }

func numbers(version string) []int {
	var n []int
	for part := range strings.SplitSeq(version, ".") {
		i, _ := strconv.Atoi(part)
		n = append(n, i)
	}
	return n
}
