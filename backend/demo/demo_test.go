package demo

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"
	"time"

	"dendro/backend/catalog"
	"dendro/backend/library"
	"dendro/backend/scan"
)

var begin = time.Date(2026, 11, 3, 9, 0, 0, 0, time.UTC)

func TestExtract(t *testing.T) {
	record := `{"type":"user","uuid":"11111111-1111-4111-8111-111111111111","timestamp":"2026-11-03T09:00:00.000Z","message":{"role":"user","content":"hello"}}` + "\n"
	files := fstest.MapFS{
		"projects/-a/s.jsonl":                 {Data: []byte(record)},
		"projects/-a/s/tool-results/out.txt":  {Data: []byte("out")},
		"projects/-a/s/subagents/agent-1.txt": {Data: []byte("x")},
	}
	dir := t.TempDir()
	project := filepath.Join(dir, "demo", "projects", "-a")
	if err := os.MkdirAll(project, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"older.jsonl": record, "s.jsonl": "torn"} {
		if err := os.WriteFile(filepath.Join(project, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var root string
	for range 2 {
		var err error
		if root, err = extract(files, dir); err != nil {
			t.Fatal(err)
		}
	}
	l := library.New(library.Options{Options: catalog.Options{Roots: []scan.Root{{Path: root}}, Now: func() time.Time { return begin.AddDate(0, 0, 29) }}, Demo: true})
	if err := l.Catalog.Scan(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	state := l.State()
	if state.Totals.Sessions != 1 || !state.Demo {
		t.Errorf("%+v", state)
	}
	_, session, _ := l.Session("s")
	f := l.Lister.View().Facts(session)
	if !l.Catalog.Snapshot().File("s").ModTime.Equal(begin) || f.ExpiresInDays != nil || f.Live || len(l.Doctor().Expiring) > 0 {
		t.Errorf("%+v", f)
	}
	if _, err := extract(files, filepath.Join(root, "projects/-a/s.jsonl")); err == nil {
		t.Error("written below a file")
	}
}

func TestTheDemoIsAClaudeDirectory(t *testing.T) {
	root, err := Extract(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	transcripts, err := fs.Glob(os.DirFS(root), "projects/*/*.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	if len(transcripts) == 0 {
		t.Error("it holds no transcript")
	}
}
