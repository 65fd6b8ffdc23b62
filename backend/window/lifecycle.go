package window

import (
	"context"
	"log/slog"
	"net/http"
	runtimeos "runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/wailsapp/wails/v2/pkg/runtime"

	"dendro/backend/api"
	"dendro/backend/catalog"
	"dendro/backend/desktop"
	"dendro/backend/internal/disk"
	"dendro/backend/internal/message"
	"dendro/backend/library"
	"dendro/backend/resume"
	"dendro/backend/scan"
	"dendro/backend/settings"
)

const (
	// showPatience is how long the window stays hidden for a page that never
	// says that it has painted.
	showPatience = 2 * time.Second
	// leavePatience is how long the page may take at the end to say what it has
	// not kept yet.
	leavePatience = 500 * time.Millisecond
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

// Window is a window with all that stands behind it.
type Window struct {
	Log      *slog.Logger
	Shell    *Shell
	History  *History
	Settings *settings.Store
	Notifier Notifier // a click on a notification opens its session

	ctx      context.Context
	api      http.Handler
	bounds   bounds
	pace     *pacer
	idle     *idleNotifier
	beat     *heartbeat
	again    atomic.Bool // it is to be started again when it has ended
	placed   sync.Once
	composed bool // the page is composed on a graphics processor

	mu        sync.Mutex
	served    bool           // the page has its first answers
	link      string         // a place to open that it was not told yet
	system    desktop.Scheme // what the desktop prefers
	preferred []string       // languages of the system, best first
}

// newWindow opens the histories and makes everything that the window needs.
// They are read in the background: the window fills as they arrive.
func newWindow(ctx context.Context, o Options, log *slog.Logger) (*Window, error) {
	o.disk = &disk.Prober{}
	store := openSettings(log, &o)
	w := &Window{
		Log:       log,
		Shell:     newShell(),
		Settings:  store,
		ctx:       ctx,
		bounds:    bounds{store, log},
		system:    desktop.SystemScheme(ctx),
		preferred: desktop.SystemLanguages(),
		composed:  desktop.HasGPU(),
	}
	w.pace = &pacer{ctx: ctx, emit: w.emitChange}
	w.Notifier = w.newNotifier()
	w.idle = w.newIdleNotifier()
	w.beat = &heartbeat{ask: func() { runtime.EventsEmit(w.Shell.wait(), "window:beat") }, dead: w.offerAgain}
	var err error
	if w.History, err = newHistory(ctx, o, log, w.changed); err != nil {
		return nil, err
	}
	w.api = api.New(w.History.Library, api.Options{
		Program:  o.Program,
		Notice:   o.Notice,
		Platform: runtimeos.GOOS,
		Home:     w.History.home,
		Resumable: func(target library.ResumeTarget) (bool, string) {
			return o.Launcher.Check(resume.Request{Session: target.Session, Dir: target.Dir, Root: target.Root})
		},
		Client: func(ctx context.Context) string {
			return string(o.Launcher.Version(ctx, store.Get().Client, ""))
		},
		Logger: log,
	})
	return w, nil
}

// openSettings reads the settings. Damaged ones are no reason not to open a
// window: the defaults stand in, and what was wrong is logged and shown with the
// health of the histories.
func openSettings(log *slog.Logger, o *Options) *settings.Store {
	store := settings.OpenOwn(o.disk)
	if problem := store.Problem(); problem != nil {
		log.Warn(problem.Error())
		o.notUsed = append(o.notUsed, scan.Problem{Path: store.Path(), Err: problem})
	}
	return store
}

// startup runs when the window exists, while the page is loaded.
func (w *Window) startup(ctx context.Context) {
	w.Shell.start(ctx)
	desktop.WatchSystemScheme(w.ctx, func(now desktop.Scheme) {
		w.mu.Lock()
		w.system = now
		w.mu.Unlock()
		runtime.EventsEmit(ctx, "theme", string(now))
	})
	settling := time.AfterFunc(resizePause, func() { w.bounds.save(ctx) })
	settling.Stop()
	runtime.EventsOn(ctx, "window:resized", func(...any) { settling.Reset(resizePause) })
	runtime.EventsOn(ctx, "window:alive", func(...any) { w.beat.alive() })
	runtime.EventsOn(ctx, "window:focus", func(has ...any) {
		w.idle.focus(len(has) == 1 && has[0] == true)
	})
	time.AfterFunc(showPatience, w.Shell.ShowWindow)
	if t, ok := w.Notifier.(*toasts); ok && w.Settings.Get().Notify {
		go w.listen(t)
	}
}

// listen takes the clicks on notifications from the start: one that an earlier
// run showed may have started this one.
func (w *Window) listen(t *toasts) {
	if err := t.Ready(); err != nil {
		w.Log.Warn("there will be no notifications", "error", err)
	}
}

// domReady runs when the page has been parsed, at every load of it. Painted
// directly, a window has its own ground from its first frame: it is put on the
// screen now, while the page is still read. Composed, its first frames can be
// white, and it stays hidden until the page has painted. Not before: Wails hides
// it while it starts, beside the call of startup.
func (w *Window) domReady(ctx context.Context) {
	w.placed.Do(func() {
		w.bounds.restore(ctx)
		if !w.composed {
			w.Shell.ShowWindow()
		}
	})
	runtime.WindowExecJS(ctx, reportWindow)
	w.beat.start(w.ctx)
}

// offerAgain says that the page has died, and starts Dendro again where that is
// wished: it comes back to where it was. A web view whose process is gone runs no
// script, also none that would load it anew.
func (w *Window) offerAgain() bool {
	yes, err := w.Shell.ask("The window does not answer any more. Start it again where it was?", "Yes")
	if err != nil {
		w.Log.Warn("the window does not answer, and nobody could be asked", "error", err)
	}
	if !yes {
		return false
	}
	w.again.Store(true)
	runtime.Quit(w.Shell.wait())
	return true
}

// beforeClose keeps the window's place, and what the page has not kept yet. It
// never prevents the closing.
func (w *Window) beforeClose(ctx context.Context) (prevent bool) {
	w.bounds.save(ctx)
	w.waitForPage(ctx)
	return false
}

// waitForPage lets the page save where the reader is and what was changed a
// moment ago: it writes changes together, and its last requests would be lost
// with it.
func (w *Window) waitForPage(ctx context.Context) {
	left, leave := context.WithTimeout(ctx, leavePatience)
	defer leave()
	defer runtime.EventsOn(ctx, "window:left", func(...any) { leave() })()
	runtime.EventsEmit(ctx, "window:leave")
	<-left.Done()
}

// focus brings the window to the front: a second Dendro was started, or a
// notification clicked.
func (w *Window) focus() {
	ctx := w.Shell.wait()
	if runtimeos.GOOS != "windows" { // where it is a part of showing, and by itself ends a maximised window
		runtime.WindowUnminimise(ctx)
	}
	runtime.WindowShow(ctx)
}

// follow opens the place that a link names: the page is told of it, or begins with it.
func (w *Window) follow(link string) {
	if link == "" {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.served {
		w.link = link
		return
	}
	go func() { runtime.EventsEmit(w.Shell.wait(), "link", link) }()
}

// begins returns the place that the page begins with, once; "" for where it was left.
func (w *Window) takeStartLink() (link string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	link, w.link, w.served = w.link, "", true
	return link
}

// language is the language of the window: the chosen one, or the system's.
func (w *Window) language() string {
	return message.Choose(w.Settings.Get().Language, w.preferred)
}

// theme is what the page is to start with.
func (w *Window) theme() theme {
	w.mu.Lock()
	defer w.mu.Unlock()
	return theme{chosen: desktop.ParseScheme(w.Settings.Get().Theme), system: w.system}
}

// changed takes a change of the histories. A reading of everything finds what
// was written while nobody watched: that says nothing of work.
func (w *Window) changed(change catalog.Change) {
	w.pace.add(change)
	if !change.Scan {
		w.idle.grew(change.Sessions)
	}
}

// emitChange sends the page its hint. Before there is a page nothing is lost:
// it asks for everything when it loads.
func (w *Window) emitChange(change catalog.Change) {
	select {
	case <-w.Shell.started:
		runtime.EventsEmit(w.Shell.ctx, "change", change)
	default:
	}
}
