package title

import "strings"

// commandMark separates a command from the title that follows it.
const commandMark = " · "

// IsBareCommand reports whether a title is a slash command without arguments.
func IsBareCommand(title string) bool {
	return len(title) > 1 && title[0] == '/' && !strings.ContainsAny(title, " \t")
}

// UnderCommand returns the title of what was asked after a bare command: "/review · Why is
// the tide table loaded twice?". The window draws the command smaller.
func UnderCommand(command, title string) string {
	return shorten(command+commandMark+title, Runes)
}
