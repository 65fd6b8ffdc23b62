package chattree_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"
	"time"

	"dendro/backend/chattree"
	"dendro/backend/jsonl"
	"dendro/backend/transcript"
)

// summarize reads a file from memory.
func summarize(data []byte) *transcript.Summary {
	z := transcript.NewSummarizer()
	d := &transcript.Decoder{}
	for l := jsonl.NewLines(bytes.NewReader(data), 0, jsonl.NewBuffer(4<<10)); l.Next(); {
		z.Line(d, l.Line(), nil)
	}
	return z.Summary()
}

// loadFS reads a Claude config directory.
func loadFS(t testing.TB, root string, fsys fs.FS) (files []chattree.File, agents []chattree.AgentFile) {
	t.Helper()
	err := fs.WalkDir(fsys, "projects", func(p string, e fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // everything was deleted
		}
		if err != nil || e.IsDir() || !strings.HasSuffix(p, ".jsonl") {
			return err
		}
		data, err := fs.ReadFile(fsys, p)
		if err != nil {
			return err
		}
		var modified time.Time
		if info, err := e.Info(); err == nil {
			modified = info.ModTime()
		}
		file, agent := place(root, p, data)
		if file != nil {
			file.ModTime = modified
			files = append(files, *file)
		}
		if agent != nil {
			agents = append(agents, *agent)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files, agents
}

// place derives a file's role from its path.
func place(root, p string, data []byte) (*chattree.File, *chattree.AgentFile) {
	stem := strings.TrimSuffix(path.Base(p), ".jsonl")
	parts := strings.Split(p, "/") // projects/<dir>/<stem>.jsonl or projects/<dir>/<session>/subagents/…
	id, isAgent := strings.CutPrefix(stem, "agent-")
	switch {
	case !isAgent && len(parts) == 3:
		return &chattree.File{File: transcript.File{ID: stem, Path: p, Root: root, Size: int64(len(data))}, Summary: summarize(data)}, nil
	case !isAgent:
		return nil, nil
	}
	a := &chattree.AgentFile{File: transcript.File{ID: id, Path: p, Root: root}, Summary: summarize(data)}
	if len(parts) > 3 {
		a.Owner = parts[2]
	}
	a.Internal = transcript.InternalAgent(id, a.Summary.Task) || a.Summary.WarmUp()
	return nil, a
}

// build links all files of a Claude config directory.
func build(t testing.TB, dir string) *chattree.Forest {
	t.Helper()
	files, agents := loadFS(t, dir, os.DirFS(dir))
	return chattree.Build(files, agents)
}

// sessions returns all sessions of a forest by id.
func sessions(t testing.TB, f *chattree.Forest) map[string]*chattree.Session {
	t.Helper()
	all := map[string]*chattree.Session{}
	for _, c := range f.Chats() {
		for _, s := range c.Sessions {
			if all[s.ID] != nil {
				t.Errorf("session %s is in two chats", s.ID)
			}
			all[s.ID] = s
		}
	}
	return all
}
