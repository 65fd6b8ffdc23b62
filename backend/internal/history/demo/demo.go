// Package demo writes the demo history: three projects of one developer, two weeks of work,
// every kind of record that is common. It is checked in under backend/demo/root, shown by
// `dendro --demo`, and used by the end-to-end tests and the README's screenshots.
//
// The conversations are made up. Change them here, then run
//
//	go test ./backend/internal/history/demo -update
package demo

import (
	"strings"
	"time"

	"dendro/backend/internal/history"
)

// Build plays the history. Its bytes are always the same.
func Build() *history.Home {
	h := history.New(20261103, at(2, 8, 0))
	dotfiles(h)
	uploads(h)
	sessions(h)
	flaky(h)
	migration(h)
	backfill(h)
	coldStart(h)
	deleted(h)
	return h
}

// at returns a time in November 2026.
func at(day, hour, minute int) time.Time {
	return time.Date(2026, 11, day, hour, minute, 0, 0, time.UTC)
}

// md returns a text with ´ replaced by the backtick, which Go's raw strings cannot hold,
// and without surrounding line breaks.
func md(s string) string { return strings.Trim(strings.ReplaceAll(s, "´", "`"), "\n") }

const (
	uploadDir    = "/home/ada/projects/upload-api"
	dotfilesDir  = "/home/ada/dotfiles"
	migrationDir = "/home/ada/code/資料庫-migration"
)

func env(dir, branch, version string) history.Env {
	return history.Env{Cwd: dir, Branch: branch, Version: version}
}
