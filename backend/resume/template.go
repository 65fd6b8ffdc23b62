package resume

import (
	"fmt"
	"slices"
	"strings"
)

// Placeholders in a terminal's arguments. The first two are replaced by a command, and must
// be separate arguments; linePlace is the second one in one word.
const (
	argvPlace    = "{argv...}"
	spelledPlace = "{spelled...}"
	linePlace    = "{spelled}"
	dirPlace     = "{dir}"
	// envPlace is the value of the row's variable, shellPlace the installed PowerShell.
	envPlace   = "{env}"
	shellPlace = "{powershell}"
)

// needsScript reports whether the template uses encoded arguments and needs the script
// file.
func needsScript(template []string) bool {
	return slices.ContainsFunc(template, func(arg string) bool {
		return arg == spelledPlace || strings.Contains(arg, linePlace)
	})
}

// expand fills a template. Placeholders are replaced only in the template itself, never in
// inserted text.
func expand(template []string, dir string, argv, spelled []string) []string {
	var out []string
	for _, arg := range template {
		switch arg {
		case argvPlace:
			out = append(out, argv...)
		case spelledPlace:
			out = append(out, spelled...)
		default:
			out = append(out, strings.NewReplacer(dirPlace, dir, linePlace, strings.Join(spelled, " ")).Replace(arg))
		}
	}
	return out
}

// checkTemplate returns an error message for the user's own template, or "".
func checkTemplate(template []string) string {
	if len(template) == 0 || template[0] == "" {
		return "the custom terminal command is empty"
	}
	if strings.Contains(template[0], "{") {
		return "the custom terminal command does not start with a program"
	}
	commands := 0
	for _, arg := range template {
		switch {
		case arg == argvPlace || arg == spelledPlace:
			commands++
		case strings.Contains(arg, argvPlace) || strings.Contains(arg, spelledPlace):
			return fmt.Sprintf("in the custom terminal command %s must be an argument of its own", argvPlace)
		case strings.ContainsRune(arg, 0):
			return "the custom terminal command contains a zero byte"
		}
	}
	if commands != 1 {
		return fmt.Sprintf("the custom terminal command needs %s exactly once", argvPlace)
	}
	return checkDirPlaces(template)
}
