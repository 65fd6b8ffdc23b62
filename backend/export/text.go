package export

import (
	"path"
	"strings"
)

// ending returns a file name's extension, which names its language.
func ending(file string) string {
	file = strings.ReplaceAll(file, "\\", "/")
	if ext := path.Ext(file); ext != "" {
		return ext[1:]
	}
	return path.Base(file)
}

// firstLine returns the first line of a text.
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

// counted counts the added and removed lines of a diff.
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
