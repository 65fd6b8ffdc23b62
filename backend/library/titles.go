package library

import (
	"context"
	"strings"
	"time"

	"dendro/backend/chattree"
	"dendro/backend/search"
)

// Filter returns the chats whose title, project, prompts, branches or ids fit
// q, best first, at most limit of them, and how many there are in all. It gives what
// it has, of the newest chats, when its time is up, and says whether that is
// everything; 0: it takes its time. Of the chats that among allows, where it is given.
func (l *Searcher) Filter(ctx context.Context, q string, limit int, within time.Duration, among func(chat string) bool) (matches []search.TitleMatch, total int, complete bool, err error) {
	return l.preparedTitles().Find(ctx, q, limit, within, among)
}

func (l *Searcher) preparedTitles() *search.Titles {
	s := l.catalog.Snapshot()
	return l.titles.get(s.Version, func() *search.Titles {
		entries := make([]search.Entry, len(s.Chats))
		for i, c := range s.Chats {
			entries[i] = titleEntry(c)
		}
		return search.NewTitles(entries)
	})
}

func titleEntry(c *chattree.Chat) search.Entry {
	texts := map[search.Field][]string{
		search.FieldTitle:   {c.Name},
		search.FieldProject: {ProjectName(c.Project)},
	}
	seen := map[string]bool{c.Name: true}
	add := func(field search.Field, text string) {
		if text != "" && !seen[text] {
			seen[text] = true
			texts[field] = append(texts[field], text)
		}
	}
	for _, s := range c.Sessions {
		add(search.FieldTitle, s.Name)
		add(search.FieldBranch, s.GitBranch)
		add(search.FieldID, s.ID)
		if s.Source != nil && s.Source.Summary != nil {
			for _, name := range s.Source.Summary.OtherNames() {
				add(search.FieldName, name)
			}
		}
	}
	for i := range c.Segments {
		add(search.FieldPrompt, c.Segments[i].Title)
	}
	return search.Entry{Key: c.ID, Texts: texts}
}

// ProjectName returns the last element of a project's path, whichever system
// it was written on. A worktree is named after its repository as well: Claude
// Code keeps them in <repository>/.claude/worktrees/<name>, other tools in
// <repository>/.worktrees/<name>, and a list of projects called "3" tells
// nobody anything.
func ProjectName(project string) string {
	parts := strings.FieldsFunc(project, func(r rune) bool { return r == '/' || r == '\\' })
	if len(parts) == 0 {
		return project
	}
	last := len(parts) - 1
	name, repository := parts[last], -1
	switch {
	case last >= 2 && parts[last-1] == ".worktrees":
		repository = last - 2
	case last >= 3 && parts[last-1] == "worktrees" && parts[last-2] == ".claude":
		repository = last - 3
	}
	if repository < 0 {
		return name
	}
	return parts[repository] + " · " + name
}
