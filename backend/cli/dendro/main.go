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

// exitInterrupted is what shells expect of a program that was interrupted.
const exitInterrupted = 130

// listen returns a context that the first interrupt cancels. The second one ends the
// process, whatever it waits for, also where interrupts were ignored when it was started.
func listen() (context.Context, context.CancelFunc) {
	ctx, stop := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-signals
		stop()
		<-signals
		os.Exit(exitInterrupted)
	}()
	return ctx, stop
}
