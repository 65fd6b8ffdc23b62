package export

import (
	"path"
	"regexp"
	"strings"
)

// ending is what a file's name ends in, which names its language.
func ending(file string) string {
	file = strings.ReplaceAll(file, "\\", "/")
	if ext := path.Ext(file); ext != "" {
		return ext[1:]
	}
	return path.Base(file)
}

// codes are the sequences that colour a terminal, and those that name its window.
var codes = regexp.MustCompile("\x1b(?:\\[[0-?]*[ -/]*[@-~]|\\][^\x07\x1b]*(?:\x07|\x1b\\\\)?|[@-Z\\\\^_])")

// uncoloured is what a program printed, as plain text.
func uncoloured(s string) string { return codes.ReplaceAllString(s, "") }

// firstLine is the beginning of a text, in one line.
func firstLine(s string, runes int) string {
	for line := range strings.SplitSeq(s, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			if r := []rune(line); len(r) > runes {
				return string(r[:runes-1]) + "…"
			}
			return line
		}
	}
	return ""
}

// counted counts the lines of a diff that are added and removed.
func counted(lines []string) (added, removed int) {
	for _, line := range lines {
		switch {
		case strings.HasPrefix(line, "+"):
			added++
		case strings.HasPrefix(line, "-"):
			removed++
		}
	}
	return added, removed
}
