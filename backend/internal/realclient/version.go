package main

import (
	"slices"
	"strconv"
	"strings"
)

// older says whether a version comes before another. What is no number counts
// as 0, and so does what is missing.
func older(a, b string) bool { return slices.Compare(numbers(a), numbers(b)) < 0 }

func numbers(version string) []int {
	var n []int
	for part := range strings.SplitSeq(version, ".") {
		i, _ := strconv.Atoi(part)
		n = append(n, i)
	}
	return n
}
