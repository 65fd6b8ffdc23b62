package catalog

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"

	"dendro/backend/chattree"
	"dendro/backend/internal/disk"
	"dendro/backend/transcript"
)

// spellings are how projects are spelled, by their keys: one way each, so that everything
// which groups chats by their project finds one project.
type spellings map[string]string

// repositories are the repositories of worktrees by their directories, as the .git files
// there say; "" for other directories.
type repositories struct {
	known map[string]string
	// prober has a patience of its own: no list waits for a directory that does not respond.
	prober disk.Prober
	// stalled is set after the first timeout: no other directory is asked then.
	stalled bool
}

// gitFilePatience is how long a list may wait for .git files in total.
const gitFilePatience = 200 * time.Millisecond

func newRepositories() *repositories {
	return &repositories{known: map[string]string{}, prober: disk.Prober{Patience: gitFilePatience}}
}

// of returns the repository of the worktree in a directory, or "". It asks once, and only
// directories of this machine: a path to a share could call another one.
func (r *repositories) of(dir string) string {
	known, asked := r.known[dir]
	if asked || r.stalled || !filepath.IsAbs(dir) || strings.HasPrefix(dir, `\\`) || strings.HasPrefix(dir, "//") {
		return known
	}
	file := filepath.Join(dir, ".git")
	data, err := disk.WithTimeout(context.Background(), &r.prober, dir, func() ([]byte, error) {
		if info, err := os.Lstat(file); err != nil || !info.Mode().IsRegular() {
			return nil, err // a repository has a directory there
		}
		return disk.ReadFile(file, maxGitFile)
	})
	if err == nil {
		known = transcript.LinkedRepository(dir, data)
	}
	r.stalled = errors.Is(err, disk.ErrNoAnswer)
	r.known[dir] = known
	return known
}

// maxGitFile bounds the .git file of a worktree, which is one line.
const maxGitFile = 16 << 10

// place adds the repositories that chats do not say themselves: a sibling in the same
// directory says so, or the .git file there. Chats are shared, so they are replaced.
func (r *repositories) place(chats []*chattree.Chat) {
	siblings := map[string]string{}
	for _, c := range chats {
		if c.Repository == "" {
			continue
		}
		key := transcript.ProjectKey(c.Project)
		if old, known := siblings[key]; !known || c.Repository < old {
			siblings[key] = c.Repository
		}
	}
	for i, c := range chats {
		if c.Repository != "" || c.Project == "" {
			continue
		}
		repository := siblings[transcript.ProjectKey(c.Project)]
		if repository == "" {
			repository = r.of(c.Project)
		}
		if repository = transcript.Repository(c.Project, repository); repository != "" {
			placed := *c
			placed.Repository = repository
			chats[i] = &placed
		}
	}
}

// spell gives all chats of a project one spelling of it and returns the spellings. Chats
// are shared: one that is spelled otherwise is replaced.
func spell(chats []*chattree.Chat) spellings {
	keys, best := map[string]string{}, spellings{} // keys by what the chats say
	add := func(dir string) {
		if _, known := keys[dir]; known || dir == "" {
			return
		}
		key, spelled := transcript.ProjectKey(dir), transcript.ProjectSpelling(dir)
		keys[dir] = key
		if old, known := best[key]; !known || transcript.BetterSpelling(spelled, old) {
			best[key] = spelled
		}
	}
	for _, c := range chats {
		add(c.Project)
		add(c.Repository)
	}
	for i, c := range chats {
		project, repository := best[keys[c.Project]], best[keys[c.Repository]]
		if project != c.Project || repository != c.Repository {
			respelled := *c
			respelled.Project, respelled.Repository = project, repository
			chats[i] = &respelled
		}
	}
	return best
}

// projectsIn returns how many projects list chats: a repository and its worktrees are one.
func projectsIn(chats []*chattree.Chat) int {
	projects := map[string]bool{}
	for _, c := range chats {
		projects[c.ListedIn()] = true
	}
	return len(projects)
}

// respelled returns the chats whose project was spelled otherwise before.
func (s spellings) respelled(before spellings, chats []*chattree.Chat) []string {
	changed := map[string]bool{}
	for key, spelled := range s {
		if old, known := before[key]; known && old != spelled {
			changed[spelled] = true
		}
	}
	if len(changed) == 0 {
		return nil
	}
	var ids []string
	for _, c := range chats {
		if changed[c.Project] || changed[c.Repository] {
			ids = append(ids, c.ID)
		}
	}
	return ids
}
