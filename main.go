//go:build !headless && !bindings

// Dendro shows the conversations that Claude Code leaves on disk as the trees
// that they are: in a window, or as headless commands that scripts can read.
//
// main.go and its neighbours hold what belongs to the process: the command
// line, the embedded files, the window and its bound methods. Everything that
// knows about histories lives under backend/ and knows nothing of the window.
package main

import "os"

func main() {
	os.Exit(run(openWindow))
}
