//go:build unix

package own

import (
	"io/fs"
	"os"
	"syscall"

	"dendro/backend/message"
)

// control describes other users who can change a directory, or returns none. The last
// directory of a path must be the user's own. Those above it may be the system's, and may
// be shared if they are sticky: nobody can move another user's directory there.
func control(path string, info fs.FileInfo, last bool) message.Message {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return message.New("own_owner_unknown", "path", path)
	}
	me := uint32(os.Geteuid())
	if stat.Uid != me && (last || !systems(stat.Uid)) {
		return message.New("own_other_owner", "path", path)
	}
	mode := info.Mode()
	if mode&fs.ModeSymlink != 0 || !last && mode&fs.ModeSticky != 0 {
		return message.Message{}
	}
	// Many systems give each user a group with the user's number.
	mine := me != 0 && stat.Gid == me
	if mode.Perm()&0o002 != 0 || mode.Perm()&0o020 != 0 && !mine {
		return message.New("own_shared", "path", path)
	}
	return message.Message{}
}

// systems reports whether a user owns the system's directories. In a container that need
// not be root.
func systems(uid uint32) bool {
	if uid == 0 {
		return true
	}
	info, err := os.Lstat("/")
	if err != nil {
		return false
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && stat.Uid == uid
}

// hasOtherNames reports whether a file has further hard links.
func hasOtherNames(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && stat.Nlink > 1
}
