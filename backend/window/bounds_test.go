package window

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/wailsapp/wails/v2/pkg/runtime"

	"dendro/backend/settings"
)

func TestLast(t *testing.T) {
	for kept, want := range map[string]settings.Window{
		`{}`:                                     {Width: 1280, Height: 820},
		`{"width":900,"height":600,"x":5,"y":6}`: {Width: 900, Height: 600, X: 5, Y: 6},
		`{"width":10,"height":10}`:               {Width: settings.MinWidth, Height: settings.MinHeight},
		`{"width":-4,"height":600}`:              {Width: 1280, Height: 820},
	} {
		path := filepath.Join(t.TempDir(), "settings.json")
		if err := os.WriteFile(path, []byte(`{"window":`+kept+`}`), 0o600); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, bounds{store: settings.Open(path)}.last()); diff != "" {
			t.Errorf("%s: %s", kept, diff)
		}
	}
}

func TestClamped(t *testing.T) {
	screen := runtime.Screen{}
	screen.Size.Width, screen.Size.Height = 1920, 1080
	small := runtime.Screen{}
	small.Size.Width, small.Size.Height = 640, 400
	tests := []struct {
		name       string
		screen     runtime.Screen
		in, wanted settings.Window
	}{
		{"fits", screen, settings.Window{Width: 1280, Height: 820, X: 100, Y: 50}, settings.Window{Width: 1280, Height: 820, X: 100, Y: 50}},
		{"beyond the right", screen, settings.Window{Width: 1280, Height: 820, X: 2500, Y: 900}, settings.Window{Width: 1280, Height: 820, X: 640, Y: 260}},
		{"beyond the left", screen, settings.Window{Width: 1280, Height: 820, X: -300, Y: -20}, settings.Window{Width: 1280, Height: 820}},
		{"larger than the screen", screen, settings.Window{Width: 3000, Height: 2000}, settings.Window{Width: 1920, Height: 1080}},
		{"a screen below the least size", small, settings.Window{Width: 900, Height: 700, X: 9, Y: 9}, settings.Window{Width: settings.MinWidth, Height: settings.MinHeight}},
		{"an unknown screen", runtime.Screen{}, settings.Window{Width: 900, Height: 700, X: 9, Y: 9}, settings.Window{Width: 900, Height: 700, X: 9, Y: 9}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.wanted, clamped(tt.in, tt.screen)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
