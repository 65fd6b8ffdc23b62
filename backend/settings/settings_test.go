package settings

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestNormalise(t *testing.T) {
	long := strings.Repeat("x", maxText+1)
	tests := []struct {
		name   string
		change func(*Settings)
		want   func(*Settings) // changes to the defaults; nil for the defaults
	}{
		{"defaults", func(*Settings) {}, nil},
		{"zero value", func(s *Settings) { *s = Settings{} }, func(s *Settings) {
			s.Panes, s.TextSize, s.Wrap, s.LetterKeys, s.Outline = Panes{}, minTextSize, false, false, false
		}},
		{
			"choices", func(s *Settings) { s.Theme, s.Density, s.TreeDensity = "dark", "compact", "compact" },
			func(s *Settings) { s.Theme, s.Density, s.TreeDensity = "dark", "compact", "compact" },
		},
		{"unknown choices", func(s *Settings) { s.Theme, s.Density, s.TreeDensity = "sepia", "", "COMPACT" }, nil},
		{"panes", func(s *Settings) { s.Panes = Panes{-5, 1 << 30, 300} }, func(s *Settings) { s.Panes = Panes{0, maxPane, 300} }},
		{
			"window", func(s *Settings) { s.Window = Window{1200, 800, -1920, 20, true} },
			func(s *Settings) { s.Window = Window{1200, 800, -1920, 20, true} },
		},
		{
			"window out of range", func(s *Settings) { s.Window = Window{1, 1 << 40, -1 << 40, 1 << 40, false} },
			func(s *Settings) { s.Window = Window{MinWidth, maxExtent, -maxOffset, maxOffset, false} },
		},
		{
			"window without a size", func(s *Settings) { s.Window = Window{0, 800, 10, 10, true} },
			func(s *Settings) { s.Window = Window{Maximised: true} },
		},
		{"terminal", func(s *Settings) { s.Terminal = " konsole " }, func(s *Settings) { s.Terminal = "konsole" }},
		{"terminal unprintable", func(s *Settings) { s.Terminal = "kon\x1bsole" }, nil},
		{
			"custom terminal", func(s *Settings) { s.CustomTerminal = []string{"t", "", "{argv...}"} },
			func(s *Settings) { s.CustomTerminal = []string{"t", "", "{argv...}"} },
		},
		{"custom terminal, one argument too long", func(s *Settings) { s.CustomTerminal = []string{"t", long} }, nil},
		{"custom terminal, zero byte", func(s *Settings) { s.CustomTerminal = []string{"t", "\x00"} }, nil},
		{"custom terminal, too many", func(s *Settings) { s.CustomTerminal = make([]string, maxArguments+1) }, nil},
		{"last", func(s *Settings) { s.LastChat, s.LastPlace, s.Timeline = "a", long, long }, func(s *Settings) { s.LastChat = "a" }},
		{
			"saved searches", func(s *Settings) { s.SavedSearches = []string{"b", "", "a", "b", "\n", "日本"} },
			func(s *Settings) { s.SavedSearches = []string{"b", "a", "日本"} },
		},
		{
			"roots", func(s *Settings) {
				s.Roots = []Root{{Path: "/a", Color: "pink", Added: true}, {Path: "/a", Name: "twice", Added: true}, {Path: "/b"}, {Path: "c", Added: true}, {Path: "/d", Name: " D "}}
			},
			func(s *Settings) { s.Roots = []Root{{Path: "/a", Added: true}, {Path: "/d", Name: "D"}} },
		},
		{"invalid UTF-8", func(s *Settings) { s.LastChat, s.SavedSearches = "\xff", []string{"\xff"} }, nil},
		{
			"switches", func(s *Settings) { s.ShowThinking, s.Wrap, s.Outline = true, false, false },
			func(s *Settings) { s.ShowThinking, s.Wrap, s.Outline = true, false, false },
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in, want := Defaults(), Defaults()
			tt.change(&in)
			if tt.want != nil {
				tt.want(&want)
			}
			got := in.Normalise()
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(got, got.Normalise()); diff != "" {
				t.Errorf("not stable:\n%s", diff)
			}
		})
	}
}

func TestTooManySavedSearches(t *testing.T) {
	s := Defaults()
	for i := range maxSaved + 3 {
		s.SavedSearches = append(s.SavedSearches, fmt.Sprint(i))
	}
	got := s.Normalise().SavedSearches
	if len(got) != maxSaved || got[0] != "3" || got[len(got)-1] != fmt.Sprint(maxSaved+2) {
		t.Errorf("%d kept, from %s to %s", len(got), got[0], got[len(got)-1])
	}
}

func TestNormaliseSharesNothing(t *testing.T) {
	a := Defaults()
	a.SavedSearches = []string{"x"}
	a.CustomTerminal = []string{"y"}
	b := a.Normalise()
	b.SavedSearches[0], b.CustomTerminal[0] = "changed", "changed"
	if a.SavedSearches[0] != "x" || a.CustomTerminal[0] != "y" {
		t.Error("the copy shares a list")
	}
}
