package desktop

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"time"

	"github.com/godbus/dbus/v5"
)

// errNoBus means that there is no session bus to ask.
var errNoBus = errors.New("no session bus")

// sessionBus connects to the session bus until ctx ends or the caller closes it.
func sessionBus(ctx context.Context) (*dbus.Conn, error) {
	if !hasSessionBus() {
		return nil, errNoBus
	}
	return dbus.ConnectSessionBus(dbus.WithContext(ctx))
}

// onSessionBus has ask asked on a connection of its own, which ends when patience does.
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

// hasSessionBus tells whether a bus is there: only Linux asks one. Without this check the
// D-Bus client would start a new one, which stays behind when Dendro ends.
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
