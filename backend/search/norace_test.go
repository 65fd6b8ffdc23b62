//go:build !race

package search_test

const share = 1
