package resume

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"dendro/backend/message"
)

// A directory's name is untrusted text. A custom terminal command may only pass it on where
// the receiving program cannot interpret it as code: as a separate argument, or as an
// option's value.

// safeForm is the alternative to {dir} in a script.
const safeForm = `sh -c 'cd "$1" && shift && exec xterm -e "$@"' sh {dir} {argv...}`

// checkDirPlaces returns why {dir} is at a place where a program could run the directory's
// name, or none.
func checkDirPlaces(template []string) message.Message {
	for i, arg := range template {
		if !strings.Contains(arg, dirPlace) {
			continue
		}
		if around := strings.ReplaceAll(arg, dirPlace, ""); !plainly(strings.ReplaceAll(around, "=", "")) {
			return message.New("custom_dir_in_text", "placeholder", dirPlace, "example", safeForm)
		}
		option, _, _ := strings.Cut(arg, dirPlace)
		if option == "" {
			option = template[i-1] // a template's program is not {dir}
		}
		if codeOption.MatchString(strings.TrimRight(option, "=:")) && !(option == "-c" && hasProgram(template[:i], multiplexers)) {
			return message.New("custom_dir_runs", "placeholder", dirPlace, "option", option, "example", safeForm)
		}
	}
	for i, arg := range template {
		if code := codeArguments(programName(arg), template[i+1:]); slices.ContainsFunc(code, hasDir) {
			return message.New("custom_dir_may_run", "placeholder", dirPlace, "program", arg, "command", argvPlace)
		}
	}
	return message.Message{}
}

func hasDir(arg string) bool { return strings.Contains(arg, dirPlace) }

// codeOption matches options whose value programs run. Among programs that open a terminal,
// only multiplexers use one of them for a directory.
var codeOption = regexp.MustCompile(`^(-[a-z]{0,2}[cexES]|-{1,2}(?i:command|init-command|execute|exec|eval|print|run|shell-command)|/[cCkKrR])$`)

var (
	// shells take a script after -c, and pass on the following arguments unchanged.
	shells = strings.Fields("sh bash dash ash zsh ksh mksh oksh pdksh yash rbash rzsh rksh fish csh tcsh nu elvish xonsh osh ysh")
	// joiners interpret all of their arguments as code: they pass them to a shell as one
	// line, split them, or expand parts of them.
	joiners = strings.Fields("cmd eval ssh mosh su runuser sg script watch parallel wt awk gawk mawk nawk")
	// multiplexers run the content of #(…) in a directory's name, and end a command at a
	// semicolon.
	multiplexers = strings.Fields("tmux byobu")
)

// hasProgram reports whether one of the arguments names one of the programs.
func hasProgram(args, programs []string) bool {
	return slices.ContainsFunc(args, func(arg string) bool { return slices.Contains(programs, programName(arg)) })
}

// checkDirName returns why the user's terminal command cannot be given a directory, or none.
func checkDirName(template []string, dir string) message.Message {
	if strings.ContainsAny(dir, "#;") && slices.ContainsFunc(template, hasDir) && hasProgram(template, multiplexers) {
		return message.New("custom_dir_in_tmux", "placeholder", dirPlace, "dir", shown(dir), "command", argvPlace)
	}
	return message.Message{}
}

// programName returns a program's name in the tables above.
func programName(arg string) string {
	name := strings.ToLower(path.Base(strings.ReplaceAll(arg, `\`, "/")))
	for _, ext := range []string{".exe", ".cmd", ".bat", ".com"} {
		name = strings.TrimSuffix(name, ext)
	}
	return strings.TrimRight(name, "-.0123456789")
}

// codeArguments returns the arguments that a program interprets as code.
func codeArguments(program string, args []string) []string {
	switch {
	case slices.Contains(shells, program):
		return shellScript(args)
	case slices.Contains(joiners, program):
		return args
	case program == "powershell" || program == "pwsh":
		return powershellCode(args)
	case program == "wsl":
		return wslLine(args)
	}
	return nil
}

// shellScript returns the arguments up to a shell's script, which is the first non-option
// after -c.
func shellScript(args []string) []string {
	command, value := false, false
	for i, arg := range args {
		switch option := len(arg) > 1 && strings.ContainsAny(arg[:1], "-+"); {
		case value:
			value = false
		case option && strings.HasPrefix(arg, "--"):
			command = command || strings.HasPrefix(arg, "--command") || strings.HasPrefix(arg, "--init-command")
		case option:
			command = command || strings.ContainsAny(arg, "cC")
			value = strings.ContainsAny(arg[len(arg)-1:], "oO")
		case command:
			return args[:i+1]
		default:
			return nil // a script file: the following arguments are passed to it
		}
	}
	return nil
}

// commandOptions are the spellings of -Command: PowerShell accepts prefixes of its options.
var commandOptions = strings.Fields("c co com comm comma comman command")

// powershellCode returns the arguments that PowerShell joins to a command: all after
// -Command, or from the first non-option on.
func powershellCode(args []string) []string {
	for i := 0; i < len(args); i++ {
		switch option := strings.ToLower(strings.TrimLeft(args[i], "-/")); {
		case option == args[i] || slices.Contains(commandOptions, option):
			return args[i:]
		case option == "f" || option == "file":
			return nil // they are passed to that script
		case option == "wd" || option == "workingdirectory":
			i++
		}
	}
	return nil
}

// wslLine returns the arguments that WSL passes to a Linux shell as one line.
func wslLine(args []string) []string {
	for i := 0; i < len(args); i++ {
		switch option := args[i]; {
		case option == "-e" || option == "--exec":
			return nil
		case option == "-d" || option == "--distribution" || option == "-u" || option == "--user" || option == "--cd":
			i++
		case !strings.HasPrefix(option, "-") || option == "--":
			return args[i:]
		}
	}
	return nil
}
