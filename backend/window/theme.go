package window

import (
	"cmp"

	"github.com/wailsapp/wails/v2/pkg/options"

	"dendro/backend/desktop"
)

// theme is the information that the page needs before its first paint: the user's choice,
// and the desktop's preference if the web view cannot determine it.
type theme struct {
	chosen desktop.Scheme // unknown: follow the system
	system desktop.Scheme // unknown: the page asks prefers-color-scheme
}

// attributes renders the theme for the <html> tag, with a leading space.
func (t theme) attributes() string {
	out := ""
	if t.system != desktop.Unknown {
		out += ` data-system-theme="` + string(t.system) + `"`
	}
	if shown := t.initial(); shown != desktop.Unknown {
		out += ` data-theme="` + string(shown) + `"`
	}
	return out
}

// initial returns the scheme of the page, unknown if the page has to ask.
func (t theme) initial() desktop.Scheme { return cmp.Or(t.chosen, t.system) }

// background is the colour of the window until the page has painted: --bg of the two themes
// in frontend/src/styles/tokens.css.
func (t theme) background() *options.RGBA {
	if t.initial() == desktop.Dark {
		return options.NewRGB(0x12, 0x16, 0x13)
	}
	return options.NewRGB(0xf6, 0xf7, 0xf4)
}
