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
	// opensText ends a line that says little without the next one: a quote opens there, or
	// a program is given what follows as its input.
	opensText = regexp.MustCompile(`(?:[\s=(]["']|\s-\s*<<-?\s*["']?\w+["']?)$`)
)

// CommandLine returns the line of a shell command that says what it does: the first
// that is no comment and does more than go to a directory or set variables, from
// there on, and the one behind it where a text begins there; where there is none, the
// first line.
func CommandLine(command string) string {
	command = strings.TrimSpace(command)
	said := ""
	for line := range strings.SplitSeq(command, "\n") {
		line = strings.TrimSpace(line)
		if said != "" && line != "" {
			return said + " " + line
		}
		line = line[len(setsUpFirst.FindString(line)):]
		if line == "" || line[0] == '#' || onlySetsUp.MatchString(line) {
			continue
		}
		if said = line; !opensText.MatchString(line) {
			return line
		}
	}
	if said != "" {
		return said
	}
	first, _, _ := strings.Cut(command, "\n")
	return strings.TrimSpace(first)
}
