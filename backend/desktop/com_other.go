//go:build !windows

package desktop

// ShareCOM has nothing to do where there is no COM.
func ShareCOM() error { return nil }
