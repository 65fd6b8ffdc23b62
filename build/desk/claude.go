package desk

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// fakeClaude records its call and exits. Each call gets a directory of its own, in which
// the file done is written last. Asking for its version does not count: Dendro asks before
// it plans.
const fakeClaude = `#!/bin/sh
if [ "$*" = --version ]; then
  echo '2.1.330 (Claude Code)'
  exit
fi
dir=$(mktemp -d '%s/call.XXXXXX') || exit 1
for arg do printf '%%s\0' "$arg"; done >"$dir/argv"
pwd -P | head -c -1 >"$dir/cwd"
env -0 >"$dir/env"
: >"$dir/done"
sleep 1
`

// Call is a recorded call of claude.
type Call struct {
	Argv []string // without the program's name
	Dir  string
	Env  map[string]string
}

// Records is the directory of the fake claude's recorded calls.
func (d *Desk) Records() string { return filepath.Join(d.Dir, "records") }

// FakeClaude puts a claude on the desktop's PATH that records its calls.
func (d *Desk) FakeClaude() error {
	script := fmt.Sprintf(fakeClaude, d.Records())
	return os.WriteFile(filepath.Join(d.bin(), "claude"), []byte(script), 0o755)
}

// Calls returns the calls recorded so far.
func (d *Desk) Calls() ([]Call, error) {
	done, err := filepath.Glob(filepath.Join(d.Records(), "call.*", "done"))
	if err != nil {
		return nil, err
	}
	calls := []Call{}
	for _, file := range done {
		call, err := readCall(filepath.Dir(file))
		if err != nil {
			return nil, err
		}
		calls = append(calls, call)
	}
	return calls, nil
}

func readCall(dir string) (Call, error) {
	var parts [3]string
	for i, name := range []string{"argv", "cwd", "env"} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return Call{}, err
		}
		parts[i] = string(data)
	}
	call := Call{Argv: split(parts[0]), Dir: parts[1], Env: map[string]string{}}
	for _, entry := range split(parts[2]) {
		name, value, _ := strings.Cut(entry, "=")
		call.Env[name] = value
	}
	return call, nil
}

// split splits a list whose every element ends with NUL.
func split(list string) []string {
	if list == "" {
		return []string{}
	}
	return strings.Split(strings.TrimSuffix(list, "\x00"), "\x00")
}

// Session is a session written by WriteSession.
type Session struct {
	ID  string
	Dir string // the directory that it was started in; it exists
	// File is its transcript.
	File string
}

// hostileDir is a directory name that breaks naive joining into a shell command.
const hostileDir = `a "b" 'c' $(touch pwned) ; & \ 日本語`

// WriteSession writes a session of two turns, started in a directory whose name is
// difficult for shells, terminals and paths.
func (d *Desk) WriteSession() (Session, error) {
	s := Session{
		ID:  "3f1c2a90-7b6d-4e5f-8a21-0c9d8e7f6a5b",
		Dir: filepath.Join(d.Home, "code", hostileDir),
	}
	s.File = filepath.Join(d.Root, "projects", "-home-code", s.ID+".jsonl")
	if err := os.MkdirAll(s.Dir, 0o700); err != nil {
		return s, err
	}
	return s, s.write(time.Now().Add(-time.Hour), time.Minute, slices.Values([]line{
		{kind: "user", text: "Name the leaves of this tree"},
		{kind: "assistant", text: "Oak, ash and thorn."},
		{kind: "user", text: "And its roots?"},
		{kind: "assistant", text: "They go deeper than the file."},
	}))
}
