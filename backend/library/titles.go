package library

import (
	"context"
	"strings"
	"sync"
	"time"

	"dendro/backend/chattree"
	"dendro/backend/search"
)

// titleCache keeps the prepared titles of the chats as they were at seq.
type titleCache struct {
	mu     sync.Mutex
	chats  []*chattree.Chat
	titles *search.Titles
	// tableOf are the chats that the table of whole titles was made of.
	tableOf   []*chattree.Chat
	wholeList *search.TitleTable
}

// table returns the titles of all sessions for the full text search, made anew
// only when the chats have changed.
func (t *titleCache) table(chats []*chattree.Chat, titles []search.SessionTitle) *search.TitleTable {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.wholeList == nil || !sameChats(t.tableOf, chats) {
		t.tableOf, t.wholeList = chats, search.NewTitleTable(titles)
	}
	return t.wholeList
}

// forget lets go of what was prepared.
func (t *titleCache) forget() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.chats, t.titles, t.tableOf, t.wholeList = nil, nil, nil, nil
}

// Filter returns the chats whose title, project, prompts, branches or ids fit
// q, best first, at most limit of them, and how many there are in all.
func (l *Library) Filter(ctx context.Context, q string, limit int) ([]search.TitleMatch, int, error) {
	return l.preparedTitles().Find(ctx, q, limit)
}

// FilterWithin is Filter that gives what it has, of the newest chats, when its
// time is up, and says whether that is everything; of the chats that among
// allows, where it is given.
func (l *Library) FilterWithin(ctx context.Context, q string, limit int, within time.Duration, among func(chat string) bool) (matches []search.TitleMatch, total int, complete bool, err error) {
	return l.preparedTitles().FindWithin(ctx, q, limit, within, among)
}

func (l *Library) preparedTitles() *search.Titles {
	chats := l.Chats()
	t := &l.titles
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.titles == nil || !sameChats(t.chats, chats) {
		entries := make([]search.Entry, len(chats))
		for i, c := range chats {
			entries[i] = titleEntry(c)
		}
		t.chats, t.titles = chats, search.NewTitles(entries)
	}
	return t.titles
}

// sameChats compares by identity: a chat is not changed once published.
func sameChats(a, b []*chattree.Chat) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func titleEntry(c *chattree.Chat) search.Entry {
	texts := map[search.Field][]string{
		search.FieldTitle:   {c.Title},
		search.FieldProject: {ProjectName(c.Project)},
	}
	seen := map[string]bool{c.Title: true}
	add := func(field search.Field, text string) {
		if text != "" && !seen[text] {
			seen[text] = true
			texts[field] = append(texts[field], text)
		}
	}
	for _, s := range c.Sessions {
		add(search.FieldTitle, s.Title)
		add(search.FieldBranch, s.GitBranch)
		add(search.FieldID, s.ID)
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
