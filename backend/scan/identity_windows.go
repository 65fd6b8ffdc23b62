package scan

import (
	"io/fs"
	"syscall"

	"dendro/backend/transcript"
)

// identityOf leaves the inode 0: on Windows, reading the file number requires opening the
// file.
func identityOf(info fs.FileInfo) transcript.Identity {
	if data, ok := info.Sys().(*syscall.Win32FileAttributeData); ok {
		return transcript.Identity{Changed: data.CreationTime.Nanoseconds()}
	}
	return transcript.Identity{}
}
