package desktop

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
)

// CheckDisplay returns an error if no window can be opened. GTK would end the process with
// an unclear warning. Other systems than Linux always have a display.
func CheckDisplay() error {
	if runtime.GOOS == "linux" && os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
		return errors.New("no display: neither DISPLAY nor WAYLAND_DISPLAY is set; the commands in dendro --help need none")
	}
	return nil
}

// PrepareWebView sets variables for WebKitGTK. Its DMA-BUF renderer shows an empty window
// with NVIDIA's driver.
func PrepareWebView() {
	const key = "WEBKIT_DISABLE_DMABUF_RENDERER"
	if _, set := os.LookupEnv(key); set {
		return
	}
	if _, err := os.Stat("/sys/module/nvidia"); err == nil {
		_ = os.Setenv(key, "1")
	}
}

// HasGPU reports whether a GPU is available for compositing: a render node, NVIDIA's driver
// without one, or that of Windows behind WSL. Virtual machines and remote desktops often
// have none, and software GL costs hundreds of milliseconds before the first picture. The
// web views of other systems decide for themselves.
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
