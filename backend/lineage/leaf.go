package lineage

import "dendro/backend/internal/release"

// Rule is a client's way to find the record that a resume continues from. It depends on the
// version of the client that resumes, not on the version that wrote the file (format.md
// 12.2).
type Rule uint8

// The rules, newest first.
const (
	// Newest applies from 2.1.120 on: the last record of the file, or the one that the last
	// last-prompt names.
	Newest Rule = iota
	// LastRecord applies to 2.1.101–2.1.119.
	LastRecord
	// LatestTime applies up to 2.1.100: the record with the newest timestamp, the first of
	// several.
	LatestTime
)

// RuleOf returns the rule of a client by its version; see [release.Older].
func RuleOf(version string) Rule {
	switch {
	case !release.Older(version, "2.1.120"):
		return Newest
	case !release.Older(version, "2.1.101"):
		return LastRecord
	}
	return LatestTime
}

// LeafBy returns the user or assistant record that a client continues from, by its version,
// and the end of its path: the leaf itself, or a structural record below it. Both are None
// if nothing can be continued. In a file with only sidechains it is the last of those, so
// that something is shown.
func (l *Links) LeafBy(client string) (leaf, end int32) { return l.viewOf(client).leaf() }
