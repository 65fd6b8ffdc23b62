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

// CardsDir returns the directory of the desktop app's cards of chats with Claude Code, or "" if the system does not
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

// CardDirs returns the directories that hold cards: desktop, unless it is empty, and those of
// the desktop app's Cowork, which keeps a card beside the directory of each of its sessions.
func CardDirs(desktop string, roots []Root) []string {
	var dirs []string
	if desktop != "" {
		dirs = append(dirs, desktop)
	}
	for _, root := range roots {
		if dir := coworkDir(root.Path); dir != "" && !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// Jobs returns the ancestors of sessions according to the jobs of a root (<id>/state.json
// below dir). Unreadable files are skipped.
func Jobs(dir string) map[string]transcript.About {
	all := map[string]transcript.About{}
	for data := range besides(dir, "state.json", 1) {
		session, from := transcript.ParseJob(data)
		all[session] = transcript.About{From: append(all[session].From, from...)}
	}
	return sorted(all)
}

// Cards returns the titles and ancestors of sessions according to the desktop app's cards
// (<organisation>/<user>/local_*.json below dir). Unreadable files are skipped.
func Cards(dir string) map[string]transcript.About {
	byID, known := map[string]string{}, []transcript.Card{}
	for data := range besides(dir, "local_*.json", 2) {
		c := transcript.ParseCard(data)
		byID[c.ID] = c.Session
		known = append(known, c)
	}
	all := map[string]transcript.About{}
	for _, c := range known {
		about := all[c.Session]
		about.Title = cmp.Or(about.Title, c.Title)
		about.From = append(about.From, c.From...)
		about.From = append(about.From, c.ForkOf(cmp.Or(byID[c.Forked], c.Forked))...)
		all[c.Session] = about
	}
	return sorted(all)
}

// sorted sorts the ancestors of each session and removes repeated ones, and sessions about
// which nothing is said.
func sorted(all map[string]transcript.About) map[string]transcript.About {
	delete(all, "")
	for session, about := range all {
		slices.SortFunc(about.From, func(a, b transcript.Origin) int {
			return cmp.Or(cmp.Compare(a.By, b.By), cmp.Compare(a.Session, b.Session))
		})
		about.From = slices.Compact(about.From)
		if all[session] = about; about.Title == "" && len(about.From) == 0 {
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
