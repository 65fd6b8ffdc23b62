package scan

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"dendro/backend/internal/disk"
	"dendro/backend/transcript"
)

// directory is a directory being listed.
type directory struct {
	path    string
	entries []fs.DirEntry // by name
}

// portion is the number of entries read before the watchdog is reset.
const portion = 4096

func openDirectory(path string, p *watchdog) (*directory, error) {
	p.ask()
	file, err := disk.OpenDirectory(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	d := &directory{path: path}
	for err == nil {
		p.ask()
		var more []fs.DirEntry
		more, err = file.ReadDir(portion)
		d.entries = append(d.entries, more...)
	}
	if !errors.Is(err, io.EOF) {
		return nil, err
	}
	slices.SortFunc(d.entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return d, nil
}

// stat returns the state of an entry, following links.
func (d *directory) stat(name string) (fs.FileInfo, error) {
	return os.Stat(d.path + string(filepath.Separator) + name) // both are clean
}

// has reports whether there is an entry of this name.
func (d *directory) has(name string) bool {
	_, ok := slices.BinarySearchFunc(d.entries, name, func(e fs.DirEntry, name string) int { return strings.Compare(e.Name(), name) })
	return ok
}

// meta reads an agent's description.
func (d *directory) meta(name string) transcript.AgentMeta {
	if !d.has(name) {
		return transcript.AgentMeta{}
	}
	return readMeta(filepath.Join(d.path, name))
}

// customTitle is the file in a session's side directory that /rename writes.
const customTitle = "custom-title.json"

// readCustomTitle reads a session's name. Errors are ignored: most sessions have none.
func readCustomTitle(path string) string {
	data, err := disk.ReadFile(path, maxMeta)
	if err != nil {
		return ""
	}
	return transcript.ParseCustomTitle(data)
}

// maxMeta bounds a .meta.json; real ones have a few hundred bytes.
const maxMeta = 1 << 20

// readMeta reads an agent's description. Errors are ignored: without it the agent is linked
// by other means.
func readMeta(path string) transcript.AgentMeta {
	data, err := disk.ReadFile(path, maxMeta)
	if err != nil {
		return transcript.AgentMeta{}
	}
	return transcript.ParseAgentMeta(data)
}
