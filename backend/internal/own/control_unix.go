//go:build unix

package own

import (
	"io/fs"
	"os"
	"syscall"
)

// control returns who else can change a directory, in words, "" for nobody. The last one
// of a path must be the user's own; those that lead to it may be the system's, and may be
// shared if they are sticky: nobody can move another user's directory there.
func control(_ string, info fs.FileInfo, last bool) string {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return "its owner is unknown"
	}
	me := uint32(os.Geteuid())
	if stat.Uid != me && (last || !systems(stat.Uid)) {
		return "it belongs to another user"
	}
	mode := info.Mode()
	if mode&fs.ModeSymlink != 0 || !last && mode&fs.ModeSticky != 0 {
		return ""
	}
	// The group that many systems give each user has the user's number.
	mine := me != 0 && stat.Gid == me
	if mode.Perm()&0o002 != 0 || mode.Perm()&0o020 != 0 && !mine {
		return "other users may write to it"
	}
	return ""
}

// systems reports whether a user is the one that the system's own directories belong to.
// In a container that need not be root.
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

// hasOtherNames reports whether a file is linked from other places, too.
func hasOtherNames(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && stat.Nlink > 1
}
