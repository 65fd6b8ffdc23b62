package transcript

import (
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// FileKey identifies a file. Several files may have one session id.
type FileKey struct{ Root, Path string }

// File is a session's or an agent's file on disk, as scan.List finds it.
type File struct {
	Root     string // the root that contains it
	Kept     bool   // Root is a directory of the archive
	Path     string // relative to Root, with slashes: projects/<dir>/<stem>.jsonl
	ID       string // of a session: the stem; of an agent: the stem without "agent-"
	Agent    bool
	Owner    string // of an agent: the session of its side directory, "" if it is beside the sessions
	Run      string // of an agent: the workflow run it belongs to
	Size     int64
	ModTime  time.Time
	Identity Identity
	Meta     AgentMeta // of an agent: its .meta.json
	Renamed  string    // of a session: the name in its custom-title.json, see KindCustomTitle
	About    About     // of a session: see scan.Jobs and scan.Cards; List does not set it
	Outputs  uint64    // see scan.OutputsState; set when the file is read
}

// Key returns the key of f.
func (f *File) Key() FileKey { return FileKey{f.Root, f.Path} }

// Ordered returns the time, in Unix milliseconds, by which to order a record of the file:
// that of the file if the record says to be from more than a day later. A clock that was
// ahead must not make a chat the newest for years.
func (f *File) Ordered(ms int64) int64 {
	if !f.ModTime.IsZero() && ms > f.ModTime.Add(24*time.Hour).UnixMilli() {
		return f.ModTime.UnixMilli()
	}
	return ms
}

// SaysTheSame reports whether the files beside two states of a file describe it equally.
func (f *File) SaysTheSame(other *File) bool {
	return f.Meta == other.Meta && f.Renamed == other.Renamed && f.About.Title == other.About.Title && slices.Equal(f.About.From, other.About.From)
}

// Identity distinguishes a file from another one at the same path, and two states of a file
// with the same size and time. It is zero if the system does not report it.
type Identity struct {
	Inode   uint64
	Changed int64 // time of the last metadata change or, on Windows, of creation
}

// Abs returns the file's absolute path.
func (f *File) Abs() string {
	if filepath.Separator == '/' && f.Root != "" && f.Root[len(f.Root)-1] != '/' {
		return f.Root + "/" + f.Path // both are clean
	}
	return filepath.Join(f.Root, filepath.FromSlash(f.Path))
}

// Project returns the name of the project directory that holds the file.
func (f *File) Project() string {
	name, _, _ := strings.Cut(strings.TrimPrefix(f.Path, "projects/"), "/")
	return name
}
