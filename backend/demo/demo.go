// Package demo is the built-in demo history, shown where there is no other. What
// it holds is made by backend/internal/history/demo.
package demo

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"dendro/backend/transcript"
)

//go:embed all:root
var embedded embed.FS

// Extract writes the demo history below dir, an own directory of Dendro's, and
// returns it as a root. Files that are there already with the same content are
// left alone, so that two windows can show it at once; what an older Dendro had
// in its demo goes. File times are those of the last record, as if the
// conversations had been real.
func Extract(dir string) (string, error) {
	files, err := fs.Sub(embedded, "root")
	if err != nil {
		return "", err
	}
	return extract(files, dir)
}

func extract(files fs.FS, dir string) (string, error) {
	root := filepath.Join(dir, "demo")
	wanted := map[string]bool{}
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		target := filepath.Join(root, filepath.FromSlash(name))
		wanted[target] = true
		if d.IsDir() {
			return os.MkdirAll(target, 0o700)
		}
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		return writeFile(target, data)
	})
	if err != nil {
		return "", fmt.Errorf("write the demo history: %w", err)
	}
	removeStale(root, wanted)
	return root, nil
}

// removeStale removes transcripts below root that are not wanted. What cannot
// be removed is shown; that is no reason to show nothing.
func removeStale(root string, wanted map[string]bool) {
	_ = filepath.WalkDir(filepath.Join(root, "projects"), func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && filepath.Ext(path) == ".jsonl" && !wanted[path] {
			_ = os.Remove(path)
		}
		return nil
	})
}

func writeFile(target string, data []byte) error {
	if old, err := os.ReadFile(target); err == nil && bytes.Equal(old, data) {
		return nil
	}
	tmp, err := os.CreateTemp(filepath.Dir(target), ".demo-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	_, err = tmp.Write(data)
	if err = errors.Join(err, tmp.Close()); err != nil {
		return err
	}
	if filepath.Ext(target) == ".jsonl" {
		if end := lastTime(data); !end.IsZero() {
			if err := os.Chtimes(tmp.Name(), end, end); err != nil {
				return err
			}
		}
	}
	return os.Rename(tmp.Name(), target)
}

// lastTime returns the time of a transcript's last record.
func lastTime(data []byte) time.Time {
	var d transcript.Decoder
	z := transcript.NewSummarizer()
	lines := transcript.NewLines(bytes.NewReader(data), 0, nil)
	for lines.Next() {
		z.Line(&d, lines.Line(), nil)
	}
	return z.Summary().EndTime()
}
