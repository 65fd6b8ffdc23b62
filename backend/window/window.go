// Package window is Dendro's window: the Wails runtime, the page with its initial data,
// placement, theme, change events, notifications, and recovery of a dead page.
//
// No other package knows Wails. The page reads through /api/. Everything beyond reading is a
// method of a bound object: those of methods.go, and App, which is passed in.
package window

import (
	"context"
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

	"dendro/backend/archive"
	"dendro/backend/desktop"
	"dendro/backend/internal/disk"
	"dendro/backend/message"
	"dendro/backend/notes"
	"dendro/backend/resume"
	"dendro/backend/scan"
	"dendro/backend/settings"
	"dendro/backend/version"
)

// Options are the parameters of a window.
type Options struct {
	Roots    []string // Claude config directories; empty: the default ones
	Demo     bool     // show the demo history even if there are others
	Here     string   // the directory to whose project the list is limited at first; "": none
	Link     string   // a place to open, as dendro://…; LinkIn finds one in the arguments of a later start
	LinkIn   func(args []string) string
	CacheDir string
	Archive  *archive.Archive // nil: none
	Notes    *notes.Store     // nil: none
	Program  version.Info
	Notice   string // the licences of all linked and bundled software
	Launcher *resume.Launcher
	Read     func() // called when reading has ended, with or without success, and again after linking
	Page     fs.FS  // index.html and everything it loads
	Icon     []byte // a PNG
	// App creates an object to bind to the page beside the package's own. It is called once,
	// before there is a page.
	App func(*Window) any

	settings *settings.Store // nil: none
	disk     *disk.Prober    // shared by all of the window's file accesses; nil: a new one
	notUsed  []scan.Problem  // Dendro's own files that could not be used
}

// Open opens the window on the histories in o and returns when it is closed. Errors in the
// options are found before anything of the window is created.
func Open(ctx context.Context, o Options) error {
	if writesBindings {
		w := &Window{}
		return wails.Run(&options.App{Bind: append(w.bound(o), o.App(w))})
	}
	if err := desktop.CheckDisplay(); err != nil {
		return err
	}
	if _, err := fs.Stat(o.Page, "index.html"); err != nil && needsPage {
		return errors.New("this binary was built without its window: run make build")
	}
	if os.Getenv(againEnv) != "" {
		time.Sleep(againPause)
	}
	if desktop.FocusRunning(ctx, instanceID, os.Args[1:]) {
		if o.Link == "" {
			fmt.Fprintln(os.Stderr, "dendro: already open, showing its window; to open other histories, close it first")
		}
		return nil
	}
	desktop.PrepareWebView()

	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	ctx, cancel := context.WithCancel(ctx)
	w, err := newWindow(ctx, o, log)
	if err != nil {
		cancel()
		return err
	}
	w.openLink(o.Link)
	err = w.run(o)
	cancel() // before close, which waits for running reads
	w.History.close()
	if err == nil && w.again.Load() {
		return startAgain()
	}
	return err
}

// run shows the window and returns when it is closed.
func (w *Window) run(o Options) (err error) {
	// Wails panics if the named display does not respond to GTK.
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the window could not be opened: %v", p)
		}
	}()
	return wails.Run(w.options(o))
}

// options returns the options of the Wails window. They are read once, at the start.
func (w *Window) options(o Options) *options.App {
	bounds := w.bounds.last()
	out := &options.App{
		Title:            "Dendro",
		Width:            bounds.Width,
		Height:           bounds.Height,
		MinWidth:         settings.MinWidth,
		MinHeight:        settings.MinHeight,
		StartHidden:      true,
		BackgroundColour: w.theme().background(),
		AssetServer: &assetserver.Options{
			Assets:     o.Page,
			Middleware: assetMiddleware(w.Log, w.api, w.page, w.Language),
		},
		Bind:               append(w.bound(o), o.App(w)),
		Logger:             wailsLog{w.Log},
		LogLevel:           logger.WARNING,
		LogLevelProduction: logger.ERROR,
		OnStartup:          w.startup,
		OnDomReady:         w.domReady,
		OnBeforeClose:      w.beforeClose,
		// A file dropped on the page would replace it.
		DragAndDrop: &options.DragAndDrop{DisableWebViewDrop: true},
		Linux: &linux.Options{
			Icon:             o.Icon,
			ProgramName:      "dendro",
			WebviewGpuPolicy: gpuPolicy(w.composed),
		},
		Mac: &mac.Options{
			OnUrlOpen: func(url string) { w.openLink(o.LinkIn([]string{url})) },
			About:     &mac.AboutInfo{Title: "Dendro " + o.Program.Version, Message: message.New("about").In(w.Language())},
		},
		Windows: &windows.Options{Theme: windowsTheme(w.theme())},
	}
	if bounds.Maximised {
		out.WindowStartState = options.Maximised
	}
	if desktop.CanLock() {
		out.SingleInstanceLock = &options.SingleInstanceLock{
			UniqueId: instanceID,
			OnSecondInstanceLaunch: func(second options.SecondInstanceData) {
				w.focus()
				w.openLink(o.LinkIn(second.Args))
			},
		}
	}
	return out
}

// gpuPolicy is WebKitGTK's way of painting: composited on a GPU when the page asks for it,
// or directly if there is no GPU.
func gpuPolicy(composed bool) linux.WebviewGpuPolicy {
	if composed {
		// Wails v2.16.0 swaps the first two policies (SetupWebview in window.c): this one
		// arrives as ON_DEMAND.
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
