package desktop

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/windows"
)

// ShareCOM makes COM usable on every thread of the process that has not set it
// up for itself, until the process ends. Goroutines move between threads, and
// the library that shows notifications sets it up on none before it needs it.
func ShareCOM() error {
	var cookie uintptr // would be needed to end it
	hr, _, _ := windows.NewLazySystemDLL("ole32.dll").NewProc("CoIncrementMTAUsage").Call(uintptr(unsafe.Pointer(&cookie)))
	if hr != 0 {
		return fmt.Errorf("COM: error 0x%08x", uint32(hr))
	}
	return nil
}
