//go:build !windows

package desktop

// ShareCOM does nothing on systems without COM.
func ShareCOM() error { return nil }
