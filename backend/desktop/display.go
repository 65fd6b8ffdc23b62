package desktop

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
)

// CheckDisplay fails where no window can be opened. GTK would end the process
// with a warning of its own; who can start a program on other systems has a display.
func CheckDisplay() error {
	if runtime.GOOS == "linux" && os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
		return errors.New("no display: neither DISPLAY nor WAYLAND_DISPLAY is set; the commands in dendro --help need none")
	}
	return nil
}

// PrepareWebView sets what WebKitGTK reads from the environment. Its DMA-BUF
// renderer shows an empty window with NVIDIA's driver.
func PrepareWebView() {
	const key = "WEBKIT_DISABLE_DMABUF_RENDERER"
	if _, set := os.LookupEnv(key); set {
		return
	}
	if _, err := os.Stat("/sys/module/nvidia"); err == nil {
		_ = os.Setenv(key, "1")
	}
}

// HasGPU reports whether there is a graphics processor for the page to be
// composed on: a render node, NVIDIA's driver without one, or Windows' behind
// WSL. A virtual machine or a remote desktop often has none, and GL in software
// then costs hundreds of milliseconds before the first picture. The web views of
// other systems decide for themselves.
func HasGPU() bool {
	return runtime.GOOS != "linux" || anyExists("/dev/dri/renderD*", "/dev/nvidiactl", "/dev/dxg")
}

// anyExists reports whether a file matches one of the patterns.
func anyExists(patterns ...string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		found, _ := filepath.Glob(pattern)
		return len(found) > 0
	})
}
