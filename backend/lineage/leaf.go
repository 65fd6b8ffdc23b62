package lineage

import (
	"strconv"
	"strings"
)

// Rule is how a client finds the record that a resume goes on from. The version of
// the client that resumes decides, not that which wrote the file (format.md 12.2).
type Rule uint8

// The rules, newest first.
const (
	// Newest is that of clients from 2.1.120 on: the last record of the file, or
	// the one that the last last-prompt names.
	Newest Rule = iota
	// LastRecord is that of 2.1.101–2.1.119.
	LastRecord
	// LatestTime is that of clients to 2.1.100: the record with the newest
	// timestamp, the first of several.
	LatestTime
)

// RuleOf returns the rule of a client by its version; the newest one where the
// version cannot be read.
func RuleOf(version string) Rule {
	number := versionOf(version)
	switch {
	case number == 0 || number >= 2_001_120:
		return Newest
	case number >= 2_001_101:
		return LastRecord
	}
	return LatestTime
}

// newest is a version behind all others, see versionOf.
const newest = 999_999_999

// versionOf returns a version as a number whose digits are in thousands, 2.1.120 as
// 2_001_120; 0 where it cannot be read.
func versionOf(version string) int {
	number := 0
	parts := strings.Split(version, ".")
	for i := range 3 {
		n := 0
		if i < len(parts) {
			var err error
			if n, err = strconv.Atoi(parts[i]); err != nil {
				return 0
			}
		}
		number = number*1_000 + n
	}
	return number
}

// LeafBy returns the user or assistant record that a client goes on from, by its version,
// and the end of its path: the leaf itself, or a structural record below it. Both are None
// where nothing can be gone on from. Where the file holds nothing but sidechains the last of
// those is taken, so that something is shown.
func (l *Links) LeafBy(client string) (leaf, end int32) { return l.viewOf(client).leaf() }
