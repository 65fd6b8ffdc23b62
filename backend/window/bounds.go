package window

import (
	"context"
	"log/slog"
	"os"

	"github.com/wailsapp/wails/v2/pkg/runtime"

	"dendro/backend/settings"
)

// bounds stores the placement of the window.
type bounds struct {
	store *settings.Store
	log   *slog.Logger
}

// last returns the initial size: the last one, or a sensible default.
func (b bounds) last() settings.Window {
	w := b.store.Get().Window
	if w.Width == 0 {
		w.Width, w.Height = 1280, 820
	}
	return w
}

// clamped fits a placement to a screen: never larger, never outside.
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

// restore restores the placement. The size was already set as an option; only a size that
// no longer fits is corrected. The position is left to the system on Wayland, where
// programs do not know it, and with several screens, where Wails reads and sets it relative
// to different corners.
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

// save stores the window's current placement. For a maximised window it stores the size to
// return to; a minimised one is ignored.
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
		b.log.Warn("the window's placement was not saved", "error", err)
	}
}

// onWayland reports whether GTK uses a Wayland compositor.
func onWayland() bool {
	return os.Getenv("WAYLAND_DISPLAY") != "" && os.Getenv("GDK_BACKEND") != "x11"
}
