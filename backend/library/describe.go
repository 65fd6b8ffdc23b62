package library

import (
	"slices"

	"dendro/backend/catalog"
	"dendro/backend/chattree"
	"dendro/backend/search"
)

// describedChat is what a search knows of the files of a chat. It is immutable.
type describedChat struct {
	sessions []describedSession
	noted    bool               // people wrote something about it
	infos    []*search.FileInfo // of all its files
	titles   search.ChatTitles
	turns    map[turnsOf]*search.FileTurns
}

// describedSession holds the inputs of a session's description besides its chat: a chat is
// replaced if the session's own file changes.
type describedSession struct {
	id     string
	agents []*catalog.File
	live   bool
}

// described returns the description of a chat, nil for none. c may be nil.
func (c *searchable) described(chat *chattree.Chat) *describedChat {
	if c == nil || chat == nil {
		return nil
	}
	return c.chats[chat]
}

// isCurrent reports whether the sessions have the same agents as they had, and run or not as
// they did.
func (d *describedChat) isCurrent(known *catalog.Snapshot, live map[string]bool) bool {
	for i := range d.sessions {
		s := &d.sessions[i]
		if live[s.id] != s.live || !slices.Equal(known.Agents(s.id), s.agents) {
			return false
		}
	}
	return true
}

// describeChat describes the files of a chat. before is the last description of all, or nil.
func (l *Searcher) describeChat(
	known *catalog.Snapshot, chat *chattree.Chat, live map[string]bool, noted *Noted, before *searchable,
) *describedChat {
	d := &describedChat{noted: noted.Of(chat) != nil, turns: map[turnsOf]*search.FileTurns{}}
	var titles []search.SessionTitle
	for _, s := range chat.Sessions {
		e := known.File(s.ID)
		if e == nil {
			continue
		}
		agents := known.Agents(s.ID)
		d.sessions = append(d.sessions, describedSession{s.ID, agents, live[s.ID]})
		info := fileInfo(chat, s, e, live[s.ID])
		noted.describe(chat, info)
		d.infos = append(d.infos, info)
		names := known.OtherNames(s.ID)
		if name := noted.OnChat(chat.ID).Name; name != "" {
			names = append([]string{name}, names...)
		}
		titles = append(titles, search.SessionTitle{Info: info, Title: s.Name, Names: names})
		if len(agents) > 0 {
			touched := slices.Clone(info.Touched)
			for _, a := range agents {
				touched = append(touched, a.Summary.FilesTouched...)
			}
			info.Touched = touched // one list for all of them
		}
		own := len(d.infos) - 1
		for _, a := range agents {
			of := *info
			of.Key, of.Agent, of.Unique, of.Snapshots, of.Failed = a.Abs(), a.ID, a.Unique, snapshotsOf(a), failedOf(a)
			of.Touching = touchingOf(a)
			of.Bookmarked = noted.bookmarked(chat, of.Key)
			d.infos = append(d.infos, &of)
		}
		var last *describedChat
		if before != nil {
			last = before.described(before.known.Chat(chat.ID))
		}
		l.turns.describe(d, last, d.infos[own:], e, s, agents)
	}
	d.titles = search.FoldTitles(titles)
	return d
}
