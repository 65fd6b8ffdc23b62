package desktop

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"time"

	"github.com/godbus/dbus/v5"

	"dendro/backend/message"
)

// errNoBus means that there is no session bus.
var errNoBus = message.New("notify_no_bus").Error(nil)

// sessionBus connects to the session bus until ctx ends or the caller closes it.
func sessionBus(ctx context.Context) (*dbus.Conn, error) {
	if !hasSessionBus() {
		return nil, errNoBus
	}
	return dbus.ConnectSessionBus(dbus.WithContext(ctx))
}

// onSessionBus calls ask with a connection that is closed after patience.
func onSessionBus(ctx context.Context, patience time.Duration, ask func(context.Context, *dbus.Conn) error) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	conn, err := sessionBus(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	return ask(ctx, conn)
}

// hasSessionBus reports whether a bus exists: only Linux has one. Without this check the
// D-Bus client would start a new bus, which would outlive Dendro.
func hasSessionBus() bool {
	if runtime.GOOS != "linux" {
		return false
	}
	if os.Getenv("DBUS_SESSION_BUS_ADDRESS") != "" {
		return true
	}
	runtimeDir := os.Getenv("XDG_RUNTIME_DIR")
	if runtimeDir == "" {
		runtimeDir = filepath.Join("/run/user", strconv.Itoa(os.Getuid()))
	}
	_, err := os.Stat(filepath.Join(runtimeDir, "bus"))
	return err == nil
}
