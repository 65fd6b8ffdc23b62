// Dendro as installed on the path: the commands as one static binary, which starts the
// window's binary if no command is named. Without the window's binary beside it, it serves
// scripts and machines without a display.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"syscall"

	"dendro/backend/cli"
)

func main() {
	runtime.LockOSThread() // see cli.Run
	ctx, stop := listen()
	env := cli.ProcessEnv()
	if os.Getenv("GOGC") == "" {
		usual := debug.SetGCPercent(warmGarbage)
		env.BeforeRead = func() { debug.SetGCPercent(usual) }
	}
	env.OpenWindow = func(context.Context, cli.WindowOptions) error { return startWindow(env.Args) }
	status := cli.Run(ctx, env)
	stop()
	os.Exit(status)
}

// warmGarbage makes the garbage collector run less often while only the cache is read: a warm tree
// or search of 1 GB takes a seventh less processor time and 4 MB more. A scan would take 50 MB more.
const warmGarbage = 200

// exitInterrupted is the exit status that shells expect after an interrupt.
const exitInterrupted = 130

// listen returns a context that the first interrupt cancels. The second one exits, whatever
// the process waits for, even if interrupts were ignored when it was started.
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
