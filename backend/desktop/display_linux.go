package desktop

import (
	"errors"
	"os"
)

// CheckDisplay fails where no window can be opened. GTK would end the process
// with a warning of its own.
func CheckDisplay() error {
	if os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
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
