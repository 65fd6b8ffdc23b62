//go:build bindings

package window

// With this tag, Wails writes frontend/wailsjs instead of opening a window, and exits.
const (
	instanceID     = ""
	needsPage      = false
	writesBindings = true
)
