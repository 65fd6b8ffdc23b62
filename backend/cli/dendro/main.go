// Dendro without its window: the headless commands as one static binary, for
// servers reached by ssh, for scripts and for tests.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime"
	"syscall"

	"dendro/backend/cli"
)

func main() {
	os.Exit(run())
}

// run answers the command line and returns the exit status.
func run() int {
	runtime.LockOSThread() // see cli.Run
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second one ends the process, whatever it waits for
	return cli.Run(ctx, cli.ProcessEnv())
}
