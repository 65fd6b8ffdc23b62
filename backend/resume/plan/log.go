package plan

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"sync"
	"time"

	"dendro/backend/internal/disk"
	"dendro/backend/internal/own"
	"dendro/backend/settings"
	"dendro/backend/transcript"
)

// Log is the file in which Dendro notes which sessions it has begun and from where: the
// new session's file names no parent (--fork-session from 2.1.100 on). It holds ids only,
// a line each; lines that cannot be read are passed over. Without a path there is none,
// and nothing is noted. It is safe for concurrent use.
type Log struct {
	Path string
	Now  func() time.Time
	Disk *disk.Prober // remembers which mounts do not answer; nil: each question is on its own

	mu sync.Mutex // of what Add reads and writes
}

// OwnLog is that of the person that this process runs for.
func OwnLog(now func() time.Time, prober *disk.Prober) *Log {
	return &Log{Path: settings.OwnDir(prober).Sub("continued.jsonl").Path, Now: now, Disk: prober}
}

// maxLog bounds how much is read of the file: the newest continuations.
const maxLog = 4 << 20

// Add notes a continuation. One that is there already is not noted again.
func (l *Log) Add(c Continuation) error {
	if l.Path == "" {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	c.Time = l.Now().UTC().Truncate(time.Second)
	dir, name := own.At(l.Path, l.Disk)
	text, _, err := l.read()
	if err != nil {
		return err
	}
	if slices.ContainsFunc(parseLog(text), func(k Continuation) bool { return k.Session == c.Session && k.Record == c.Record }) {
		return nil
	}
	line, err := json.Marshal(c)
	if err != nil {
		return err
	}
	if len(text) > 0 && text[len(text)-1] != '\n' { // the last line is torn
		line = append([]byte{'\n'}, line...)
	}
	if err := dir.Append(name, append(line, '\n')); err != nil { // at once: another process may write, too
		return fmt.Errorf("note what was begun: %w", err)
	}
	return nil
}

// Parents returns from which session each one was begun that Dendro began. The error
// says why that is not all of them.
func (l *Log) Parents() (map[string]string, error) {
	from := map[string]string{}
	if l.Path == "" {
		return from, nil
	}
	text, all, err := l.read()
	for _, c := range parseLog(text) {
		from[c.Session] = c.From
	}
	if err == nil && !all {
		err = fmt.Errorf("%s is larger than %d MB: only its end is read", l.Path, maxLog>>20)
	}
	return from, err
}

// read returns the newest lines of the file, and whether these are all.
func (l *Log) read() (text []byte, all bool, err error) {
	dir, name := own.At(l.Path, l.Disk)
	text, all, err = dir.Tail(name, maxLog)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, true, nil
	}
	if err != nil {
		return nil, true, fmt.Errorf("read what was begun: %w", err)
	}
	return text, all, nil
}

// parseLog returns the continuations of the lines that hold one. Any other line is
// skipped, however long it is.
func parseLog(text []byte) []Continuation {
	var all []Continuation
	for line := range bytes.Lines(text) {
		var c Continuation
		if json.Unmarshal(line, &c) == nil && transcript.IsUUID(c.Session) && transcript.IsUUID(c.From) {
			all = append(all, c)
		}
	}
	return all
}
