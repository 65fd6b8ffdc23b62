package disk

import (
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"dendro/backend/message"
)

// ErrNotRegular is returned for anything but a regular file.
var ErrNotRegular = message.New("disk_not_regular").Error(nil)

// Open opens a regular file for reading. A pipe, a terminal or a device in its place is an
// error and does not block. Others can delete or rename the file while it is open.
func Open(path string) (*os.File, error) {
	file, err := open(path)
	return regular(file, err)
}

// OpenDirectory opens a directory for listing. A pipe in its place does not block.
func OpenDirectory(path string) (*os.File, error) { return os.OpenFile(path, os.O_RDONLY|AtOnce, 0) }

// List returns the entries of a directory. A pipe in its place does not block.
func List(path string) ([]fs.DirEntry, error) {
	file, err := OpenDirectory(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	entries, err := file.ReadDir(-1)
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, err
}

// OpenIn is Open for a file below a directory. No link may lead out of that directory.
func OpenIn(dir *os.Root, name string) (*os.File, error) {
	file, err := dir.OpenFile(name, os.O_RDONLY|AtOnce, 0)
	return regular(file, err)
}

// ListIn lists a directory below another one, with the same rule as OpenIn.
func ListIn(dir *os.Root, name string) ([]fs.DirEntry, error) {
	file, err := dir.OpenFile(name, os.O_RDONLY|AtOnce, 0)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return file.ReadDir(-1)
}

// regular returns an opened file if it is a regular one.
func regular(file *os.File, err error) (*os.File, error) {
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "open", Path: file.Name(), Err: ErrNotRegular}
	}
	if err != nil {
		_ = file.Close() // nothing was read
		return nil, err
	}
	return file, nil
}

// ReadFile returns the content of a file opened with [Open]. More than most bytes are an
// error.
func ReadFile(path string, most int64) ([]byte, error) {
	file, err := Open(path)
	if err != nil {
		return nil, err
	}
	return readAll(file, path, most)
}

// ReadFileIn is ReadFile for a file below a directory, with the same rule as OpenIn.
func ReadFileIn(dir *os.Root, name string, most int64) ([]byte, error) {
	file, err := OpenIn(dir, name)
	if err != nil {
		return nil, err
	}
	return readAll(file, name, most)
}

// readAll reads a file of at most most bytes and closes it.
func readAll(file *os.File, path string, most int64) ([]byte, error) {
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, most+1))
	if err == nil && int64(len(data)) > most {
		err = &fs.PathError{Op: "read", Path: path, Err: tooLarge(most)}
	}
	if err != nil {
		return nil, err
	}
	return data, nil
}

// tooLarge is the error of a file that exceeds its kind's limit.
func tooLarge(most int64) error {
	if most >= 1<<20 {
		return message.New("disk_larger_than_mb", "limit", most>>20).Error(nil)
	}
	return message.New("disk_larger_than_bytes", "limit", most).Error(nil)
}
