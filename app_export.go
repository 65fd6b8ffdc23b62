//go:build !headless

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"dendro/backend/library"
)

// Exported is what became of an export.
type Exported struct {
	File  string `json:"file"` // its name without the directory; "" where the person chose none
	Bytes int    `json:"bytes"`
}

// exported is the document that was written last: the page reveals it without
// knowing where it lies.
type exported struct {
	mu   sync.Mutex
	path string
}

func (e *exported) set(path string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.path = path
}

func (e *exported) get() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.path
}

// Export asks the person where to write a document, makes and writes it. The
// page says what to export, never where to.
func (a *App) Export(request library.ExportRequest) (Exported, error) {
	return guard(a.log, "Export", func() (Exported, error) {
		name, err := a.history.ExportName(request)
		if err != nil {
			return Exported{}, err
		}
		path, err := a.shell.ChooseSaveFile("Export", name)
		if err != nil || path == "" {
			return Exported{}, err
		}
		if filepath.Ext(path) == "" {
			path += filepath.Ext(name)
			// Nobody was asked whether this one may be replaced.
			if _, err := os.Lstat(path); err == nil {
				return Exported{}, fmt.Errorf("%s exists already", filepath.Base(path))
			}
		}
		text, err := a.history.Export(a.ctx, request)
		if err != nil {
			return Exported{}, err
		}
		if err := a.history.SaveExport(path, text); err != nil {
			return Exported{}, err
		}
		a.exported.set(path)
		return Exported{File: filepath.Base(path), Bytes: len(text)}, nil
	})
}

// RevealExport shows the document that was exported last in the file manager.
func (a *App) RevealExport() error {
	return guardErr(a.log, "RevealExport", func() error {
		path := a.exported.get()
		if path == "" {
			return errors.New("nothing was exported yet")
		}
		return a.reveal(a.ctx, path)
	})
}
