package onward

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

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

	mu sync.Mutex // of what Add reads and writes
}

// OwnLog is that of the person that this process runs for.
func OwnLog(now func() time.Time) *Log { return &Log{Path: settings.Path("continued.jsonl"), Now: now} }

// maxLog bounds what is read of the file.
const maxLog = 4 << 20

// Add notes a continuation. One that is there already is not noted again.
func (l *Log) Add(c Continuation) error {
	if l.Path == "" {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	c.Time = l.Now().UTC().Truncate(time.Second)
	known, err := l.read()
	if err != nil {
		return err
	}
	if slices.ContainsFunc(known, func(k Continuation) bool { return k.Session == c.Session && k.Record == c.Record }) {
		return nil
	}
	line, err := json.Marshal(c)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(l.Path), 0o700); err != nil {
		return fmt.Errorf("note what was begun: %w", err)
	}
	file, err := os.OpenFile(l.Path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("note what was begun: %w", err)
	}
	_, err = file.Write(append(line, '\n')) // at once: another process may write, too
	return errors.Join(err, file.Close())
}

// Parents returns from which session each one was begun that Dendro began; of a file that
// cannot be read whole, what can be.
func (l *Log) Parents() map[string]string {
	all, _ := l.read()
	from := map[string]string{}
	for _, c := range all {
		from[c.Session] = c.From
	}
	return from
}

func (l *Log) read() ([]Continuation, error) {
	file, err := os.Open(l.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read what was begun: %w", err)
	}
	defer file.Close()
	var all []Continuation
	lines := bufio.NewScanner(file)
	for size := 0; lines.Scan() && size < maxLog; size += len(lines.Bytes()) + 1 {
		var c Continuation
		if json.Unmarshal(lines.Bytes(), &c) == nil && transcript.IsUUID(c.Session) && transcript.IsUUID(c.From) {
			all = append(all, c)
		}
	}
	return all, lines.Err()
}
