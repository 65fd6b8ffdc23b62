package window

import (
	"errors"
	"log/slog"
	"strings"
	"testing"
)

func TestGuardTurnsAPanicIntoAnError(t *testing.T) {
	log := slog.New(slog.DiscardHandler)
	tests := []struct {
		name string
		body func() (int, error)
		want int
		err  string
	}{
		{"answer", func() (int, error) { return 7, nil }, 7, ""},
		{"error", func() (int, error) { return 0, errors.New("gone") }, 0, "gone"},
		{"panic", func() (int, error) { panic("broken") }, 0, "Internal error in Method: broken"},
		{"nil dereference", func() (int, error) {
			var w *Window
			return len(w.Settings.Get().Theme), nil
		}, 0, "Internal error in Method: runtime error: invalid memory address"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := func() (_ int, err error) {
				defer Guard(log, "Method", func() string { return "en" }, &err)()
				return tt.body()
			}()
			if got != tt.want {
				t.Errorf("got %d, want %d", got, tt.want)
			}
			switch {
			case tt.err == "" && err != nil:
				t.Errorf("got the error %v, want none", err)
			case tt.err != "" && (err == nil || !strings.HasPrefix(err.Error(), tt.err)):
				t.Errorf("got the error %v, want %s", err, tt.err)
			}
		})
	}
}
