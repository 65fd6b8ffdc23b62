//go:build race

package search_test

// share is the part of the slow comparisons that is made under the race
// detector, which makes them ten times slower; the plain run makes all.
const share = 8
