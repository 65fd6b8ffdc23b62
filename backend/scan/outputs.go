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

// OutputLimit is the maximum length read of a result in a separate file: rows show that
// much, and search finds it.
const OutputLimit = 16 << 20

// Outputs reads a separate result for the records of one file during its scan; session is
// the record's sessionId. It returns nil if there is none, or if it may not be read.
type Outputs func(f *transcript.File, session, name string) []byte

// ReadOutput returns the beginning of a result that was moved to a separate file (2.1.2+),
// as valid UTF-8. The file, given by base name, is below tool-results/ in the side
// directory of the session. No link may lead out of that directory, or into it from outside
// the project. For an agent beside the sessions, session is its owner.
func ReadOutput(f *transcript.File, session, name string) ([]byte, error) {
	file, err := openOutput(f, session, name)
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

func openOutput(f *transcript.File, session, name string) (*os.File, error) {
	refused := &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	if name != filepath.Base(name) || name == "." || name == ".." || strings.ContainsFunc(name, notInNames) {
		return nil, refused
	}
	dir, side := sideDir(f, session)
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
func sideDir(f *transcript.File, session string) (project, side string) {
	if at := strings.Index(f.Path, "/subagents/"); f.Agent && at >= 0 {
		return path.Dir(f.Path[:at]), path.Base(f.Path[:at])
	}
	if f.Agent {
		return path.Dir(f.Path), session
	}
	return path.Dir(f.Path), strings.TrimSuffix(path.Base(f.Path), ".jsonl")
}

// notInNames reports whether r cannot be part of an output's name, although some system
// allows it in a path.
func notInNames(r rune) bool { return r < ' ' || strings.ContainsRune(`/\:`, r) }

// OutputsState returns a hash of the sizes and times of the outputs that the records of f
// name, or 0 without outputs. If it changes, f has to be read again. s is the known summary
// of f.
func OutputsState(f *transcript.File, s *transcript.Summary) uint64 {
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
		if file, err := openOutput(f, session, name); err == nil {
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

// output reads an output under the worker's watchdog.
func (w *worker) output(f *transcript.File, session, name string) []byte {
	w.pulse.ask()
	defer w.pulse.answered()
	text, err := ReadOutput(f, session, name)
	if err != nil {
		return nil // rows show the excerpt in the record
	}
	return text
}

// outputsState is OutputsState under the worker's watchdog.
func (w *worker) outputsState(f *transcript.File, s *transcript.Summary) uint64 {
	w.pulse.ask()
	defer w.pulse.answered()
	return OutputsState(f, s)
}
