package scan

import (
	"io/fs"
	"syscall"
)

func identityOf(info fs.FileInfo) Identity {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return Identity{Inode: st.Ino, Changed: st.Ctimespec.Nano()}
	}
	return Identity{}
}
