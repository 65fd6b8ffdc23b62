//go:build !dev && !bindings

package window

const (
	// instanceID names the lock that keeps Dendro to one window.
	instanceID = "dendro-5f0c6f0e-2a4b-4c1d-9c0e-7f6a1d3b8e21"
	// needsPage tells the build that takes the page from the binary, and not from a
	// directory or from Vite.
	needsPage = true
	// writesBindings tells the build that `make bindings` makes.
	writesBindings = false
)
