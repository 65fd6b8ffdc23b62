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
	"dendro/backend/library"
	"dendro/backend/library/figures"
	"dendro/backend/message"
	"dendro/backend/resume"
	"dendro/backend/scan"
	"dendro/backend/session"
	"dendro/backend/settings"
	"dendro/backend/support"
)

const (
	// showPatience is the maximum time that the window stays hidden for a page that does
	// not report its first paint.
	showPatience = 2 * time.Second
	// leavePatience is the maximum time that the page has at the end to save unsaved data.
	leavePatience = 500 * time.Millisecond
	// resizePause is the time after which a new size is stored.
	resizePause = 500 * time.Millisecond
)

// reportWindow makes the page report every change of the window's size, since a killed
// process saves nothing at its end, and its focus: Wails has no events for either. It also
// responds to heartbeats.
const reportWindow = `window.addEventListener('resize', () => window.runtime.EventsEmit('window:resized'));
for (const kind of ['focus', 'blur']) window.addEventListener(kind, () => window.runtime.EventsEmit('window:focus', kind === 'focus'));
window.runtime.EventsOn('window:beat', () => window.runtime.EventsEmit('window:alive'));
window.runtime.EventsEmit('window:focus', document.hasFocus())`

// Window is a window with its dependencies and state.
type Window struct {
	Log      *slog.Logger
	Shell    *Shell
	History  *History
	Settings *settings.Store
	Notifier Notifier // clicks on its notifications open the session

	ctx      context.Context
	api      http.Handler
	bounds   bounds
	pace     *pacer
	idle     *idleNotifier
	beat     *heartbeat
	again    atomic.Bool // start the program again when it has ended
	placed   sync.Once
	composed bool // the page is composited on a GPU

	mu        sync.Mutex
	served    bool           // the page has its first answers
	link      string         // a link to open that the page does not know yet
	system    desktop.Scheme // the desktop's preference
	preferred []string       // the system's languages, best first
}

// newWindow opens the histories and creates everything that the window needs. Histories are
// read in the background: the window fills as they arrive.
func newWindow(ctx context.Context, o Options, log *slog.Logger) (*Window, error) {
	o.disk = &disk.Prober{}
	store := openSettings(log, &o)
	o.settings = store
	w := &Window{
		Log:       log,
		Settings:  store,
		ctx:       ctx,
		bounds:    bounds{store, log},
		system:    desktop.SystemScheme(ctx),
		preferred: desktop.SystemLanguages(),
		composed:  desktop.HasGPU(),
	}
	w.Shell = newShell(w.Language)
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
		Resumable: func(target session.ResumeTarget) (bool, message.Message) {
			return o.Launcher.Check(resume.Request{Session: target.Session, Dir: target.Dir, Root: target.Root})
		},
		Client: func(ctx context.Context) string {
			return string(o.Launcher.Version(ctx, store.Get().Client, ""))
		},
		Report: func(ctx context.Context) string {
			own := store.Get()
			return support.Collect(ctx, support.Source{
				Library: w.History.Library, CacheDir: o.CacheDir,
				Terminals: o.Launcher.Terminals(own.CustomTerminal), Client: string(o.Launcher.Version(ctx, own.Client, "")),
			}).String()
		},
		Prices: func() *figures.Prices {
			prices, err := library.PricesIn(settings.OwnDir(o.disk))
			if err != nil {
				log.Warn("prices", "error", err)
			}
			return prices
		},
		Roots:    w.History.RootStates,
		Logger:   log,
		Language: w.Language,
	})
	return w, nil
}

// openSettings reads the settings. Damaged ones do not prevent the window: defaults are
// used, and the problem is logged and shown with the health of the histories.
func openSettings(log *slog.Logger, o *Options) *settings.Store {
	store := settings.OpenOwn(o.disk)
	if problem := store.Problem(); problem != nil {
		log.Warn(problem.Error())
		o.notUsed = append(o.notUsed, scan.Problem{Path: store.Path(), Err: problem})
	}
	return store
}

// startup runs when the window exists, while the page is loading.
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

// listen handles clicks on notifications from the start: a click on an earlier run's
// notification may have started this one.
func (w *Window) listen(t *toasts) {
	if err := t.Ready(); err != nil {
		w.Log.Warn("there will be no notifications", "error", err)
	}
}

// domReady runs when the page has been parsed, at every load. Without compositing a window
// shows its own background from the first frame: it is shown now, while the page is still
// loading. With compositing the first frames may be white, and it stays hidden until the
// page has painted. It cannot be shown earlier: Wails hides it during the start,
// concurrently with startup.
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

// offerAgain reports that the page has died and, on confirmation, restarts Dendro, which
// restores its state. A web view without its process runs no script, so the page cannot
// reload itself.
func (w *Window) offerAgain() bool {
	yes, err := w.Shell.ask(message.New("ask_restart").In(w.Language()), true)
	if err != nil {
		w.Log.Warn("the window is not responding, and the question could not be shown", "error", err)
	}
	if !yes {
		return false
	}
	w.again.Store(true)
	runtime.Quit(w.Shell.wait())
	return true
}

// beforeClose saves the window's placement and the page's unsaved data. It never prevents
// the closing.
func (w *Window) beforeClose(ctx context.Context) (prevent bool) {
	w.bounds.save(ctx)
	w.waitForPage(ctx)
	return false
}

// waitForPage lets the page save its position and recent changes: it batches them, and its
// last requests would be lost when it ends.
func (w *Window) waitForPage(ctx context.Context) {
	left, leave := context.WithTimeout(ctx, leavePatience)
	defer leave()
	defer runtime.EventsOn(ctx, "window:left", func(...any) { leave() })()
	runtime.EventsEmit(ctx, "window:leave")
	<-left.Done()
}

// focus brings the window to the front: a second Dendro was started, or a notification
// clicked.
func (w *Window) focus() {
	ctx := w.Shell.wait()
	if runtimeos.GOOS != "windows" { // on Windows ShowWindow includes it, and by itself it would end a maximised window
		runtime.WindowUnminimise(ctx)
	}
	runtime.WindowShow(ctx)
}

// openLink opens a link: the page is notified, or starts with it.
func (w *Window) openLink(link string) {
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

// takeStartLink returns the link that the page starts with, once, or "" to restore its last
// location.
func (w *Window) takeStartLink() (link string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	link, w.link, w.served = w.link, "", true
	return link
}

// Language returns the language of the window: the chosen one, or the system's.
func (w *Window) Language() string {
	return message.Choose(w.Settings.Get().Language, w.preferred)
}

// theme returns the page's initial theme.
func (w *Window) theme() theme {
	w.mu.Lock()
	defer w.mu.Unlock()
	return theme{chosen: desktop.ParseScheme(w.Settings.Get().Theme), system: w.system}
}

// changed handles a change of the histories. Changes found by a full read happened while
// nobody watched, so they do not count as activity.
func (w *Window) changed(change catalog.Change) {
	w.pace.add(change)
	if !change.Scan {
		w.idle.grew(change.Sessions)
	}
}

// emitChange notifies the page of a change. Before there is a page nothing is lost: it
// requests everything when it loads.
func (w *Window) emitChange(change catalog.Change) {
	select {
	case <-w.Shell.started:
		runtime.EventsEmit(w.Shell.ctx, "change", change)
	default:
	}
}
