package resume

import (
	"strings"

	"dendro/backend/message"
)

// Placeholders in a terminal's arguments. argvPlace is replaced by a command and must be a
// separate argument; linePlace is the command in one word.
const (
	argvPlace = "{argv...}"
	linePlace = "{line}"
	dirPlace  = "{dir}"
	// envPlace is the value of the row's variable, shellPlace the installed PowerShell.
	envPlace   = "{env}"
	shellPlace = "{powershell}"
)

// expand fills a template. Placeholders are replaced only in the template itself, never in
// inserted text.
func expand(template []string, dir string, argv []string) []string {
	var out []string
	for _, arg := range template {
		switch arg {
		case argvPlace:
			out = append(out, argv...)
		default:
			out = append(out, strings.NewReplacer(dirPlace, dir, linePlace, strings.Join(argv, " ")).Replace(arg))
		}
	}
	return out
}

// checkTemplate returns the problem of the user's own template, or none. Only the table's
// terminals get the directory as an argument: its name is untrusted text, which a shell, tmux
// or another program in a user's template might run. The command changes to it anyway.
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
		case arg == argvPlace:
			commands++
		case strings.Contains(arg, argvPlace):
			return message.New("custom_command_apart", "command", argvPlace)
		case strings.Contains(arg, dirPlace):
			return message.New("custom_dir", "placeholder", dirPlace, "command", argvPlace)
		case strings.ContainsRune(arg, 0):
			return message.New("custom_zero_byte")
		}
	}
	if commands != 1 {
		return message.New("custom_command_once", "command", argvPlace)
	}
	return message.Message{}
}
