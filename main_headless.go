//go:build headless

// Dendro without its window: the headless commands as one static binary, for
// servers reached by ssh, for scripts and for tests.
package main

import "os"

func main() {
	os.Exit(run(nil))
}
