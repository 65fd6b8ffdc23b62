package scan

import (
	"io/fs"
	"syscall"
)

// identityOf knows no file number here: that takes opening the file.
func identityOf(info fs.FileInfo) Identity {
	if data, ok := info.Sys().(*syscall.Win32FileAttributeData); ok {
		return Identity{Changed: data.CreationTime.Nanoseconds()}
	}
	return Identity{}
}
