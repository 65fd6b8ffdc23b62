package transcript

import (
	"regexp"
	"strings"
)

// setUp is a part of a command that only says where it runs, or what a name stands for.
const setUp = `(?:cd\s+(?:"[^"]*"|'[^']*'|[^\s;&|]+)|(?:export\s+)?\w+=(?:"[^"]*"|'[^']*'|\$\([^()]*\)|[^\s;&|]*))`

var (
	setsUpFirst = regexp.MustCompile(`^(?:` + setUp + `\s*(?:&&|;)\s*)+`)
	onlySetsUp  = regexp.MustCompile(`^` + setUp + `$`)
)

// CommandLine returns the line of a shell command that says what it does: the first
// that is no comment and does more than go to a directory or set variables, from
// there on; where there is none, the first line.
func CommandLine(command string) string {
	command = strings.TrimSpace(command)
	for line := range strings.SplitSeq(command, "\n") {
		line = strings.TrimSpace(line)
		line = line[len(setsUpFirst.FindString(line)):]
		if line != "" && line[0] != '#' && !onlySetsUp.MatchString(line) {
			return line
		}
	}
	first, _, _ := strings.Cut(command, "\n")
	return strings.TrimSpace(first)
}
