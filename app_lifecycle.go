//go:build !headless

package main

import (
	"context"
	"log/slog"
	"net/http"
	"os"
	runtimeos "runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/wailsapp/wails/v2/pkg/runtime"

	"dendro/backend/api"
	"dendro/backend/cli"
	"dendro/backend/desktop"
	"dendro/backend/library"
	"dendro/backend/resume"
	"dendro/backend/settings"
)

const (
	// changePace is the least time between "change" events while many come;
	// with those that may follow the first after changeMoment they are at most
	// ten a second.
	changePace   = 140 * time.Millisecond
	changeMoment = 20 * time.Millisecond
	// showPatience is how long the window stays hidden for a page that never
	// says that it has painted.
	showPatience = 2 * time.Second
	// resizePause is how long a new size has to last before it is remembered.
	resizePause = 500 * time.Millisecond
)

// reportWindow makes the page tell of every change of the window's size, since a
// process that is killed saves nothing at its end, and whether it has the
// keyboard: Wails has no events for either. And it gives a sign of life when it is
// asked for one.
const reportWindow = `window.addEventListener('resize', () => window.runtime.EventsEmit('window:resized'));
for (const kind of ['focus', 'blur']) window.addEventListener(kind, () => window.runtime.EventsEmit('window:focus', kind === 'focus'));
window.runtime.EventsOn('window:beat', () => window.runtime.EventsEmit('window:alive'));
window.runtime.EventsEmit('window:focus', document.hasFocus())`

// window is a window with all that stands behind it.
type window struct {
	ctx      context.Context
	log      *slog.Logger
	app      *App
	shell    *wailsShell
	api      http.Handler
	history  *liveHistory
	settings *settings.Store
	bounds   *bounds
	pace     *pacer
	notifier notifier // a click on a notification opens its session
	silence  *silence
	beat     *heartbeat
	again    atomic.Bool // it is to be started again when it has ended
	placed   sync.Once
	composed bool // the page is composed on a graphics processor

	mu       sync.Mutex
	system   desktop.Scheme // what the desktop prefers
	settling *time.Timer    // runs while the window is being resized
}

// newWindow opens the histories and makes everything that the window needs.
// They are read in the background: the window fills as they arrive.
func newWindow(ctx context.Context, opts cli.WindowOptions, launcher *resume.Launcher, log *slog.Logger) (*window, error) {
	store := openSettings(log)
	w := &window{
		ctx:      ctx,
		log:      log,
		shell:    &wailsShell{started: make(chan struct{})},
		settings: store,
		system:   desktop.SystemScheme(ctx),
		composed: desktop.HasGPU(),
	}
	w.bounds = newBounds(store, log)
	w.pace = &pacer{moment: changeMoment, interval: changePace, emit: w.emitChange}
	w.notifier = w.newNotifier()
	w.silence = w.newSilence()
	w.beat = &heartbeat{ask: w.askPage, dead: w.offerAgain}
	var err error
	if w.history, err = newHistory(ctx, opts, log, w.changed); err != nil {
		return nil, err
	}
	w.api = api.New(w.history.Library, api.Options{
		Version:  version,
		Platform: runtimeos.GOOS,
		Home:     w.history.home,
		Resumable: func(target library.Target) (bool, string) {
			return launcher.Check(resumeRequest(target))
		},
		Logger: log,
	})
	w.app = &App{
		ctx:      ctx,
		log:      log,
		history:  w.history,
		launcher: launcher,
		settings: store,
		shell:    w.shell,
		notifier: w.notifier,
		reveal:   desktop.Reveal,
	}
	return w, nil
}

// openSettings reads the settings. Damaged ones are no reason not to open a
// window: what was wrong is logged and the defaults stand in.
func openSettings(log *slog.Logger) *settings.Store {
	dir, err := os.UserConfigDir()
	if err != nil {
		dir = os.TempDir()
	}
	store := settings.Open(settings.Path(dir))
	if problem := store.Problem(); problem != nil {
		log.Warn(problem.Error())
	}
	return store
}

// close lets go of the histories.
func (w *window) close() {
	w.pace.stop()
	w.silence.stop()
	w.beat.stop()
	w.history.close()
}

// startup runs when the window exists, while the page is loaded.
func (w *window) startup(ctx context.Context) {
	w.shell.start(ctx)
	desktop.WatchSystemScheme(w.ctx, func(now desktop.Scheme) {
		w.mu.Lock()
		w.system = now
		w.mu.Unlock()
		runtime.EventsEmit(ctx, "theme", string(now))
	})
	runtime.EventsOn(ctx, "window:resized", func(...any) { w.resized(ctx) })
	runtime.EventsOn(ctx, "window:alive", func(...any) { w.beat.alive() })
	runtime.EventsOn(ctx, "window:focus", func(has ...any) {
		w.silence.focus(len(has) == 1 && has[0] == true)
	})
	time.AfterFunc(showPatience, w.show)
	if t, ok := w.notifier.(*toasts); ok && w.settings.Get().Notify {
		go w.listen(t)
	}
}

