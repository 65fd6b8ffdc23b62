package desktop

import (
	"context"
	"time"

	"github.com/godbus/dbus/v5"
)

const (
	portalBus       = "org.freedesktop.portal.Desktop"
	portalPath      = "/org/freedesktop/portal/desktop"
	portalSettings  = "org.freedesktop.portal.Settings"
	portalNamespace = "org.freedesktop.appearance"
	portalKey       = "color-scheme"
	portalPatience  = 300 * time.Millisecond
)

// SystemScheme asks the desktop portal for the preferred colour scheme.
// WebKitGTK's prefers-color-scheme follows the GTK theme alone, which most
// desktops no longer change when they turn dark. No portal, no answer in time
// and no preference all mean unknown.
func SystemScheme(ctx context.Context) Scheme {
	ctx, cancel := context.WithTimeout(ctx, portalPatience)
	defer cancel()
	return askScheme(ctx)
}

func askScheme(ctx context.Context) Scheme {
	conn, err := sessionBus(ctx)
	if err != nil {
		return Unknown
	}
	defer func() { _ = conn.Close() }()
	// Read is deprecated in favour of ReadOne but answered by old portals too;
	// it wraps the value in one variant more.
	var answer dbus.Variant
	call := conn.Object(portalBus, portalPath).
		CallWithContext(ctx, portalSettings+".Read", 0, portalNamespace, portalKey)
	if err := call.Store(&answer); err != nil {
		return Unknown
	}
	return portalScheme(answer)
}

// WatchSystemScheme calls changed for every change of the desktop's preference
// until ctx ends. It returns at once.
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
		defer func() { _ = conn.Close() }()
		for {
			select {
			case <-ctx.Done():
				return
			case signal, ok := <-signals:
				if !ok {
					return
				}
				if len(signal.Body) == 3 {
					if value, isVariant := signal.Body[2].(dbus.Variant); isVariant {
						changed(portalScheme(value))
					}
				}
			}
		}
	}()
}

// portalScheme reads the portal's number: 1 prefers dark, 2 prefers light.
func portalScheme(value dbus.Variant) Scheme {
	for {
		inner, nested := value.Value().(dbus.Variant)
		if !nested {
			break
		}
		value = inner
	}
	switch value.Value() {
	case uint32(1):
		return Dark
	case uint32(2):
		return Light
	default:
		return Unknown
	}
}
