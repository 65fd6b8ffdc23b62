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
	for _, c := range chats {
		if _, known := keys[c.Project]; known {
			continue
		}
		key, spelled := transcript.ProjectKey(c.Project), transcript.ProjectSpelling(c.Project)
		keys[c.Project] = key
		if old, known := best[key]; !known || transcript.BetterSpelling(spelled, old) {
			best[key] = spelled
		}
	}
	for i, c := range chats {
		if spelled := best[keys[c.Project]]; spelled != c.Project {
			respelled := *c
			respelled.Project = spelled
			chats[i] = &respelled
		}
	}
	return best
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
		if changed[c.Project] {
			ids = append(ids, c.ID)
		}
	}
	return ids
}