// listen takes the clicks on notifications from the start: one that an earlier
// run showed may have started this one.
func (w *window) listen(t *toasts) {
	if err := t.Ready(); err != nil {
		w.log.Warn("there will be no notifications", "error", err)
	}
}

// domReady runs when the page has been parsed, at every load of it. Painted
// directly, a window has its own ground from its first frame: it is put on the
// screen now, while the page is still read. Composed, its first frames can be
// white, and it stays hidden until the page has painted. Not before: Wails hides
// it while it starts, beside the call of startup.
func (w *window) domReady(ctx context.Context) {
	w.placed.Do(func() {
		w.bounds.restore(ctx)
		if !w.composed {
			w.show()
		}
	})
	runtime.WindowExecJS(ctx, reportWindow)
	w.beat.start()
}

// askPage asks the page for a sign of life.
func (w *window) askPage() { runtime.EventsEmit(w.shell.wait(), "window:beat") }

// offerAgain says that the page has died, and starts Dendro again where that is
// wished: it comes back to where it was. A web view whose process is gone runs no
// script, also none that would load it anew.
func (w *window) offerAgain() bool {
	ctx := w.shell.wait()
	answer, err := runtime.MessageDialog(ctx, runtime.MessageDialogOptions{
		Type:          runtime.QuestionDialog,
		Title:         "Dendro",
		Message:       "The window does not answer any more. Start it again where it was?",
		Buttons:       []string{"Yes", "No"},
		DefaultButton: "Yes",
		CancelButton:  "No",
	})
	if err != nil {
		w.log.Warn("the window does not answer, and nobody could be asked", "error", err)
	}
	if answer != "Yes" {
		return false
	}
	w.again.Store(true)
	runtime.Quit(ctx)
	return true
}

// beforeClose keeps the window's place. It never prevents the closing.
func (w *window) beforeClose(ctx context.Context) (prevent bool) {
	w.bounds.save(ctx)
	return false
}

// show shows the window that starts hidden, if the page has not done so.
func (w *window) show() {
	if err := w.app.WindowReady(); err != nil {
		w.log.Warn("the window could not be shown", "error", err)
	}
}

// focus brings the window to the front: a second Dendro was started, or a
// notification clicked.
func (w *window) focus() {
	ctx := w.shell.wait()
	if runtimeos.GOOS != "windows" { // where it is a part of showing, and by itself ends a maximised window
		runtime.WindowUnminimise(ctx)
	}
	runtime.WindowShow(ctx)
}

// resized remembers the window's size when it has come to rest.
func (w *window) resized(ctx context.Context) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.settling == nil {
		w.settling = time.AfterFunc(resizePause, func() { w.bounds.save(ctx) })
	} else {
		w.settling.Reset(resizePause)
	}
}

// theme is what the page is to start with.
func (w *window) theme() theme {
	w.mu.Lock()
	defer w.mu.Unlock()
	return theme{chosen: desktop.ParseScheme(w.settings.Get().Theme), system: w.system}
}

// changed takes a change of the histories. A reading of everything finds what
// was written while nobody watched: that says nothing of work.
func (w *window) changed(change changeEvent) {
	w.pace.add(change)
	if !change.Scan {
		w.silence.grew(change.Sessions)
	}
}

// emitChange sends the page its hint. Before there is a page nothing is lost:
// it asks for everything when it loads.
func (w *window) emitChange(change changeEvent) {
	select {
	case <-w.shell.started:
		runtime.EventsEmit(w.shell.ctx, "change", change)
	default:
	}
}

// wailsShell is the Wails runtime behind a window. Its methods wait until the
// window exists: the page may call them before Wails has said so.
type wailsShell struct {
	started chan struct{}
	ctx     context.Context // Wails' own; set before started is closed
}

func (d *wailsShell) start(ctx context.Context) {
	d.ctx = ctx
	close(d.started)
}

func (d *wailsShell) wait() context.Context {
	<-d.started
	return d.ctx
}

func (d *wailsShell) ShowWindow()            { runtime.WindowShow(d.wait()) }
func (d *wailsShell) OpenBrowser(url string) { runtime.BrowserOpenURL(d.wait(), url) }

func (d *wailsShell) SetClipboard(text string) error {
	return runtime.ClipboardSetText(d.wait(), text)
}

func (d *wailsShell) ChooseDirectory(title string) (string, error) {
	return runtime.OpenDirectoryDialog(d.wait(), runtime.OpenDialogOptions{Title: title, ShowHiddenFiles: true})
}

func (d *wailsShell) ChooseSaveFile(title, name string) (string, error) {
	return runtime.SaveFileDialog(d.wait(), runtime.SaveDialogOptions{
		Title: title, DefaultFilename: name, CanCreateDirectories: true,
	})
}
