package desktop

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/windows"
)

// ShareCOM makes COM usable, until the process ends, on every thread that has not
// initialised it. Goroutines move between threads, and the notification library does not
// initialise COM itself.
func ShareCOM() error {
	var cookie uintptr // only needed to undo it
	hr, _, _ := windows.NewLazySystemDLL("ole32.dll").NewProc("CoIncrementMTAUsage").Call(uintptr(unsafe.Pointer(&cookie)))
	if hr != 0 {
		return fmt.Errorf("COM: error 0x%08x", uint32(hr))
	}
	return nil
}
