//go:build !dev && !bindings

package window

const (
	// instanceID names the lock that limits Dendro to one window.
	instanceID = "dendro-5f0c6f0e-2a4b-4c1d-9c0e-7f6a1d3b8e21"
	// needsPage is set in builds with an embedded page, as opposed to one in a directory or
	// from Vite.
	needsPage = true
	// writesBindings is set in the build of `make bindings`.
	writesBindings = false
)
