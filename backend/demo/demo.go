// Package demo is the built-in demo history, shown if there is no other.
// backend/internal/history/demo generates it.
package demo

import (
	"bytes"
	"crypto/rand"
	"embed"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"time"

	"dendro/backend/internal/disk"
	"dendro/backend/internal/own"
	"dendro/backend/jsonl"
	"dendro/backend/message"
	"dendro/backend/transcript"
)

//go:embed all:root
var embedded embed.FS

// Extract writes the demo history below dir, one of Dendro's own directories, and returns
// it as a root. Existing files with the same content are left alone, so that two windows
// can show it at once; files of an older demo are removed. File times are those of the last
// record, as in a real history.
func Extract(dir string) (string, error) {
	files, err := fs.Sub(embedded, "root")
	if err != nil {
		return "", err
	}
	return extract(files, dir)
}

func extract(files fs.FS, dir string) (string, error) {
	root, err := makeRoot(dir)
	if err != nil {
		return "", message.New("demo_unsafe", "cause", err).Error(err)
	}
	defer root.Close()
	wanted := map[string]bool{}
	err = fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		wanted[name] = true
		if d.IsDir() {
			return root.MkdirAll(name, 0o700)
		}
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		return writeFile(root, name, data)
	})
	if err != nil {
		return "", message.New("demo_not_written", "cause", err).Error(err)
	}
	removeStale(root, wanted)
	return root.Name(), nil
}

// makeRoot opens the directory of the demo as a root that links cannot escape.
func makeRoot(dir string) (*os.Root, error) {
	cache := own.Dir{Path: dir}
	if err := cache.Make(); err != nil {
		return nil, err
	}
	parent, err := cache.Open()
	if err != nil {
		return nil, err
	}
	defer parent.Close()
	const name = "demo"
	if info, err := parent.Lstat(name); err == nil && !info.IsDir() {
		return nil, message.New("demo_dir_taken", "path", filepath.Join(dir, name)).Error(nil)
	}
	if err := parent.MkdirAll(name, 0o700); err != nil {
		return nil, err
	}
	return parent.OpenRoot(name)
}

// removeStale removes transcripts of an older demo. Errors are ignored: showing an old file
// is harmless.
func removeStale(root *os.Root, wanted map[string]bool) {
	_ = fs.WalkDir(root.FS(), "projects", func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && path.Ext(name) == ".jsonl" && !wanted[name] {
			_ = root.Remove(name)
		}
		return nil
	})
}

func writeFile(root *os.Root, name string, data []byte) (err error) {
	if holds(root, name, data) {
		return nil
	}
	tmp := path.Join(path.Dir(name), ".demo-"+rand.Text())
	file, err := root.OpenFile(tmp, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = root.Remove(tmp)
		}
	}()
	_, err = file.Write(data)
	if err = errors.Join(err, file.Close()); err != nil {
		return err
	}
	if path.Ext(name) == ".jsonl" {
		if end := lastTime(data); !end.IsZero() {
			if err := root.Chtimes(tmp, end, end); err != nil {
				return err
			}
		}
	}
	return root.Rename(tmp, name)
}

// holds reports whether a file's content is exactly data.
func holds(root *os.Root, name string, data []byte) bool {
	file, err := disk.OpenIn(root, name)
	if err != nil {
		return false
	}
	defer file.Close()
	old, err := io.ReadAll(io.LimitReader(file, int64(len(data))+1))
	return err == nil && bytes.Equal(old, data)
}

// lastTime returns the time of a transcript's last record.
func lastTime(data []byte) time.Time {
	var d transcript.Decoder
	z := transcript.NewSummarizer()
	lines := jsonl.NewLines(bytes.NewReader(data), 0, nil)
	for lines.Next() {
		z.Line(&d, lines.Line(), nil)
	}
	return z.Summary().EndTime()
}
