package own

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"dendro/backend/internal/atomicfile"
	"dendro/backend/internal/disk"
)

// ErrUnsafe is wrapped by the errors of directories and files that are not used because
// somebody else may control them, or owns them.
var ErrUnsafe = errors.New("not safe to use")

// ErrNone is the error of a Dir without a path: the system names no place for it.
var ErrNone = errors.New("the system names no directory for it: HOME is not set")

// Dir is a directory in which Dendro keeps files of its own. It need not exist. The zero
// value is one that can never be used.
type Dir struct {
	Path string       // absolute; "" where the system names none
	Disk *disk.Prober // remembers which mounts do not answer; nil: each question is on its own
}

// At returns the directory of a file and its name there.
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

// Check returns why the directory must not be used, nil where it may: it is no link, it
// and all that leads to it can be changed by this user (or the system) only, and it does
// not lie in a Claude directory. A directory that does not exist may be made if that
// holds for what leads to it.
func (d Dir) Check() error {
	_, err := ask(d, func() (struct{}, error) { return struct{}{}, check(d.Path) })
	return err
}

// Make creates the directory, private to the user, where it does not exist.
func (d Dir) Make() error {
	_, err := ask(d, func() (struct{}, error) { return struct{}{}, d.make() })
	return err
}

// Open returns the directory for work below it that no link can lead elsewhere.
func (d Dir) Open() (*os.Root, error) {
	return ask(d, d.open)
}

// Read returns what a regular file holds, an error where that is more than most bytes.
// The file may be a link: people keep settings elsewhere.
func (d Dir) Read(name string, most int64) ([]byte, error) {
	return ask(d, func() ([]byte, error) {
		if err := check(d.Path); err != nil {
			return nil, err
		}
		return disk.ReadFile(filepath.Join(d.Path, name), most)
	})
}

// Tail returns the last bytes of a regular file, most at most, and whether that is all
// of it.
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

// Write replaces a file in one step. Where it is a link, the file that the link leads to
// is replaced, if its directory is safe, too.
func (d Dir) Write(name string, data []byte) error {
	_, err := ask(d, func() (struct{}, error) { return struct{}{}, d.write(name, data) })
	return err
}

// Append adds bytes to a file in one write, and creates it where it is missing. It
// refuses links of both kinds.
func (d Dir) Append(name string, data []byte) error {
	_, err := ask(d, func() (struct{}, error) { return struct{}{}, d.append(name, data) })
	return err
}

// Remove removes a file, or the link in its place. A missing one is no error.
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

// ask calls f, which works in d, within the patience of the directory's prober.
func ask[T any](d Dir, f func() (T, error)) (T, error) {
	if d.Path == "" {
		var none T
		return none, ErrNone
	}
	prober := d.Disk
	if prober == nil {
		prober = &disk.Prober{}
	}
	answer, err := disk.WithTimeout(context.Background(), prober, d.Path, f)
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
	return check(d.Path) // it may have been made by somebody else meanwhile
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
			err = unsafe(d.Path, isLink)
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
		return unsafe(path, "it is not a regular file of its own")
	}
	file, err := root.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY|disk.AtOnce, 0o600)
	if err != nil {
		return err
	}
	info, err := file.Stat()
	if err == nil && (!info.Mode().IsRegular() || hasOtherNames(info)) {
		err = unsafe(path, "it is not a regular file of its own")
	}
	if err == nil {
		_, err = file.Write(data)
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

// unsafe is the error of a path that must not be used.
func unsafe(path, why string) error { return fmt.Errorf("%s is %w: %s", path, ErrUnsafe, why) }
