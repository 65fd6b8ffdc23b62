package window

import (
	"context"
	"log/slog"
	"os"

	"github.com/wailsapp/wails/v2/pkg/runtime"

	"dendro/backend/settings"
)

// bounds remembers where the window was.
type bounds struct {
	store *settings.Store
	log   *slog.Logger
}

// last is what the window opens with: the last size, or a sensible first one.
func (b bounds) last() settings.Window {
	w := b.store.Get().Window
	if w.Width == 0 {
		w.Width, w.Height = 1280, 820
	}
	return w
}

// clamped fits a state to a screen: never larger, never outside.
func clamped(w settings.Window, screen runtime.Screen) settings.Window {
	if screen.Size.Width > 0 {
		w.Width = max(settings.MinWidth, min(w.Width, screen.Size.Width))
		w.X = max(0, min(w.X, screen.Size.Width-w.Width))
	}
	if screen.Size.Height > 0 {
		w.Height = max(settings.MinHeight, min(w.Height, screen.Size.Height))
		w.Y = max(0, min(w.Y, screen.Size.Height-w.Height))
	}
	return w
}

// restore puts the window where it was. Its size was an option already; only a
// size that no longer fits is corrected. The position is left to the system on
// Wayland, where no program knows it, and with several screens, where Wails
// reads and sets it from different corners.
func (b bounds) restore(ctx context.Context) {
	state := b.last()
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

// save keeps the window's present state. A maximised window
// keeps the size that it returns to; a minimised one says nothing.
func (b bounds) save(ctx context.Context) {
	if runtime.WindowIsMinimised(ctx) || runtime.WindowIsFullscreen(ctx) {
		return
	}
	now := b.last()
	now.Maximised = runtime.WindowIsMaximised(ctx)
	if !now.Maximised {
		now.Width, now.Height = runtime.WindowGetSize(ctx)
		if !onWayland() {
			now.X, now.Y = runtime.WindowGetPosition(ctx)
		}
	}
	if _, err := b.store.Update(func(s *settings.Settings) { s.Window = now }); err != nil {
		b.log.Warn("the window's place was not saved", "error", err)
	}
}

// onWayland tells whether GTK talks to a Wayland compositor.
func onWayland() bool {
	return os.Getenv("WAYLAND_DISPLAY") != "" && os.Getenv("GDK_BACKEND") != "x11"
}
