// Package release compares versions of Claude Code.
package release

import "golang.org/x/mod/semver"

// Older reports whether a version, as records and `claude --version` give it ("2.1.120"),
// precedes another. A version that cannot be read, or is not known, counts as newest: most
// people have a new client.
func Older(version, than string) bool {
	return semver.IsValid("v"+version) && semver.Compare("v"+version, "v"+than) < 0
}
