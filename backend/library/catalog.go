package library

import (
	"maps"
	"sync"
	"time"

	"dendro/backend/chattree"
	"dendro/backend/search"
	"dendro/backend/transcript"
)

// catalog tells a search what the files are, as they were when it began.
type catalog struct {
	files    map[string]*search.FileInfo // by absolute path
	sessions map[string]*entry
	chats    map[string]*chattree.Chat // by session
	titles   *search.TitleTable

	of   uint64          // Library.made when this was made
	live map[string]bool // sessions that were live then

	agents map[string][]*entry // by session
	text   *search.Index       // of these files

	once     sync.Once
	crossing *across // of across

	mu     sync.Mutex
	copies map[*chattree.Chat]*copies
}

// copies tells which sessions of a chat hold a record.
type copies struct {
	holders map[transcript.ID][]*search.FileInfo // by identity, the first writer first; where there are several
	minted  chattree.Identities
}

// catalog describes all files that are worth searching. It is made anew where
// something has changed since the last time: most searches are another letter
// of the one before.
func (l *Library) catalog() *catalog {
	live := l.alive()
	l.mu.RLock()
	defer l.mu.RUnlock()
	if c := l.described.Load(); c != nil && c.of == l.made && maps.Equal(c.live, live) {
		return c
	}
	c := l.describe(live)
	l.described.Store(c)
	return c
}

// describe makes a catalog. l.mu is held.
func (l *Library) describe(live map[string]bool) *catalog {
	c := &catalog{
		of: l.made, live: live, agents: l.agents, text: l.text,
		files: make(map[string]*search.FileInfo, len(l.entries)), sessions: l.sessions,
		chats: make(map[string]*chattree.Chat, len(l.sessions)), copies: map[*chattree.Chat]*copies{},
	}
	var titles []search.SessionTitle
	for _, chat := range l.chats {
		for _, s := range chat.Sessions {
			e := l.sessions[s.ID]
			if e == nil {
				continue
			}
			info := fileInfo(chat, s, e, live[s.ID])
			c.files[info.Key] = info
			c.chats[s.ID] = chat
			titles = append(titles, search.SessionTitle{Info: info, Title: s.Title})
		}
	}
	for owner, agents := range l.agents {
		e := l.sessions[owner]
		if e == nil || c.files[e.file.Abs()] == nil {
			continue
		}
		for _, a := range agents {
			info := *c.files[e.file.Abs()]
			info.Key, info.Agent, info.Unique = a.file.Abs(), a.file.ID, a.unique
			c.files[info.Key] = &info
		}
	}
	c.titles = l.titles.table(l.chats, titles)
	return c
}

func fileInfo(chat *chattree.Chat, s *chattree.Session, e *entry, live bool) *search.FileInfo {
	end := e.summary.EndTime()
	if end.IsZero() {
		end = e.file.ModTime
	}
	return &search.FileInfo{
		Key: e.file.Abs(), Session: s.ID, Chat: chat.ID, Project: chat.Project, Model: e.summary.Model, End: end.UTC().Truncate(time.Millisecond),
		Leaf: !s.Superseded, Fork: s.Relation == chattree.RelationForked, Live: live, Superseded: s.Superseded,
		Touched: e.summary.FilesTouched, Unique: e.unique && !s.Repeats(),
	}
}

// File is part of search.Catalog.
func (c *catalog) File(key string) *search.FileInfo { return c.files[key] }

// Titles is part of search.Catalog.
func (c *catalog) Titles() *search.TitleTable { return c.titles }

// Copies is part of search.Catalog.
func (c *catalog) Copies(key string, id transcript.ID) []*search.FileInfo {
	info := c.files[key]
	if info == nil {
		return nil
	}
	all := c.across()
	if paths := all.holders[id]; len(paths) > 0 {
		list := make([]*search.FileInfo, 0, len(paths))
		for _, path := range paths {
			if f := c.files[path]; f != nil {
				list = append(list, f)
			}
		}
		return list
	}
	if chat := c.chats[info.Session]; info.Agent == "" && chat != nil && len(chat.Sessions) > 1 {
		return c.copiesIn(chat).holders[id]
	}
	return nil
}

// Identity is part of search.Catalog.
func (c *catalog) Identity(key string, id transcript.ID) transcript.ID {
	info := c.files[key]
	if info == nil {
		return id
	}
	if all := c.across(); len(all.minted) > 0 {
		id = all.minted.Of(id)
	}
	if chat := c.chats[info.Session]; info.Agent == "" && chat != nil && chat.Reminted() {
		return c.copiesIn(chat).minted.Of(id)
	}
	return id
}

// copiesIn returns what the sessions of a chat have of one another.
func (c *catalog) copiesIn(chat *chattree.Chat) *copies {
	c.mu.Lock()
	defer c.mu.Unlock()
	known := c.copies[chat]
	if known == nil {
		known = c.shared(chat)
		c.copies[chat] = known
	}
	return known
}

// shared finds the records that several sessions of a chat hold. Parents stand
// before their children among a chat's sessions, so the first holder wrote it.
func (c *catalog) shared(chat *chattree.Chat) *copies {
	k := &copies{minted: chat.Identities()}
	all := map[transcript.ID][]*search.FileInfo{}
	for _, s := range chat.Sessions {
		e := c.sessions[s.ID]
		if e == nil {
			continue
		}
		info := c.files[e.file.Abs()]
		for i := range e.summary.Nodes {
			id := k.minted.Of(e.summary.Nodes[i].ID)
			if list := all[id]; len(list) == 0 || list[len(list)-1] != info {
				all[id] = append(list, info)
			}
		}
	}
	for id, list := range all {
		if len(list) < 2 {
			delete(all, id)
		}
	}
	k.holders = all
	return k
}
