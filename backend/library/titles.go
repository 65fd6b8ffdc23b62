package library

import (
	"context"
	"slices"
	"strings"
	"time"

	"dendro/backend/catalog"
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
	noted := l.noter.noted(s)
	return l.titles.get(keyOf(s, noted.Version), func() *search.Titles {
		entries := make([]search.Entry, len(s.Chats))
		for i, c := range s.Chats {
			entries[i] = titleEntry(s, c, noted)
		}
		return search.NewTitles(entries)
	})
}

func titleEntry(known *catalog.Snapshot, c *chattree.Chat, noted *Noted) search.Entry {
	texts := map[search.Field][]string{
		search.FieldTitle:   {c.Name},
		search.FieldProject: {ProjectOf(c)},
	}
	seen := map[string]bool{c.Name: true}
	add := func(field search.Field, text string) {
		if text != "" && !seen[text] {
			seen[text] = true
			texts[field] = append(texts[field], text)
		}
	}
	own := noted.OnChat(c)
	add(search.FieldTitle, own.Name)
	for _, tag := range own.Tags {
		add(search.FieldName, "#"+tag)
	}
	add(search.FieldName, own.Text)
	for _, s := range c.Sessions {
		add(search.FieldTitle, s.Name)
		add(search.FieldBranch, s.GitBranch)
		add(search.FieldID, s.ID)
		for _, name := range known.OtherNames(s.ID) {
			add(search.FieldName, name)
		}
	}
	for i := range c.Segments {
		add(search.FieldPrompt, c.Segments[i].Title)
	}
	return search.Entry{Key: c.ID, Texts: texts}
}

// ProjectOf returns the name of a chat's project.
func ProjectOf(c *chattree.Chat) string { return ProjectName(c.Project, c.WorktreeOf) }

// ProjectName returns the last element of a project's path, whichever system
// it was written on. A worktree is named after its repository as well: Claude
// Code keeps them in <repository>/.claude/worktrees/<name>, other tools in
// <repository>/.worktrees/<name>, and a list of projects called "3" tells
// nobody anything. Any other worktree is known by the directory of its repository,
// worktreeOf, which is "" elsewhere; what its name repeats of the repository's is left out.
func ProjectName(project, worktreeOf string) string {
	parts, of := pathParts(project), pathParts(worktreeOf)
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
	if repository >= 0 {
		return parts[repository] + " · " + name
	}
	if len(of) == 0 || len(parts) >= len(of) && slices.Equal(parts[:len(of)], of) {
		return name
	}
	main := of[len(of)-1]
	if rest, ok := strings.CutPrefix(name, main); ok {
		if short := strings.TrimLeft(rest, "-_."); short != "" && short != rest {
			name = short
		}
	}
	return main + " · " + name
}

func pathParts(path string) []string {
	return strings.FieldsFunc(path, func(r rune) bool { return r == '/' || r == '\\' })
}
