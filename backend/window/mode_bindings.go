//go:build bindings

package window

// Built with this tag, Wails writes frontend/wailsjs where else it would open a
// window, and ends.
const (
	instanceID     = ""
	needsPage      = false
	writesBindings = true
)
