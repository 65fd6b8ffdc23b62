// Dendro as it is installed on the path: the commands as one static binary, which starts
// the window's binary where no command is named. Without that one beside it, it serves
// scripts and machines that have no display.
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
	env := cli.ProcessEnv()
	env.OpenWindow = func(context.Context, cli.WindowOptions) error { return startWindow(env.Args) }
	status := cli.Run(ctx, env)
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
