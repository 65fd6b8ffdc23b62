package archive

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"dendro/backend/internal/disk"
	"dendro/backend/internal/own"
	"dendro/backend/message"
)

// Reason is why a session was kept.
type Reason string

// The reasons.
const (
	ByHand  Reason = "asked"
	Expires Reason = "expires"
	Starred Reason = "starred"
	Ended   Reason = "ended"
)

// Session is the list of a kept session.
type Session struct {
	Version int       `json:"version"` // of the format
	ID      string    `json:"session"`
	Dir     string    `json:"dir"` // of the archive that holds the files
	Kept    time.Time `json:"kept"`
	Why     Reason    `json:"why"`
	Project string    `json:"cwd"`
	Title   string    `json:"title"`
	Client  string    `json:"client,omitempty"` // the version of Claude Code that wrote it last
	Files   []File    `json:"files"`
	Check   string    `json:"check"` // the hash of the list without it

	Root string `json:"-"` // the Claude config directory that it was kept from
	Base string `json:"-"` // the path of the transcript below Dir, without .jsonl

	state  string // identifies the bytes of the list
	damage error  // of the list
}

// File is a file of a kept session.
type File struct {
	Path string    `json:"path"`         // below the session's Dir, with slashes, as below its root
	Of   string    `json:"of,omitempty"` // the path of the file that this is an older version of
	Size int64     `json:"size"`
	Hash string    `json:"sha256"`
	Time time.Time `json:"time"` // when it was changed last
}

// Original returns the path of the file in its root.
func (f *File) Original() string {
	if f.Of != "" {
		return f.Of
	}
	return f.Path
}

// formatVersion is the version of lists that this Dendro writes. Newer ones are read as far as
// they are understood, and never rewritten.
const formatVersion = 1

// listSuffix is the end of the names of lists.
const listSuffix = ".kept.json"

// maxList bounds a list: that of 20,000 files has some 5 MB.
const maxList = 32 << 20

// Key identifies a kept session in its archive.
func (s *Session) Key() string { return KeyOf(s.Dir, s.Base+".jsonl") }

// KeyOf returns the key of a session in a directory of the archive by its transcript's path.
func KeyOf(dir, transcript string) string {
	return dir + "/" + strings.TrimSuffix(transcript, ".jsonl")
}

// Transcript returns the transcript as it was kept last. Without one, only older versions are
// kept.
func (s *Session) Transcript() File {
	f, _ := s.file(s.Base + ".jsonl")
	return f
}

// file returns the file with a path.
func (s *Session) file(p string) (File, bool) {
	i := slices.IndexFunc(s.Files, func(f File) bool { return f.Path == p })
	if i < 0 {
		return File{}, false
	}
	return s.Files[i], true
}

// Bytes returns the size of all files.
func (s *Session) Bytes() (n int64) {
	for _, f := range s.Files {
		n += f.Size
	}
	return n
}

// Older returns the older versions.
func (s *Session) Older() (list []File) {
	for _, f := range s.Files {
		if f.Of != "" {
			list = append(list, f)
		}
	}
	return list
}

// parseList decodes a list that lies in a directory of the archive beside the transcript with
// the path base + ".jsonl". It refuses a list with a file that does not belong to the session.
func parseList(data []byte, dir, base string) (*Session, error) {
	s := &Session{}
	if err := json.Unmarshal(data, s); err != nil {
		return nil, err
	}
	s.Dir, s.Base = dir, base
	if s.Version < 1 || s.ID == "" || !check.Match(data) || !bytes.Equal(sealed(data), data) {
		return nil, message.New("archive_list_damaged").Error(nil)
	}
	for _, f := range s.Files {
		if !s.owns(f.Path) || f.Size < 0 || f.Of != "" && own.Original(f.Path) != f.Of {
			return nil, message.New("archive_foreign", "path", f.Path).Error(nil)
		}
	}
	return s, nil
}

// readList reads a list in its place. If it is damaged, it is made again of the files that are
// there, and returned with the error.
func readList(root *os.Root, dir, base string) (*Session, error) {
	at := path.Join(dir, base+listSuffix)
	data, err := disk.ReadFileIn(root, filepath.FromSlash(at), maxList)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var s *Session
	if err == nil {
		s, err = parseList(data, dir, base)
	}
	if err != nil {
		s = rebuilt(root, dir, base)
		s.damage = &fs.PathError{Op: "read", Path: at, Err: err}
	}
	s.state = stateOf(data)
	return s, s.damage
}

// stateOf identifies a list by its bytes.
func stateOf(list []byte) string {
	hash := sha256.Sum256(list)
	return hex.EncodeToString(hash[:])
}

// stateIn returns the state of the list in its place, "" if there is none.
func stateIn(root *os.Root, dir, base string) string {
	data, err := disk.ReadFileIn(root, local(dir, base+listSuffix), maxList)
	if errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	return stateOf(data)
}

// rebuilt makes a list of the files that are there.
func rebuilt(root *os.Root, dir, base string) *Session {
	s := &Session{Version: formatVersion, ID: path.Base(base), Dir: dir, Base: base}
	main := base + ".jsonl"
	add := func(p string) {
		if f, err := measure(root, s, p); err == nil {
			s.Files = append(s.Files, f)
		}
	}
	for _, p := range versions(root, dir, File{Path: main})[main] {
		add(p)
	}
	for _, top := range []string{base, "file-history/" + s.ID, TaskDir(s.ID), "todos"} {
		if hasSides(path.Base(top)) {
			_ = fs.WalkDir(root.FS(), path.Join(dir, top), func(p string, e fs.DirEntry, err error) error {
				if err == nil && !e.IsDir() {
					add(strings.TrimPrefix(p, dir+"/"))
				}
				return nil // missing files are not part of it
			})
		}
	}
	return s
}

// measure describes a file of the archive as it is.
func measure(root *os.Root, s *Session, p string) (File, error) {
	if !s.owns(p) {
		return File{}, fs.ErrNotExist
	}
	file, info, err := openKept(root, local(s.Dir, p))
	if err != nil || file == nil {
		return File{}, cmp.Or(err, fs.ErrNotExist)
	}
	defer file.Close()
	f := File{Path: p, Size: info.Size(), Time: info.ModTime().UTC()}
	if of := own.Original(p); of != p {
		f.Of = of
	}
	f.Hash, err = hashOf(file, f.Size)
	return f, err
}

// encode returns the list as it is written.
func (s *Session) encode() []byte {
	data, _ := json.MarshalIndent(s, "", " ") // strings, numbers and times only
	return sealed(append(data, '\n'))
}

// check matches the hash of a list in it: that of the list with zeros in its place. It holds for
// every version of the format.
var check = regexp.MustCompile(`"check": "([0-9a-f]{64})?"`)

// sealed returns a list with its hash.
func sealed(list []byte) []byte {
	list = check.ReplaceAll(list, []byte(`"check": "`+strings.Repeat("0", 2*sha256.Size)+`"`))
	hash := sha256.Sum256(list)
	return check.ReplaceAll(list, []byte(`"check": "`+hex.EncodeToString(hash[:])+`"`))
}
