package catalog

import (
	"dendro/backend/chattree"
	"dendro/backend/transcript"
)

// spellings are how projects are spelled, by their keys: one way each, so that everything
// which groups chats by their project finds one project.
type spellings map[string]string

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
