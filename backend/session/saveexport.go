package session

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"

	"github.com/mattn/go-isatty"

	"dendro/backend/internal/atomicfile"
	"dendro/backend/internal/disk"
	"dendro/backend/message"
)

// Outside returns an error if the directory is in a Claude directory, where Dendro never
// writes: see [own.ClaudeDir].
func (l *Exporter) Outside(dir string) error { return l.opt.outside(context.Background(), dir) }

// SaveExport writes a document to a path chosen by the user. A regular file is replaced
// atomically, or created for its owner alone; links stay, their target is replaced. Other
// existing files are never replaced: a pipe, a character device or an open descriptor
// receives the text, anything else is an error. A pipe without a reader blocks until it has
// one or ctx ends.
func (l *Exporter) SaveExport(ctx context.Context, name string, text []byte) error {
	at, err := exportTarget(name)
	if err == nil {
		err = l.Outside(filepath.Dir(at.path))
	}
	if err == nil && !at.stream {
		_, err = os.Stat(filepath.Dir(at.path)) // a missing directory is more likely a typing error than a wish
	}
	switch {
	case err != nil:
	case at.stream:
		err = within(ctx, func() error { return appendTo(at.path, text) })
	default:
		err = atomicfile.Write(at.path, text)
	}
	if err != nil {
		return message.New("document_not_written", "cause", err).Error(err)
	}
	return nil
}

// exportFile is the target of a document.
type exportFile struct {
	path   string // without links, as far as these are in the file system
	stream bool   // it exists and must not be replaced
}

// maxLinks bounds a chain of links, as the kernel does.
const maxLinks = 40

// exportTarget follows a name to the file that it stands for, also where that file is
// missing yet.
func exportTarget(name string) (exportFile, error) {
	path, err := filepath.Abs(name)
	if err != nil {
		return exportFile{}, err
	}
	if info, err := os.Stat(path); err == nil && info.Mode()&fs.ModeCharDevice != 0 {
		return exportFile{path, true}, nil // on Windows it is in no directory
	}
	for range maxLinks {
		path = filepath.Join(disk.Resolved(filepath.Dir(path)), filepath.Base(path))
		if descriptor.MatchString(filepath.ToSlash(path)) {
			return exportFile{path, true}, nil
		}
		info, err := os.Lstat(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return exportFile{path: path}, nil
		case err != nil:
			return exportFile{}, err
		case info.Mode()&fs.ModeSymlink != 0:
			next, err := os.Readlink(path)
			if err != nil {
				return exportFile{}, err
			}
			if !filepath.IsAbs(next) {
				next = filepath.Join(filepath.Dir(path), next)
			}
			path = next
			continue
		case info.Mode().IsRegular():
			return exportFile{path: path}, nil
		case info.Mode()&fs.ModeNamedPipe != 0:
			return exportFile{path, true}, nil
		}
		return exportFile{}, message.New("not_a_file", "path", path).Error(nil)
	}
	return exportFile{}, message.New("too_many_links", "path", name).Error(nil)
}

// descriptor matches the paths of a process's open files: what one leads to belongs to the
// program that opened it, even if it is a regular file.
var descriptor = regexp.MustCompile(`^/(dev|proc/[^/]+(/task/[^/]+)?)/fd/[^/]+$`)

// appendTo writes to what exists at a path. The bytes of a history are commands to a
// terminal, so it gets none.
func appendTo(path string, text []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	if isatty.IsTerminal(f.Fd()) {
		return errors.Join(message.New("is_a_terminal", "path", path).Error(nil), f.Close())
	}
	_, err = f.Write(text)
	return errors.Join(err, f.Close())
}

// within calls a function that may block and stops waiting for it when ctx ends.
func within(ctx context.Context, f func() error) error {
	done := make(chan error, 1)
	go func() { done <- f() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}
