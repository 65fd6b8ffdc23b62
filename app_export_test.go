//go:build !headless

package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"dendro/backend/library"
)

func TestExport(t *testing.T) {
	app, _, shell := newTestApp(t)
	request := library.ExportRequest{Session: "a", What: "branch", Format: "md"}
	if err := app.RevealExport(); err == nil {
		t.Error("revealed what was never exported")
	}
	if got, err := app.Export(request); err != nil || got != (Exported{}) {
		t.Errorf("nothing picked: %+v, %v", got, err)
	}
	dir := t.TempDir()
	shell.choice = filepath.Join(dir, "mine") // without an ending: the format's is added
	got, err := app.Export(request)
	if err != nil || got != (Exported{File: "mine.md", Bytes: len("branch of a")}) {
		t.Errorf("got %+v, %v", got, err)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "mine.md")); err != nil || string(text) != "branch of a" {
		t.Errorf("wrote %q, %v", text, err)
	}
	if err := app.RevealExport(); err != nil || !slices.Contains(shell.did, "reveal "+filepath.Join(dir, "mine.md")) {
		t.Errorf("%v, did %q", err, shell.did)
	}
	if _, err := app.Export(request); err == nil {
		t.Error("replaced a file that nobody was asked about")
	}
	shell.choice = filepath.Join(dir, "mine.md") // the dialog has asked
	if _, err := app.Export(request); err != nil {
		t.Error(err)
	}
}

func TestExportFailsWithAnError(t *testing.T) {
	app, _, shell := newTestApp(t)
	shell.choice = filepath.Join(t.TempDir(), "x.md")
	if _, err := app.Export(library.ExportRequest{Session: "b", Format: "md"}); err == nil || len(shell.did) > 0 {
		t.Errorf("a session that is not there: %v, did %q", err, shell.did)
	}
	if _, err := app.Export(library.ExportRequest{Session: "a", Format: "md", What: "panic"}); err == nil {
		t.Error("a panic is no error")
	}
	shell.choice = filepath.Join(t.TempDir(), "none", "x.md")
	if _, err := app.Export(library.ExportRequest{Session: "a", Format: "md"}); err == nil {
		t.Error("wrote into a directory that is not there")
	}
}
