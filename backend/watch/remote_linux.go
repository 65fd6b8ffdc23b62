package watch

import (
	"errors"

	"golang.org/x/sys/unix"
)

var errRemote = errors.New("a network file system does not report changes made elsewhere")

// remote returns an error if the file system of path is known not to report others'
// changes.
func remote(path string) error {
	var s unix.Statfs_t
	_ = unix.Statfs(path, &s) // the type of a missing path stays zero
	switch uint32(s.Type) {
	case unix.NFS_SUPER_MAGIC, unix.SMB_SUPER_MAGIC, unix.SMB2_SUPER_MAGIC, unix.CIFS_SUPER_MAGIC,
		unix.V9FS_MAGIC, unix.FUSE_SUPER_MAGIC, unix.CODA_SUPER_MAGIC, unix.AFS_SUPER_MAGIC:
		return errRemote
	}
	return nil
}
