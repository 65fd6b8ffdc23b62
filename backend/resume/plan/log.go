package plan

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"slices"
	"sync"
	"time"

	"dendro/backend/internal/disk"
	"dendro/backend/internal/own"
	"dendro/backend/internal/plain"
	"dendro/backend/message"
	"dendro/backend/settings"
	"dendro/backend/transcript"
)

// Log is the file of sessions that Dendro started, with their parents: the new session's
// file does not name its parent (--fork-session from 2.1.100 on). It holds ids and the choice
// of parts to leave out, one session per line. Unreadable lines are skipped. Without a path it is empty and nothing is
// written. It is safe for concurrent use.
type Log struct {
	Path string
	Now  func() time.Time
	Disk *disk.Prober // remembers mounts that do not respond; nil: no memory

	mu sync.Mutex // serializes the read and write in Add
}

// OwnLog returns the log of the user who runs this process.
func OwnLog(now func() time.Time, prober *disk.Prober) *Log {
	return &Log{Path: settings.OwnDir(prober).Sub("continued.jsonl").Path, Now: now, Disk: prober}
}

// maxLog bounds the part of the file that is read: the newest entries.
const maxLog = 4 << 20

// Add adds an entry unless it is there already.
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
	if err := dir.Append(name, append(line, '\n')); err != nil { // in one write: another process may append too
		return message.New("log_not_written", "cause", err).Error(err)
	}
	return nil
}

// Parents returns the parent of each session that Dendro started, with the counts of
// its parts that were left out. An error means that the
// result may be incomplete.
func (l *Log) Parents() (map[string]transcript.Origin, error) {
	from := map[string]transcript.Origin{}
	if l.Path == "" {
		return from, nil
	}
	text, all, err := l.read()
	for _, c := range parseLog(text) {
		from[c.Session] = transcript.Origin{Session: c.From, By: transcript.BesideLog, Left: c.Left}
	}
	if err == nil && !all {
		err = message.New("log_too_large", "path", l.Path, "limit", maxLog>>20).Error(nil)
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
		return nil, true, message.New("log_not_read", "cause", err).Error(err)
	}
	return text, all, nil
}

// parseLog returns the valid entries. Any other line is skipped, whatever its length.
func parseLog(text []byte) []Continuation {
	var all []Continuation
	for line := range bytes.Lines(text) {
		var c Continuation
		if json.Unmarshal(line, &c) == nil && plain.IsUUID(c.Session) && plain.IsUUID(c.From) {
			all = append(all, c)
		}
	}
	return all
}
