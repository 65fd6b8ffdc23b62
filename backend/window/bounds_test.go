package window

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/wailsapp/wails/v2/pkg/runtime"

	"dendro/backend/settings"
)

func TestUsable(t *testing.T) {
	tests := []struct {
		name       string
		in, wanted settings.Window
	}{
		{"first start", settings.Window{}, settings.Window{Width: defaultWidth, Height: defaultHeight}},
		{"kept", settings.Window{Width: 900, Height: 600, X: 5, Y: 6}, settings.Window{Width: 900, Height: 600, X: 5, Y: 6}},
		{"too small", settings.Window{Width: 10, Height: 10}, settings.Window{Width: minWidth, Height: minHeight}},
		{"nonsense", settings.Window{Width: -4, Height: 600}, settings.Window{Width: defaultWidth, Height: defaultHeight}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.wanted, usable(tt.in)); diff != "" {
				t.Error(diff)
			}
		})
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
		{"a screen below the least size", small, settings.Window{Width: 900, Height: 700, X: 9, Y: 9}, settings.Window{Width: minWidth, Height: minHeight}},
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
