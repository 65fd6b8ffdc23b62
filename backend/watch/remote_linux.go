package watch

import (
	"errors"

	"golang.org/x/sys/unix"
)

var errRemote = errors.New("a network file system reports no changes made elsewhere")

// remote returns an error where the file system under path is known to report
// no events for what others write.
func remote(path string) error {
	var s unix.Statfs_t
	_ = unix.Statfs(path, &s) // of what is not there the type stays zero
	switch uint32(s.Type) {
	case unix.NFS_SUPER_MAGIC, unix.SMB_SUPER_MAGIC, unix.SMB2_SUPER_MAGIC, unix.CIFS_SUPER_MAGIC,
		unix.V9FS_MAGIC, unix.FUSE_SUPER_MAGIC, unix.CODA_SUPER_MAGIC, unix.AFS_SUPER_MAGIC:
		return errRemote
	}
	return nil
}
