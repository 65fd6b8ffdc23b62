// Package resume continues a session of Claude Code in a terminal.
//
// A [Launcher] answers two questions. [Launcher.Plan] says what would run: the
// program, its arguments, the directory, the terminal, a line to copy, and, where it
// cannot work, one sentence that says why. [Launcher.Start] does it.
//
// It is made of what asks the system about variables, paths and directories (check.go,
// places.go, wsl.go), what finds the client (claude.go, client.go), what finds terminals
// (terminal.go), and what starts them (start.go).
//
// # What is trusted
//
// Session ids, directories and roots come from history files, and history is hostile
// input. So an id must be a canonical UUID, a directory must exist, and nothing from the
// history is ever joined into a string that a shell reads. The only shell code that runs
// is constant (see script.go); data reaches it as arguments. Some terminals do not pass
// arguments on as they got them (they join them with spaces, or expand variables in
// them); for those the arguments are spelled in digits and decoded by the same constant
// code. The line that is offered for copying is the one exception, because a person
// pastes it into a shell: it is quoted for that (see quote.go), control characters too.
//
// # Directories
//
// Claude looks for a session in the projects of its working directory, so a session is
// resumed in the directory it was started in. Terminals with a server process do not
// inherit a directory or an environment from who calls them; therefore both are set
// inside the terminal, by the script, and the terminals' own options are only a help.
//
// Of this module the package imports only what is internal, and it reads no history.
package resume
