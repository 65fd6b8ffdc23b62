//go:build race

package chattree_test

const raceEnabled = true
