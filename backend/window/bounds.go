package window

import (
	"context"
	"log/slog"
	"os"
	"sync"

	"github.com/wailsapp/wails/v2/pkg/runtime"

	"dendro/backend/settings"
)

const (
	defaultWidth  = 1280
	defaultHeight = 820
	minWidth      = 720
	minHeight     = 480
)

// bounds remembers where the window was.
type bounds struct {
	store *settings.Store
	log   *slog.Logger

	mu   sync.Mutex
	last settings.Window
}

func newBounds(store *settings.Store, log *slog.Logger) *bounds {
	return &bounds{store: store, log: log, last: usable(store.Get().Window)}
}

// start is what the window opens with: the last size, or a sensible first one.
func (b *bounds) start() settings.Window {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.last
}

// usable returns a state that a window can open with, whatever a file says.
func usable(w settings.Window) settings.Window {
	if w.Width <= 0 || w.Height <= 0 {
		w.Width, w.Height = defaultWidth, defaultHeight
	}
	w.Width = max(w.Width, minWidth)
	w.Height = max(w.Height, minHeight)
	return w
}

// clamped fits a state to a screen: never larger, never outside.
func clamped(w settings.Window, screen runtime.Screen) settings.Window {
	if screen.Size.Width > 0 {
		w.Width = max(minWidth, min(w.Width, screen.Size.Width))
		w.X = max(0, min(w.X, screen.Size.Width-w.Width))
	}
	if screen.Size.Height > 0 {
		w.Height = max(minHeight, min(w.Height, screen.Size.Height))
		w.Y = max(0, min(w.Y, screen.Size.Height-w.Height))
	}
	return w
}

// restore puts the window where it was. Its size was an option already; only a
// size that no longer fits is corrected. The position is left to the system on
// Wayland, where no program knows it, and with several screens, where Wails
// reads and sets it from different corners.
func (b *bounds) restore(ctx context.Context) {
	state := b.start()
	screens, err := runtime.ScreenGetAll(ctx)
	if err != nil || len(screens) != 1 || state.Maximised {
		return
	}
	fit := clamped(state, screens[0])
	if fit.Width != state.Width || fit.Height != state.Height {
		runtime.WindowSetSize(ctx, fit.Width, fit.Height)
	}
	if placed := b.store.Get().Window.Width > 0; placed && !onWayland() {
		runtime.WindowSetPosition(ctx, fit.X, fit.Y)
	}
}

// save keeps the window's present state if it has changed. A maximised window
// keeps the size that it returns to; a minimised one says nothing.
func (b *bounds) save(ctx context.Context) {
	if runtime.WindowIsMinimised(ctx) || runtime.WindowIsFullscreen(ctx) {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.last
	now.Maximised = runtime.WindowIsMaximised(ctx)
	if !now.Maximised {
		now.Width, now.Height = runtime.WindowGetSize(ctx)
		if !onWayland() {
			now.X, now.Y = runtime.WindowGetPosition(ctx)
		}
	}
	if now == b.last {
		return
	}
	if _, err := b.store.Update(func(s *settings.Settings) { s.Window = now }); err != nil {
		b.log.Warn("the window's place was not saved", "error", err)
		return
	}
	b.last = now
}

// onWayland tells whether GTK talks to a Wayland compositor.
func onWayland() bool {
	return os.Getenv("WAYLAND_DISPLAY") != "" && os.Getenv("GDK_BACKEND") != "x11"
}
