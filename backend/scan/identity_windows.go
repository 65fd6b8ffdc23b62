package scan

import (
	"io/fs"
	"syscall"
)

// identityOf leaves the inode 0: on Windows, reading the file number requires opening the
// file.
func identityOf(info fs.FileInfo) Identity {
	if data, ok := info.Sys().(*syscall.Win32FileAttributeData); ok {
		return Identity{Changed: data.CreationTime.Nanoseconds()}
	}
	return Identity{}
}
