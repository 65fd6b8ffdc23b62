package search

import (
	"bytes"
	"slices"

	"dendro/backend/search/fold"
	"dendro/backend/transcript"
)

// SessionTitle is the title of a session, with other names that people may know it by: pull
// requests, tags, a generated title that a custom one replaced …
type SessionTitle struct {
	Info  *FileInfo // of its main file
	Title string
	Names []string
}

// TitleTable holds the titles and names of all sessions, prepared for searching. It is
// immutable.
type TitleTable struct{ titles []foldedTitle }

type foldedTitle struct {
	info   *FileInfo
	title  string
	folded []byte
	name   bool        // one of SessionTitle.Names
	also   []*FileInfo // later sessions of the chat with the same title
}

// ChatTitles are the titles and names of the sessions of one chat, prepared for searching.
type ChatTitles []foldedTitle

// FoldTitles prepares the titles of one chat. Sessions with the same title are one hit, like
// copies of a record. The first of them in the list owns it, so parents must precede their
// children.
func FoldTitles(titles []SessionTitle) ChatTitles {
	b := titleBuilder{known: make(map[titleKey]int, len(titles))}
	for _, s := range titles {
		b.add(s.Info, s.Title, false)
		for _, name := range s.Names {
			b.add(s.Info, name, true)
		}
	}
	return b.titles
}

// NewTitleTable returns the titles of several chats.
func NewTitleTable(chats []ChatTitles) *TitleTable {
	t := &TitleTable{titles: slices.Concat(chats...)}
	// The newest first, since later ones are then no longer among the best. A session's title
	// precedes its names.
	slices.SortStableFunc(t.titles, func(a, b foldedTitle) int { return b.info.End.Compare(a.info.End) })
	return t
}

// titleKey identifies the titles that are one hit.
type titleKey struct{ chat, folded string }

type titleBuilder struct {
	titles ChatTitles
	known  map[titleKey]int // index into titles
}

func (b *titleBuilder) add(info *FileInfo, title string, name bool) {
	if title == "" {
		return
	}
	title = string(fold.AsShown([]byte(title)))
	folded := fold.Text(title)
	key := titleKey{info.Chat, string(folded)}
	if i, ok := b.known[key]; ok && key.chat != "" {
		t := &b.titles[i]
		t.name = t.name && name
		if t.info != info {
			t.also = append(t.also, info)
		}
		return
	}
	b.known[key] = len(b.titles)
	b.titles = append(b.titles, foldedTitle{info: info, title: title, folded: folded, name: name})
}

// titles adds the matching titles: at most one hit per session, by its title before its other
// names.
func (s *search) titles() {
	table := s.opt.Catalog.Titles()
	if table == nil || !s.cond.want.has(KindTitle) || s.cond.onRecords() {
		return
	}
	m := newMatcher(s)
	hit := map[*FileInfo]bool{} // sessions that already have a hit
	for i := range table.titles {
		if i%1024 == 0 && s.ctx.Err() != nil {
			return
		}
		t := &table.titles[i]
		if !s.titleMatches(m, t) {
			if s.chats != nil && !t.name {
				s.chats.title(t.info.Chat, t.folded)
			}
			continue
		}
		s.titleHit(m, t, hit)
	}
}

// titleHit adds the hit of a matching title, unless all of its sessions have one.
func (s *search) titleHit(m *matcher, t *foldedTitle, hit map[*FileInfo]bool) {
	// As with records, a filter may exclude the session that owns it.
	infos := append([]*FileInfo{t.info}, t.also...)
	owner := slices.IndexFunc(infos, func(info *FileInfo) bool { return !hit[info] })
	if owner < 0 || !slices.ContainsFunc(infos, s.allowed) {
		return
	}
	info := infos[owner]
	ms := endMillis(info)
	if ms < s.cond.after || ms >= s.cond.before {
		return
	}
	for _, info := range infos {
		hit[info] = true
	}
	h := ranked{ms: ms, kind: KindTitle, key: info.Session, session: info.Session, chat: info.Chat}
	s.count(&h, 0, true, func() Hit {
		snippet, ranges := m.snippet(KindTitle, []byte(t.title))
		return Hit{
			Session: info.Session, Kind: KindTitle.String(), Time: transcript.Time(transcript.Stamp(ms)),
			Snippet: snippet, Ranges: ranges, AlsoIn: sessionsBut(info.Session, infos),
			Chat: info.Chat, Project: info.Project,
		}
	})
}

func (s *search) titleMatches(m *matcher, t *foldedTitle) bool {
	for i := range s.terms {
		term := &s.terms[i]
		holds := bytes.Contains(t.folded, term.text)
		if holds && term.re != nil {
			holds = m.textHolds([]byte(t.title), 1<<i) != 0
		}
		if holds == term.not {
			return false
		}
	}
	return true
}

func endMillis(f *FileInfo) int64 {
	if f.End.IsZero() {
		return 0
	}
	return f.End.UnixMilli()
}

// sessionsBut returns the distinct sessions of files, except one, in order.
func sessionsBut(session string, files []*FileInfo) []string {
	list := []string{}
	for _, f := range files {
		if f.Session != session && !slices.Contains(list, f.Session) {
			list = append(list, f.Session)
		}
	}
	return list
}
