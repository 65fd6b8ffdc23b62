package history

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"testing/fstest"
	"time"
	"unicode/utf16"
)

// Home is a Claude config directory in memory with its environment: one clock, one source
// of ids, the users. It is not safe for concurrent use.
type Home struct {
	// Dir is the path of the config directory in the records; default /home/ada/.claude.
	Dir string

	ids
	now      time.Time
	files    []*file
	sessions []*Session
	extra    map[string]extra
	known    known
	traits   map[string]traits // of each version that has written here
}

type extra struct {
	data  []byte
	mtime time.Time
}

// known are facts that a reader of the files has to find out.
type known struct {
	prompts   map[string]bool // uuids of human prompts
	summaries map[string]bool // compaction summaries without a boundary
	rewinds   []*rewind
	origin    map[string]string // uuid of a remapped copy -> uuid it was copied from
}

// New returns an empty Home. Equal seeds and start times make equal histories.
func New(seed uint64, start time.Time) *Home {
	return &Home{
		Dir: "/home/ada/.claude",
		ids: ids{rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15))},
		now: start.UTC().Truncate(time.Millisecond), extra: map[string]extra{}, traits: map[string]traits{},
		known: known{prompts: map[string]bool{}, summaries: map[string]bool{}, origin: map[string]string{}},
	}
}

// Now is the time in this world.
func (h *Home) Now() time.Time { return h.now }

// Wait advances the clock.
func (h *Home) Wait(d time.Duration) { h.now = h.now.Add(d).Truncate(time.Millisecond) }

// Set moves the clock to t, possibly back: stories that overlap in time are played one
// after the other.
func (h *Home) Set(t time.Time) { h.now = t.UTC().Truncate(time.Millisecond) }

// until advances the clock to t unless it is later already.
func (h *Home) until(t time.Time) {
	if t.After(h.now) {
		h.now = t
	}
}

// pass advances the clock by lo to hi milliseconds.
func (h *Home) pass(lo, hi int) {
	h.Wait(time.Duration(lo+h.rng.IntN(hi-lo+1)) * time.Millisecond)
}

// Put adds a file of another kind, such as history.jsonl. The path is relative to the
// config directory, with slashes.
func (h *Home) Put(name string, data []byte) { h.extra[path.Clean(name)] = extra{data, h.now} }

// Sessions lists the sessions in order of creation, including deleted ones.
func (h *Home) Sessions() []*Session { return h.sessions }

// Files returns the content of every file, by slash-separated path relative to
// the config directory.
func (h *Home) Files() map[string][]byte {
	m := make(map[string][]byte, len(h.files)+len(h.extra))
	for _, f := range h.files {
		if !f.deleted {
			m[f.path] = f.bytes()
		}
	}
	for p, e := range h.extra {
		m[p] = e.data
	}
	return m
}

// FS returns the files as a file system with their modification times.
func (h *Home) FS() fs.FS {
	m := fstest.MapFS{}
	for p, data := range h.Files() {
		m[p] = &fstest.MapFile{Data: data, Mode: 0o644, ModTime: h.mtime(p)}
	}
	return m
}

func (h *Home) mtime(p string) time.Time {
	for _, f := range h.files {
		if f.path == p && !f.deleted {
			return f.mtime
		}
	}
	return h.extra[p].mtime
}

// WriteDir writes all files below dir, with their modification times.
func (h *Home) WriteDir(dir string) error {
	files := h.Files()
	names := make([]string, 0, len(files))
	for p := range files {
		names = append(names, p)
	}
	sort.Strings(names)
	for _, p := range names {
		name := filepath.Join(dir, filepath.FromSlash(p))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, files[p], 0o644); err != nil {
			return err
		}
		if t := h.mtime(p); !t.IsZero() {
			if err := os.Chtimes(name, t, t); err != nil {
				return err
			}
		}
	}
	return nil
}

func (h *Home) newFile(p string) *file {
	f := &file{path: p, mtime: h.now}
	h.files = append(h.files, f)
	return f
}

// identity follows a remapped uuid to its original.
func (h *Home) identity(uuid string) string {
	for {
		o, ok := h.known.origin[uuid]
		if !ok {
			return uuid
		}
		uuid = o
	}
}

// EncodeDir returns the project directory name for a working directory (format, section
// 1.1).
func EncodeDir(cwd string) string {
	units := utf16.Encode([]rune(cwd))
	var b strings.Builder
	hash := int32(0)
	for _, u := range units {
		hash = hash*31 + int32(u)
		if u < 128 && (u >= '0' && u <= '9' || u >= 'A' && u <= 'Z' || u >= 'a' && u <= 'z') {
			b.WriteByte(byte(u))
		} else {
			b.WriteByte('-')
		}
	}
	if b.Len() <= 200 {
		return b.String()
	}
	n := int64(hash)
	if n < 0 {
		n = -n
	}
	return b.String()[:200] + "-" + strconv.FormatInt(n, 36)
}
