// Dendro shows the conversations that Claude Code leaves on disk as trees: in a window, or
// with headless commands for scripts.
//
// main.go and app.go hold the parts that belong to the process: its command line, its
// signals, and its clipboard and browser. Everything else is in backend/ and
// frontend/. The headless commands as a separate binary are backend/cli/dendro.
package main

import (
	"context"
	_ "embed" // the icon, the licences
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"slices"
	"syscall"
	"time"

	"dendro/backend/cli"
	"dendro/backend/resume"
	"dendro/backend/version"
	"dendro/backend/window"
	"dendro/frontend"
)

//go:embed build/linux/dendro.png
var icon []byte

//go:embed build/NOTICE
var notice string

// windowGarbage is the heap growth in percent that triggers garbage collection once the
// window has read its histories: it stays open all day beside other programs.
const windowGarbage = 25

// exitInterrupted is the exit status that shells expect after an interrupt.
const exitInterrupted = 130

func main() {
	os.Exit(run())
}

// run runs the command line and returns the exit status.
func run() int {
	runtime.LockOSThread() // see cli.Run
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	go endOnSignal(stop)
	env := cli.ProcessEnv()
	env.Args = arguments(env.Args, runtime.GOOS)
	env.OpenWindow = func(ctx context.Context, wanted cli.WindowOptions) error {
		return openWindow(ctx, wanted, env.Launcher)
	}
	return cli.Run(ctx, env)
}

// endOnSignal cancels the program's context on the first signal, and exits on the second
// one, whatever it waits for. Wails also handles signals, so that the system's default
// action does not apply.
func endOnSignal(stop context.CancelFunc) {
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	<-signals
	stop()
	<-signals
	os.Exit(exitInterrupted)
}

// openWindow opens the window on the requested histories and returns when it is closed.
func openWindow(ctx context.Context, wanted cli.WindowOptions, launcher *resume.Launcher) error {
	return window.Open(ctx, window.Options{
		Roots:    wanted.Roots,
		Demo:     wanted.Demo,
		Here:     wanted.Here,
		Link:     wanted.Link,
		LinkIn:   cli.PlaceLink,
		CacheDir: cli.CacheDir(),
		Archive:  cli.OwnArchive(time.Now, nil),
		Notes:    cli.OwnNotes(time.Now, nil),
		Program:  version.This(),
		Notice:   notice,
		Launcher: launcher,
		Read:     saveMemory,
		Page:     frontend.Page(),
		Icon:     icon,
		App:      func(w *window.Window) any { return &App{w} },
	})
}

// saveMemory makes the garbage collector run more often: once its history is read, a window
// mostly waits. Before that, speed matters. Without it a window at rest on 1 GB of histories
// takes 109 MB more than an empty one, and 88 MB with it.
func saveMemory() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(windowGarbage)
	}
}

// arguments returns the command line's arguments. When a notification is clicked after the
// program's end, Windows starts it with arguments of its own: these mean the window.
func arguments(given []string, system string) []string {
	if system == "windows" && slices.Contains(given, "-Embedding") {
		return nil
	}
	return given
}
