package library

import (
	"context"
	"strings"
	"time"

	"dendro/backend/catalog"
	"dendro/backend/chattree"
	"dendro/backend/search/titles"
)

// Filter returns the chats whose title, project, prompts, branches or ids fit
// q, best first, at most limit of them, and how many there are in all. It gives what
// it has, of the newest chats, when its time is up, and says whether that is
// everything; 0: it takes its time. Of the chats that among allows, where it is given.
func (l *Searcher) Filter(ctx context.Context, q string, limit int, within time.Duration, among func(chat string) bool) (matches []titles.Match, total int, complete bool, err error) {
	return l.preparedTitles().Find(ctx, q, limit, within, among)
}

func (l *Searcher) preparedTitles() *titles.List {
	s := l.catalog.Snapshot()
	noted := l.noter.noted(s)
	return l.titles.get(keyOf(s, noted.Version), func() *titles.List {
		entries := make([]titles.Entry, len(s.Chats))
		for i, c := range s.Chats {
			entries[i] = titleEntry(s, c, noted)
		}
		return titles.New(entries)
	})
}

func titleEntry(known *catalog.Snapshot, c *chattree.Chat, noted *Noted) titles.Entry {
	texts := map[titles.Field][]string{
		titles.FieldTitle:   {c.Name},
		titles.FieldProject: {ProjectOf(c)},
	}
	seen := map[string]bool{c.Name: true}
	add := func(field titles.Field, text string) {
		if text != "" && !seen[text] {
			seen[text] = true
			texts[field] = append(texts[field], text)
		}
	}
	own := noted.OnChat(c.ID)
	add(titles.FieldTitle, own.Name)
	for _, tag := range own.Tags {
		add(titles.FieldName, "#"+tag)
	}
	add(titles.FieldName, own.Text)
	for _, s := range c.Sessions {
		add(titles.FieldTitle, s.Name)
		add(titles.FieldBranch, s.GitBranch)
		add(titles.FieldID, s.ID)
		for _, name := range known.OtherNames(s.ID) {
			add(titles.FieldName, name)
		}
	}
	for i := range c.Segments {
		add(titles.FieldPrompt, c.Segments[i].Title)
	}
	return titles.Entry{Key: c.ID, Texts: texts}
}

// ProjectOf returns the name of a chat's project.
func ProjectOf(c *chattree.Chat) string { return ProjectName(c.Project, c.Repository) }

// ProjectName returns the last element of a project's path, whichever system it was written
// on. A worktree is named after its repository as well: a project called "3" tells nobody
// anything.
func ProjectName(project, repository string) string {
	if repository == "" {
		return lastPart(project)
	}
	return lastPart(repository) + " · " + WorktreeName(project, repository)
}

// WorktreeName returns the name of a worktree without what it repeats of its repository's.
func WorktreeName(project, repository string) string {
	name := lastPart(project)
	if rest, ok := strings.CutPrefix(name, lastPart(repository)); ok {
		if short := strings.TrimLeft(rest, "-_."); short != "" && short != rest {
			return short
		}
	}
	return name
}

// lastPart returns the last element of a path, or the path if it has none.
func lastPart(path string) string {
	parts := strings.FieldsFunc(path, func(r rune) bool { return r == '/' || r == '\\' })
	if len(parts) == 0 {
		return path
	}
	return parts[len(parts)-1]
}
