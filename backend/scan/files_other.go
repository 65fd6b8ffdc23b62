//go:build !linux && !darwin

package scan

import (
	"os"
	"path/filepath"
)

// plainFile is a file that is open for reading.
type plainFile struct{ file *os.File }

func openPlain(path string) (plainFile, error) {
	file, err := os.Open(path)
	return plainFile{file}, err
}

// ReadAt is io.ReaderAt's.
func (f plainFile) ReadAt(p []byte, at int64) (int, error) { return f.file.ReadAt(p, at) }

func (f plainFile) stat() (state, error) {
	info, err := f.file.Stat()
	if err != nil {
		return state{}, err
	}
	return stateOf(info), nil
}

// Close frees what the system has for the file. Nothing was written.
func (f plainFile) Close() { _ = f.file.Close() }

// handle is what a directory is open by: nothing, its entries are found by
// their paths.
type handle struct{}

func openDirectory(path string, p *pulse) (*directory, error) {
	p.ask()
	entries, err := os.ReadDir(path)
	return &directory{path: path, entries: entries}, err
}

func (d *directory) close() {}

// stat returns the state of an entry, or of what it is a link to.
func (d *directory) stat(name string) (state, error) {
	info, err := os.Stat(filepath.Join(d.path, name))
	if err != nil {
		return state{}, err
	}
	return stateOf(info), nil
}

// open opens an entry that is a file.
func (d *directory) open(name string) (plainFile, error) {
	return openPlain(filepath.Join(d.path, name))
}
