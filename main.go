// Dendro shows the conversations that Claude Code leaves on disk as the trees
// that they are: in a window, or as headless commands that scripts can read.
//
// main.go and app.go hold what belongs to the process: its command line, its
// signals, and what the window may do to the outside. All else is in backend/ and
// frontend/. The headless commands as a binary of their own are backend/cli/dendro.
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

// windowGarbage is how much the heap of a window that has read its histories may grow,
// in percent, before garbage is collected: it is open all day and beside other programs.
const windowGarbage = 25

// exitInterrupted is what shells expect of a program that was interrupted.
const exitInterrupted = 130

func main() {
	os.Exit(run())
}

// run answers the command line and returns the exit status.
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

// endOnSignal ends the context of the program when it is asked to end, and the
// program itself when it is asked again, whatever it waits for. Wails hears of
// signals too, so that the system would not.
func endOnSignal(stop context.CancelFunc) {
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	<-signals
	stop()
	<-signals
	os.Exit(exitInterrupted)
}

// openWindow opens the window on the histories that are wanted and returns when
// it is closed.
func openWindow(ctx context.Context, wanted cli.WindowOptions, launcher *resume.Launcher) error {
	return window.Open(ctx, window.Options{
		Roots:    wanted.Roots,
		Demo:     wanted.Demo,
		Link:     wanted.Link,
		LinkIn:   cli.PlaceLink,
		CacheDir: cli.CacheDir(),
		Program:  version.This(),
		Notice:   notice,
		Launcher: launcher,
		Read:     saveMemory,
		Page:     frontend.Page(),
		Icon:     icon,
		App:      func(ctx context.Context, w *window.Window) any { return newApp(ctx, w, launcher) },
	})
}

// saveMemory gives back what the reading or the linking has taken: from then on a window
// mostly waits. Until it has read it is in a hurry, and garbage is collected as in other
// programs.
func saveMemory() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(windowGarbage)
	}
	debug.FreeOSMemory()
}

// arguments are those of the command line. The ones that Windows starts a program
// with whose notification is clicked after its end ask for its window.
func arguments(given []string, system string) []string {
	if system == "windows" && slices.Contains(given, "-Embedding") {
		return nil
	}
	return given
}
