package scan

import (
	"io/fs"
	"syscall"
)

// placeOf knows no file number here: that takes opening the file.
func placeOf(info fs.FileInfo) Place {
	if data, ok := info.Sys().(*syscall.Win32FileAttributeData); ok {
		return Place{Changed: data.CreationTime.Nanoseconds()}
	}
	return Place{}
}
