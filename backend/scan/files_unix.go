//go:build linux || darwin

package scan

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// A history is thousands of small files. The os package prepares each that it
// opens for waiting on it, which takes longer than to read a head; and a path
// is walked from its beginning every time. Neither is needed here.

// plainFile is a file that is open for reading.
type plainFile int

// openPlain opens a file. What has taken its place since it was listed cannot make
// anybody wait.
func openPlain(path string) (plainFile, error) {
	return openAt(unix.AT_FDCWD, path, path, unix.O_NONBLOCK|unix.O_NOCTTY)
}

func openAt(dir int, name, path string, flags int) (plainFile, error) {
	for {
		fd, err := unix.Openat(dir, name, unix.O_RDONLY|unix.O_CLOEXEC|flags, 0)
		if err == nil {
			return plainFile(fd), nil
		}
		if !errors.Is(err, unix.EINTR) {
			return -1, &fs.PathError{Op: "open", Path: path, Err: err}
		}
	}
}

// ReadAt is io.ReaderAt's.
func (f plainFile) ReadAt(p []byte, at int64) (n int, err error) {
	for n < len(p) {
		m, err := unix.Pread(int(f), p[n:], at+int64(n))
		switch {
		case errors.Is(err, unix.EINTR):
		case err != nil:
			return n, os.NewSyscallError("pread", err)
		case m == 0:
			return n, io.EOF
		default:
			n += m
		}
	}
	return n, nil
}

func (f plainFile) stat() (state, error) {
	var st unix.Stat_t
	if err := retry(func() error { return unix.Fstat(int(f), &st) }); err != nil {
		return state{}, os.NewSyscallError("fstat", err)
	}
	return stateOfStat(&st), nil
}

// Close frees what the system has for the file. Nothing was written.
func (f plainFile) Close() { _ = unix.Close(int(f)) }

func stateOfStat(st *unix.Stat_t) state {
	return state{
		regular: st.Mode&unix.S_IFMT == unix.S_IFREG, size: st.Size, modTime: time.Unix(st.Mtim.Unix()),
		place: Place{Inode: st.Ino, Changed: st.Ctim.Nano()},
	}
}

func retry(f func() error) error {
	for {
		if err := f(); !errors.Is(err, unix.EINTR) {
			return err
		}
	}
}

// handle is what a directory is open by.
type handle struct{ file *os.File }

// portion is how many entries are listed before the file system counts as having
// answered.
const portion = 4096

func openDirectory(path string, p *pulse) (*directory, error) {
	p.ask()
	fd, err := openAt(unix.AT_FDCWD, path, path, unix.O_DIRECTORY)
	if err != nil {
		return nil, err
	}
	d := &directory{path: path, handle: handle{os.NewFile(uintptr(fd), path)}}
	for err == nil {
		p.ask()
		var more []fs.DirEntry
		more, err = d.handle.file.ReadDir(portion)
		d.entries = append(d.entries, more...)
	}
	if !errors.Is(err, io.EOF) {
		d.close()
		return nil, err
	}
	slices.SortFunc(d.entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return d, nil
}

func (d *directory) close() { _ = d.handle.file.Close() } // only read from

// stat returns the state of an entry, or of what it is a link to.
func (d *directory) stat(name string) (state, error) {
	var st unix.Stat_t
	fd := int(d.handle.file.Fd())
	if err := retry(func() error { return unix.Fstatat(fd, name, &st, 0) }); err != nil {
		return state{}, &fs.PathError{Op: "stat", Path: d.path + "/" + name, Err: err}
	}
	return stateOfStat(&st), nil
}

// open opens an entry that is a file, as openPlain does.
func (d *directory) open(name string) (plainFile, error) {
	return openAt(int(d.handle.file.Fd()), name, d.path+"/"+name, unix.O_NONBLOCK|unix.O_NOCTTY)
}
