package desktop

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"time"

	"github.com/godbus/dbus/v5"
)

// FocusRunning hands args to the Dendro that holds the lock id, which brings its
// window to the front, and tells whether there was one. Wails would do the same
// but end this process with status 1, after it has read the histories for nothing.
func FocusRunning(ctx context.Context, id string, args []string) bool {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	conn, err := sessionBus(ctx)
	if err != nil {
		return false
	}
	defer func() { _ = conn.Close() }()

	// The names that Wails gives its lock.
	name := "wails_app_" + strings.NewReplacer("-", "_", ".", "_").Replace(id)
	bus, path := "org."+name+".SingleInstance", "/org/"+name+"/SingleInstance"
	var owned bool
	call := conn.BusObject().CallWithContext(ctx, "org.freedesktop.DBus.NameHasOwner", 0, bus)
	if call.Store(&owned) != nil || !owned {
		return false
	}
	dir, err := os.Getwd()
	if err != nil {
		return false
	}
	message, err := json.Marshal(struct {
		Args             []string
		WorkingDirectory string
	}{args, dir})
	if err != nil {
		return false
	}
	return conn.Object(bus, dbus.ObjectPath(path)).
		CallWithContext(ctx, bus+".SendMessage", 0, string(message)).Err == nil
}

// CanLock tells whether the single instance lock is to be asked for. Without a
// session bus Wails would start one.
func CanLock() bool { return hasSessionBus() }
