package scan

import (
	"io/fs"
	"syscall"

	"dendro/backend/transcript"
)

func identityOf(info fs.FileInfo) transcript.Identity {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return transcript.Identity{Inode: st.Ino, Changed: st.Ctim.Nano()}
	}
	return transcript.Identity{}
}
