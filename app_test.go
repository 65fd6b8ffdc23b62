package main

import (
	"errors"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	"dendro/backend/settings"
	"dendro/backend/window"
)

// noNotifier is a desktop without notifications.
type noNotifier struct{ window.Notifier }

func (noNotifier) Ready() error { return errors.New("not allowed") }

// TestAppReturnsErrors: every method returns an error, also if it panics, as all that need
// a window do here.
func TestAppReturnsErrors(t *testing.T) {
	app := &App{&window.Window{
		Log: slog.New(slog.DiscardHandler), Settings: settings.Open(filepath.Join(t.TempDir(), "settings.json")), Notifier: noNotifier{},
	}}
	for method, err := range map[string]error{"CopyText": app.CopyText("x"), "OpenURL": app.OpenURL("https://a.b"), "WindowReady": app.WindowReady()} {
		if err == nil || !strings.HasPrefix(err.Error(), "Internal error in "+method) {
			t.Errorf("%s: %v", method, err)
		}
	}
	if err := app.ReadyToNotify(); err == nil || err.Error() != "not allowed" {
		t.Error(err)
	}
	if err := app.OpenURL("file:///etc/passwd"); err == nil {
		t.Error("opened a file")
	}
}
