package cli

import "os"

// Interactive reports whether this process reads from a terminal and writes to one.
func Interactive() bool { return isTerminal(os.Stdin) && isTerminal(os.Stdout) }
