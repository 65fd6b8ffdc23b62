package desktop

import (
	"context"
	"encoding/json"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/godbus/dbus/v5"
)

// FocusRunning sends args to the Dendro that holds the lock id, which brings its window to
// the front, and reports whether there was one. Wails would do the same but exit with
// status 1, after reading the histories in vain. Systems other than Linux leave it to
// Wails.
func FocusRunning(ctx context.Context, id string, args []string) bool {
	// The names that Wails uses for its lock.
	name := "wails_app_" + strings.NewReplacer("-", "_", ".", "_").Replace(id)
	bus, path := "org."+name+".SingleInstance", "/org/"+name+"/SingleInstance"
	return onSessionBus(ctx, 2*time.Second, func(ctx context.Context, conn *dbus.Conn) error {
		dir, err := os.Getwd()
		if err != nil {
			return err
		}
		message, err := json.Marshal(map[string]any{"Args": args, "WorkingDirectory": dir})
		if err != nil {
			return err
		}
		return conn.Object(bus, dbus.ObjectPath(path)).
			CallWithContext(ctx, bus+".SendMessage", dbus.FlagNoAutoStart, string(message)).Err
	}) == nil
}

// CanLock reports whether the single instance lock may be requested. Without a session bus
// Wails would start one.
func CanLock() bool { return runtime.GOOS != "linux" || hasSessionBus() }
