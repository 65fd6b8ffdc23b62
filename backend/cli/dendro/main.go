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
	runtime.LockOSThread() // see cli.Run
	ctx, stop := listen()
	status := cli.Run(ctx, cli.ProcessEnv())
	stop()
	os.Exit(status)
}

// listen returns a context that the first interrupt cancels. The second one ends the
// process, whatever it waits for.
func listen() (context.Context, context.CancelFunc) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}
