// Package resume continues a session of Claude Code in a terminal.
//
// A [Launcher] has two main methods. [Launcher.Plan] returns what would run: the program,
// its arguments, the directory, the terminal, a line to copy, and, if it cannot work, a
// sentence that says why. [Launcher.Start] runs it.
//
// The parts of a Launcher check variables, paths and directories (check.go, directories.go,
// wsl.go), find the client (claude.go, client.go), find terminals (terminal.go), and start
// them (start.go).
//
// # Trust
//
// Session ids, directories and roots come from history files, and history is hostile input.
// So an id must be a canonical UUID, a directory must exist, and nothing from the history
// reaches a shell but as a quoted word. Terminals do not pass arguments on unchanged (they
// join them with spaces, or expand variables in them), so a start writes a script that only
// this user can read, and the terminal gets its path. The script sets its arguments, each
// between single quotes, runs constant code, and removes itself (see script.go).
// The line offered for copying is the one exception, because a person pastes it into a
// shell: it is quoted for that, including control characters (see quote.go).
//
// # Directories
//
// Claude looks for a session in the projects of its working directory, so a session is
// resumed in the directory it was started in. Terminals with a server process do not
// inherit a directory or an environment from their caller; therefore the script sets both
// inside the terminal, and the terminals' own options are only an addition.
//
// The package imports only internal packages of this module, and reads no history.
package resume
