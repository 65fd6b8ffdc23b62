package archive

import (
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"time"
)

// Session is a session as the archive holds it.
type Session struct {
	ID      string    `json:"session"`
	Root    string    `json:"root"`    // the Claude config directory that it was in
	Project string    `json:"project"` // its working directory
	Title   string    `json:"title"`
	Kept    time.Time `json:"kept"`
	Why     Reason    `json:"why"`
	Files   []File    `json:"files"` // the transcript first
	// Order is the number of the record: of several with one key the highest counts.
	Order uint64 `json:"order"`
}

// Reason is why a session was kept.
type Reason string

// The reasons.
const (
	ByHand  Reason = "hand"
	Expires Reason = "expires"
	Starred Reason = "starred"
)

// File is a file of a session.
type File struct {
	Path    string    `json:"path"` // relative to the root, with slashes
	Size    int64     `json:"size"`
	ModTime time.Time `json:"modTime"`
	Hash    text      `json:"hash"` // SHA-256 of the content
	// Swapped is set if a placeholder stands for the session's id in the chunks.
	Swapped bool   `json:"swapped,omitempty"`
	Chunks  []text `json:"chunks"`
}

// Key identifies a session: see [KeyOf].
func (s *Session) Key() string { return KeyOf(s.Root, s.Transcript().Path) }

// KeyOf returns the key of the session whose transcript has a path relative to a root. Its id
// is no key: copies of a session have the same.
func KeyOf(root, transcript string) string { return root + "\x00" + transcript }

// Transcript returns the session's own file.
func (s *Session) Transcript() File {
	if len(s.Files) == 0 {
		return File{}
	}
	return s.Files[0]
}

// Bytes returns the size of all files, uncompressed.
func (s *Session) Bytes() int64 {
	var n int64
	for _, f := range s.Files {
		n += f.Size
	}
	return n
}

// text is a hash that is hexadecimal in JSON.
type text sum

func (t text) MarshalText() ([]byte, error) { return []byte(hex.EncodeToString(t[:])), nil }

func (t *text) UnmarshalText(b []byte) error {
	_, err := hex.Decode(t[:], b)
	if err == nil && len(b) != 2*len(t) {
		err = errDamaged
	}
	return err
}

// dropped is the content of an entry that takes a session out of the archive.
type dropped struct {
	Key   string `json:"key"`
	Order uint64 `json:"order"`
}

// parse returns the session of a record. A record with paths that no session has is damaged.
func parse(content []byte) (*Session, error) {
	s := &Session{}
	if err := json.Unmarshal(content, s); err != nil {
		return nil, err
	}
	for i, f := range s.Files {
		if !sessionPath(f.Path) || i == 0 && !strings.HasPrefix(f.Path, "projects/") {
			return nil, errDamaged
		}
	}
	if len(s.Files) == 0 {
		return nil, errDamaged
	}
	return s, nil
}

// directories are where the files of sessions lie in a Claude config directory.
var directories = []string{"projects", "file-history", "tasks", "todos", "plans"}

// sessionPath reports whether a path may be that of a session's file. An archive that comes
// from elsewhere must not restore anything else, as settings that run commands.
func sessionPath(p string) bool {
	dir, _, below := strings.Cut(p, "/")
	return below && localPath(p) && slices.Contains(directories, dir)
}
