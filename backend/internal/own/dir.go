package own

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"dendro/backend/internal/atomicfile"
	"dendro/backend/internal/disk"
	"dendro/backend/message"
)

// ErrUnsafe is wrapped by the errors of directories and files that are not used because
// others may control or own them.
var ErrUnsafe = errors.New("not safe to use")

// ErrNone is the error of a Dir without a path: the system defines none for it.
var ErrNone = message.New("own_none").Error(nil)

// Dir is one of Dendro's own directories. It need not exist. The zero value can never be
// used.
type Dir struct {
	Path string       // absolute; "" if the system defines none
	Disk *disk.Prober // remembers mounts that do not respond; nil: no memory
}

// At splits a path into its directory and file name.
func At(path string, prober *disk.Prober) (Dir, string) {
	return Dir{filepath.Dir(path), prober}, filepath.Base(path)
}

// Sub returns a directory below d.
func (d Dir) Sub(name string) Dir {
	if d.Path != "" {
		d.Path = filepath.Join(d.Path, name)
	}
	return d
}

// Check returns why the directory must not be used, or nil: it is not a link, only this
// user (or the system) can change it and the directories above, and it is not in a Claude
// directory. A missing directory may be created if that holds for the existing ones above.
func (d Dir) Check() error {
	_, err := ask(d, func() (struct{}, error) { return struct{}{}, check(d.Path) })
	return err
}

// Make creates the directory, private to the user, if it does not exist.
func (d Dir) Make() error {
	_, err := ask(d, func() (struct{}, error) { return struct{}{}, d.make() })
	return err
}

// Open returns the directory as a root that links cannot escape.
func (d Dir) Open() (*os.Root, error) {
	return ask(d, d.open)
}

// Read returns the content of a regular file. More than most bytes are an error. The file
// may be a link: people store settings elsewhere.
func (d Dir) Read(name string, most int64) ([]byte, error) {
	return ask(d, func() ([]byte, error) {
		if err := check(d.Path); err != nil {
			return nil, err
		}
		return disk.ReadFile(filepath.Join(d.Path, name), most)
	})
}

// Size returns the size of a file, in bytes.
func (d Dir) Size(name string) (int64, error) {
	return ask(d, func() (int64, error) {
		if err := check(d.Path); err != nil {
			return 0, err
		}
		info, err := os.Stat(filepath.Join(d.Path, name))
		if err != nil {
			return 0, err
		}
		return info.Size(), nil
	})
}

// Tail returns at most the last most bytes of a regular file, and whether that is all of
// it.
func (d Dir) Tail(name string, most int64) (data []byte, all bool, err error) {
	data, err = ask(d, func() ([]byte, error) {
		if err := check(d.Path); err != nil {
			return nil, err
		}
		return tail(filepath.Join(d.Path, name), most+1)
	})
	if int64(len(data)) > most {
		return data[1:], false, err
	}
	return data, true, err
}

// Write replaces a file atomically. If it is a link, its target is replaced, provided that
// the target's directory is safe, too.
func (d Dir) Write(name string, data []byte) error {
	_, err := ask(d, func() (struct{}, error) { return struct{}{}, d.write(name, data) })
	return err
}

// Append appends bytes to a file in one write, and creates it if missing. It rejects
// symbolic and hard links.
func (d Dir) Append(name string, data []byte) error {
	_, err := ask(d, func() (struct{}, error) { return struct{}{}, d.append(name, data) })
	return err
}

// Remove removes a file, or the link in its place. A missing file is not an error.
func (d Dir) Remove(name string) error {
	_, err := ask(d, func() (struct{}, error) {
		root, err := d.open()
		if err == nil {
			err = errors.Join(root.Remove(name), root.Close())
		}
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		return struct{}{}, err
	})
	return err
}

// ask calls f, which accesses d, with the timeout of the directory's prober.
func ask[T any](d Dir, f func() (T, error)) (T, error) {
	if d.Path == "" {
		var none T
		return none, ErrNone
	}
	answer, err := disk.WithTimeout(context.Background(), d.Disk, d.Path, f)
	if errors.Is(err, disk.ErrNoAnswer) {
		err = &fs.PathError{Op: "open", Path: d.Path, Err: err}
	}
	return answer, err
}

func (d Dir) make() error {
	if err := check(d.Path); err != nil {
		return err
	}
	if err := os.MkdirAll(d.Path, 0o700); err != nil {
		return err
	}
	return check(d.Path) // another process may have created it meanwhile
}

func (d Dir) open() (*os.Root, error) {
	if err := check(d.Path); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(d.Path)
	if err != nil {
		return nil, err
	}
	named, err := os.Lstat(d.Path)
	if err == nil {
		var opened fs.FileInfo
		if opened, err = root.Stat("."); err == nil && !os.SameFile(named, opened) {
			err = unsafe(d.Path, message.New("own_link"))
		}
	}
	if err != nil {
		return nil, errors.Join(err, root.Close())
	}
	return root, nil
}

func (d Dir) write(name string, data []byte) error {
	if err := d.make(); err != nil {
		return err
	}
	path := filepath.Join(d.Path, name)
	if target := disk.Resolved(path); target != disk.Resolved(d.Path)+string(filepath.Separator)+name {
		if err := check(filepath.Dir(target)); err != nil {
			return err
		}
	}
	return atomicfile.Write(path, data)
}

func (d Dir) append(name string, data []byte) error {
	if err := d.make(); err != nil {
		return err
	}
	root, err := d.open()
	if err != nil {
		return err
	}
	defer root.Close()
	path := filepath.Join(d.Path, name)
	if info, err := root.Lstat(name); err == nil && !info.Mode().IsRegular() {
		return unsafe(path, message.New("own_not_a_file"))
	}
	file, err := root.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY|disk.AtOnce, 0o600)
	if err != nil {
		return err
	}
	info, err := file.Stat()
	if err == nil && (!info.Mode().IsRegular() || hasOtherNames(info)) {
		err = unsafe(path, message.New("own_not_a_file"))
	}
	if err == nil {
		_, err = file.Write(data)
	}
	if err == nil {
		err = file.Sync()
	}
	return errors.Join(err, file.Close())
}

// tail returns the last bytes of a file.
func tail(path string, most int64) ([]byte, error) {
	file, err := disk.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	return io.ReadAll(io.NewSectionReader(file, max(0, info.Size()-most), most))
}

// unsafe returns the error of a path that must not be used.
func unsafe(path string, why message.Message) error {
	return message.New("own_unsafe", "path", path, "why", why).Error(ErrUnsafe)
}
