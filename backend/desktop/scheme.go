package desktop

import (
	"context"
	"time"

	"github.com/godbus/dbus/v5"
)

// Scheme is a colour scheme by its name in the page.
type Scheme string

// The schemes. Unknown is the zero value.
const (
	Unknown Scheme = ""
	Light   Scheme = "light"
	Dark    Scheme = "dark"
)

// ParseScheme parses a theme setting: light or dark; everything else, including "system",
// is Unknown.
func ParseScheme(setting string) Scheme {
	if s := Scheme(setting); s == Light || s == Dark {
		return s
	}
	return Unknown
}

const (
	portalBus       = "org.freedesktop.portal.Desktop"
	portalPath      = "/org/freedesktop/portal/desktop"
	portalSettings  = "org.freedesktop.portal.Settings"
	portalNamespace = "org.freedesktop.appearance"
	portalKey       = "color-scheme"
	portalPatience  = 300 * time.Millisecond
)

// SystemScheme asks the desktop portal of Linux for the preferred colour scheme.
// WebKitGTK's prefers-color-scheme follows only the GTK theme, which most desktops no
// longer change for dark mode. Without a portal, a timely answer or a preference the result
// is Unknown, and so it is on other systems, whose web views support prefers-color-scheme.
func SystemScheme(ctx context.Context) Scheme { return askScheme(ctx, portalPatience) }

func askScheme(ctx context.Context, patience time.Duration) Scheme {
	var preferred uint32
	err := onSessionBus(ctx, patience, func(ctx context.Context, conn *dbus.Conn) error {
		// Read is deprecated in favour of ReadOne but supported by old portals too.
		return conn.Object(portalBus, portalPath).
			CallWithContext(ctx, portalSettings+".Read", 0, portalNamespace, portalKey).Store(&preferred)
	})
	if err != nil {
		return Unknown
	}
	return portalScheme(preferred)
}

// WatchSystemScheme calls changed for every change of the desktop's preference until ctx
// ends. It does not block.
func WatchSystemScheme(ctx context.Context, changed func(Scheme)) {
	conn, err := sessionBus(ctx)
	if err != nil {
		return
	}
	err = conn.AddMatchSignalContext(ctx,
		dbus.WithMatchInterface(portalSettings),
		dbus.WithMatchMember("SettingChanged"),
		dbus.WithMatchArg(0, portalNamespace),
		dbus.WithMatchArg(1, portalKey))
	if err != nil {
		_ = conn.Close()
		return
	}
	signals := make(chan *dbus.Signal, 4)
	conn.Signal(signals)
	go func() {
		for signal := range signals { // until the connection ends with ctx
			var namespace, key string
			var preferred uint32
			if dbus.Store(signal.Body, &namespace, &key, &preferred) == nil {
				changed(portalScheme(preferred))
			}
		}
	}()
}

// portalScheme converts the portal's number: 1 prefers dark, 2 prefers light.
func portalScheme(preferred uint32) Scheme {
	switch preferred {
	case 1:
		return Dark
	case 2:
		return Light
	}
	return Unknown
}
