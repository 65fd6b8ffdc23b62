package resume

import (
	"slices"
	"strings"

	"dendro/backend/message"
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

// checkTemplate returns the problem of the user's own template, or none.
func checkTemplate(template []string) message.Message {
	if len(template) == 0 || template[0] == "" {
		return message.New("custom_empty")
	}
	if strings.Contains(template[0], "{") {
		return message.New("custom_without_program")
	}
	commands := 0
	for _, arg := range template {
		switch {
		case arg == argvPlace || arg == spelledPlace:
			commands++
		case strings.Contains(arg, argvPlace) || strings.Contains(arg, spelledPlace):
			return message.New("custom_command_apart", "command", argvPlace)
		case strings.ContainsRune(arg, 0):
			return message.New("custom_zero_byte")
		}
	}
	if commands != 1 {
		return message.New("custom_command_once", "command", argvPlace)
	}
	return checkDirPlaces(template)
}
