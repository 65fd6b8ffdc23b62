//go:build dev

package window

const (
	// instanceID differs from that of an installed Dendro, so that both can run.
	instanceID     = "dendro-dev-5f0c6f0e-2a4b-4c1d-9c0e-7f6a1d3b8e21"
	needsPage      = false
	writesBindings = false
)
