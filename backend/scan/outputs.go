package scan

import (
	"bytes"
	"encoding/binary"
	"hash/fnv"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"dendro/backend/internal/disk"
	"dendro/backend/transcript"
)

// OutputLimit is how much is read of an output that lies in a file of its own: rows show
// that much, and search finds it.
const OutputLimit = 16 << 20

// Outputs reads an output, for the records of one file while that is read; session is the
// record's sessionId. It returns nil where there is none that may be read.
type Outputs func(f *File, session, name string) []byte

// ReadOutput returns the beginning of a result that was moved to a file of its own
// (2.1.2+), as valid UTF-8, by the file's base name: it lies below tool-results/ in the
// side directory of the session. No link leads out of that directory, and none leads to
// it from outside of the project. For an agent that lies beside the sessions, session is
// the one it belongs to.
func (f *File) ReadOutput(session, name string) ([]byte, error) {
	file, err := f.openOutput(session, name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, OutputLimit))
	if err != nil {
		return nil, err
	}
	return bytes.ToValidUTF8(text, []byte("\uFFFD")), nil
}

func (f *File) openOutput(session, name string) (*os.File, error) {
	refused := &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	if name != filepath.Base(name) || name == "." || name == ".." || strings.ContainsFunc(name, notInNames) {
		return nil, refused
	}
	dir, side := f.sideDir(session)
	if side == "" || side == "." || side == ".." || strings.ContainsFunc(side, notInNames) {
		return nil, refused
	}
	project, err := os.OpenRoot(filepath.Join(f.Root, filepath.FromSlash(dir)))
	if err != nil {
		return nil, err
	}
	defer project.Close()
	beside, err := project.OpenRoot(side)
	if err != nil {
		return nil, err
	}
	defer beside.Close()
	return disk.OpenIn(beside, filepath.Join("tool-results", name))
}

// sideDir returns the project's directory, relative to the root, and the name of the
// session's side directory in it.
func (f *File) sideDir(session string) (project, side string) {
	if at := strings.Index(f.Path, "/subagents/"); f.Agent && at >= 0 {
		return path.Dir(f.Path[:at]), path.Base(f.Path[:at])
	}
	if f.Agent {
		return path.Dir(f.Path), session
	}
	return path.Dir(f.Path), strings.TrimSuffix(path.Base(f.Path), ".jsonl")
}

// notInNames reports whether r cannot be part of the name of an output, though
// it could be of a path on some system.
func notInNames(r rune) bool { return r < ' ' || strings.ContainsRune(`/\:`, r) }

// OutputsState identifies the outputs that the records of f name, by their sizes and
// times: with another state, f has to be read again. 0: there are none. s is what is known
// of f.
func (f *File) OutputsState(s *transcript.Summary) uint64 {
	if len(s.Outputs) == 0 {
		return 0
	}
	session := ""
	if len(s.SessionIDs) > 0 {
		session = s.SessionIDs[0]
	}
	h := fnv.New64a()
	for _, name := range s.Outputs {
		size, ms := int64(-1), int64(0)
		if file, err := f.openOutput(session, name); err == nil {
			if info, err := file.Stat(); err == nil {
				size, ms = info.Size(), info.ModTime().UnixNano()
			}
			_ = file.Close() // nothing was written
		}
		_ = binary.Write(h, binary.LittleEndian, [2]int64{size, ms}) // a hash.Hash never fails
		_, _ = io.WriteString(h, name)
	}
	return max(h.Sum64(), 1)
}

// output reads an output while the worker is watched.
func (w *worker) output(f *File, session, name string) []byte {
	w.pulse.ask()
	defer w.pulse.answered()
	text, err := f.ReadOutput(session, name)
	if err != nil {
		return nil // rows show what the record has of it
	}
	return text
}

// outputsState is File.OutputsState while the worker is watched.
func (w *worker) outputsState(f *File, s *transcript.Summary) uint64 {
	w.pulse.ask()
	defer w.pulse.answered()
	return f.OutputsState(s)
}
