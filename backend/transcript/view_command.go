package transcript

import (
	"regexp"
	"strings"
)

// setUp matches parts of a command that only set its directory or define a name.
const setUp = `(?:cd\s+(?:"[^"]*"|'[^']*'|[^\s;&|]+)|(?:export\s+)?\w+=(?:"[^"]*"|'[^']*'|\$\([^()]*\)|[^\s;&|]*))`

var (
	setsUpFirst = regexp.MustCompile(`^(?:` + setUp + `\s*(?:&&|;)\s*)+`)
	onlySetsUp  = regexp.MustCompile(`^` + setUp + `$`)
	// opensText matches the end of a line that means little without the next one: a quote
	// opens, or a here-document begins.
	opensText = regexp.MustCompile(`(?:[\s=(]["']|\s-\s*<<-?\s*["']?\w+["']?)$`)
)

// CommandLine returns the line of a shell command that shows its purpose: the first that is
// not a comment and does more than change the directory or set variables, with the next
// line if a text begins there. Without such a line it returns the first one.
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
