package scan

import (
	"io/fs"
	"syscall"
)

func placeOf(info fs.FileInfo) Place {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return Place{Inode: st.Ino, Changed: st.Ctim.Nano()}
	}
	return Place{}
}
