package scan

import (
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dendro/backend/internal/disk"
	"dendro/backend/transcript"
)

// state is what a listing has to know of a file.
type state struct {
	regular bool
	size    int64
	modTime time.Time
	place   Place
}

func stateOf(info fs.FileInfo) state {
	return state{regular: info.Mode().IsRegular(), size: info.Size(), modTime: info.ModTime(), place: placeOf(info)}
}

// directory is one that is being listed.
type directory struct {
	path    string
	entries []fs.DirEntry // by name
	handle  handle
}

// has reports whether there is an entry of this name, and what kind of thing
// it is.
func (d *directory) has(name string) (fs.FileMode, bool) {
	i, ok := slices.BinarySearchFunc(d.entries, name, func(e fs.DirEntry, name string) int { return strings.Compare(e.Name(), name) })
	if !ok {
		return 0, false
	}
	return d.entries[i].Type(), true
}

// meta reads what is recorded about an agent. Without it the agent is linked by
// other means, so nothing here is an error. buf is overwritten.
func (d *directory) meta(name string, buf []byte) transcript.AgentMeta {
	kind, ok := d.has(name)
	if !ok {
		return transcript.AgentMeta{}
	}
	if kind.IsRegular() {
		file, err := d.open(name)
		if err != nil {
			return transcript.AgentMeta{}
		}
		n, err := file.ReadAt(buf, 0)
		file.Close()
		if errors.Is(err, io.EOF) {
			return transcript.ParseAgentMeta(buf[:n])
		}
	}
	return readMeta(filepath.Join(d.path, name))
}

// maxMeta bounds a .meta.json; real ones have a few hundred bytes.
const maxMeta = 1 << 20

// readMeta is directory.meta for any file.
func readMeta(path string) transcript.AgentMeta {
	data, err := disk.ReadFile(path, maxMeta)
	if err != nil {
		return transcript.AgentMeta{}
	}
	return transcript.ParseAgentMeta(data)
}
