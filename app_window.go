//go:build !headless

package main

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"time"

	"github.com/wailsapp/wails/v2"
	"github.com/wailsapp/wails/v2/pkg/logger"
	"github.com/wailsapp/wails/v2/pkg/options"
	"github.com/wailsapp/wails/v2/pkg/options/assetserver"
	"github.com/wailsapp/wails/v2/pkg/options/linux"
	"github.com/wailsapp/wails/v2/pkg/options/mac"
	"github.com/wailsapp/wails/v2/pkg/options/windows"

	"dendro/backend/cli"
	"dendro/backend/desktop"
	"dendro/backend/resume"
)

//go:embed all:frontend/dist
var frontendFiles embed.FS

//go:embed build/linux/dendro.png
var windowIcon []byte

// openWindow opens the window on the histories that opts names and returns when
// it is closed. It is only called when the command line asks for a window.
func openWindow(ctx context.Context, opts cli.WindowOptions, launcher *resume.Launcher) error {
	if err := desktop.CheckDisplay(); err != nil {
		return err
	}
	if _, err := fs.Stat(frontendFiles, "frontend/dist/index.html"); err != nil && !development {
		return errors.New("this binary was built without its window: run make build")
	}
	if os.Getenv(againEnv) != "" {
		time.Sleep(againPause)
	}
	if desktop.FocusRunning(ctx, instanceID, os.Args[1:]) {
		fmt.Fprintln(os.Stderr, "dendro: already open, its window comes to the front; close it first to open other histories")
		return nil
	}
	desktop.PrepareWebView()

	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	ctx, cancel := context.WithCancel(ctx)
	w, err := newWindow(ctx, opts, launcher, log)
	if err != nil {
		cancel()
		return err
	}
	err = w.run()
	cancel() // before close, which waits for those who read
	w.close()
	if err == nil && w.again.Load() {
		return startAgain()
	}
	return err
}

// run shows the window and returns when it is closed.
func (w *window) run() (err error) {
	// Wails panics where GTK finds a display named but not answering.
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the window could not be opened: %v", p)
		}
	}()
	return wails.Run(w.options())
}

// options are those of the Wails window. They are read once, at the start.
func (w *window) options() *options.App {
	bounds := w.bounds.start()
	o := &options.App{
		Title:            "Dendro",
		Width:            bounds.Width,
		Height:           bounds.Height,
		MinWidth:         minWidth,
		MinHeight:        minHeight,
		StartHidden:      true,
		BackgroundColour: w.theme().background(),
		AssetServer: &assetserver.Options{
			Assets:     frontendFiles,
			Middleware: assetMiddleware(w.log, w.api, w.history.ask, w.page),
		},
		Bind:               []any{w.app},
		Logger:             wailsLog{w.log},
		LogLevel:           logger.WARNING,
		LogLevelProduction: logger.ERROR,
		OnStartup:          w.startup,
		OnDomReady:         w.domReady,
		OnBeforeClose:      w.beforeClose,
		// A file dropped on the page would replace it.
		DragAndDrop: &options.DragAndDrop{DisableWebViewDrop: true},
		Linux: &linux.Options{
			Icon:             windowIcon,
			ProgramName:      "dendro",
			WebviewGpuPolicy: gpuPolicy(w.composed),
		},
		Mac: &mac.Options{
			About: &mac.AboutInfo{Title: "Dendro " + version, Message: "Your Claude Code history as trees."},
		},
		Windows: &windows.Options{Theme: windowsTheme(w.theme())},
	}
	if bounds.Maximised {
		o.WindowStartState = options.Maximised
	}
	if desktop.CanLock() {
		o.SingleInstanceLock = &options.SingleInstanceLock{
			UniqueId:               instanceID,
			OnSecondInstanceLaunch: func(options.SecondInstanceData) { w.focus() },
		}
	}
	return o
}

// gpuPolicy is how WebKitGTK paints: composed on a graphics processor when the
// page asks for it, or directly where there is none.
func gpuPolicy(composed bool) linux.WebviewGpuPolicy {
	if composed {
		// Wails v2.16.0 passes the first two policies on swapped
		// (SetupWebview in window.c): this one arrives as ON_DEMAND.
		return linux.WebviewGpuPolicyAlways
	}
	return linux.WebviewGpuPolicyNever
}

// windowsTheme is the theme of the title bar on Windows.
func windowsTheme(t theme) windows.Theme {
	switch t.chosen {
	case desktop.Dark:
		return windows.Dark
	case desktop.Light:
		return windows.Light
	default:
		return windows.SystemDefault
	}
}
