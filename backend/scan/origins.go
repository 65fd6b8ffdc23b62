package scan

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"dendro/backend/internal/disk"
	"dendro/backend/transcript"
)

// CardsDir returns the directory of the desktop app's cards, or "" if the system does not
// define it.
func CardsDir() string {
	dir, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "Claude", "claude-code-sessions")
}

// Limits for files beside the transcripts; real files have a few kilobytes.
const (
	maxBeside  = 1 << 20
	maxBesides = 20_000
)

// Origins returns the ancestors of sessions according to files beside the transcripts: the
// jobs of the roots (jobs/<id>/state.json), and the cards of the desktop app below cards
// (<organisation>/<user>/local_*.json). Unreadable files are skipped.
func Origins(roots []Root, cards string) map[string][]transcript.Origin {
	all := map[string][]transcript.Origin{}
	for _, root := range roots {
		for data := range besides(filepath.Join(root.Path, "jobs"), "state.json", 1) {
			session, from := transcript.ParseJob(data)
			all[session] = append(all[session], from...)
		}
	}
	if cards != "" {
		byID, known := map[string]string{}, []transcript.Card{}
		for data := range besides(cards, "local_*.json", 2) {
			c := transcript.ParseCard(data)
			byID[c.ID] = c.Session
			known = append(known, c)
		}
		for _, c := range known {
			all[c.Session] = append(all[c.Session], c.From...)
			all[c.Session] = append(all[c.Session], c.ForkOf(cmp.Or(byID[c.Forked], c.Forked))...)
		}
	}
	delete(all, "")
	for session, from := range all {
		slices.SortFunc(from, func(a, b transcript.Origin) int {
			return cmp.Or(cmp.Compare(a.By, b.By), cmp.Compare(a.Session, b.Session))
		})
		if all[session] = slices.Compact(from); len(from) == 0 {
			delete(all, session)
		}
	}
	return all
}

// besides returns the contents of the files with matching names, depth directories below
// dir. Links are not followed.
func besides(dir, pattern string, depth int) func(yield func([]byte) bool) {
	return func(yield func([]byte) bool) {
		looked := 0
		_ = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
			if err != nil {
				return fs.SkipDir // including the first one: it is optional
			}
			if looked++; looked > maxBesides {
				return fs.SkipAll
			}
			below := strings.Count(strings.TrimPrefix(path, dir), string(filepath.Separator))
			if e.IsDir() {
				if below > depth {
					return fs.SkipDir
				}
				return nil
			}
			if match, _ := filepath.Match(pattern, e.Name()); below != depth+1 || !match || !e.Type().IsRegular() {
				return nil
			}
			if data, err := disk.ReadFile(path, maxBeside); err == nil && !yield(data) {
				return fs.SkipAll
			}
			return nil
		})
	}
}
