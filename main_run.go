package main

import (
	"context"
	"embed"
	"io/fs"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"syscall"
	"time"

	"dendro/backend/cli"
	"dendro/backend/resume"
)

// version is the one in wails.json too; a test compares them.
const version = "0.1.0"

//go:embed all:testdata/demo
var demoFiles embed.FS

// opener opens the window and returns when it is closed.
type opener func(context.Context, cli.WindowOptions, *resume.Launcher) error

// run answers the command line and returns the exit status. open is what a
// command line without a subcommand asks for; it is nil in the headless build.
// Nothing of the window is touched before it is called.
func run(open opener) int {
	var pace *collector // nil: the environment says when garbage is collected
	if os.Getenv("GOGC") == "" {
		pace = startCollector()
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	launcher := resume.New(resume.Host(cli.CacheDir(os.Getenv)))
	env := cli.Env{
		Args:     arguments(os.Args[1:], runtime.GOOS),
		Stdout:   os.Stdout,
		Stderr:   os.Stderr,
		Getenv:   os.Getenv,
		Version:  version,
		Demo:     demo(),
		Now:      time.Now,
		Launcher: launcher,
	}
	if open != nil {
		env.OpenWindow = func(ctx context.Context, opts cli.WindowOptions) error {
			if pace != nil {
				pace.stop(gcPercent)
			}
			return open(ctx, opts, launcher)
		}
	}
	return cli.Run(ctx, env)
}

// arguments are those of the command line. The ones that Windows starts a program
// with whose notification is clicked after its end ask for its window.
func arguments(given []string, system string) []string {
	if system == "windows" && slices.Contains(given, "-Embedding") {
		return nil
	}
	return given
}

// demo returns the embedded demo history: a Claude config directory.
func demo() fs.FS {
	root, err := fs.Sub(demoFiles, "testdata/demo")
	if err != nil {
		panic("internal error: the embedded demo history has no valid path: " + err.Error())
	}
	return root
}
