package search

import (
	"bytes"
	"slices"

	"dendro/backend/transcript"
)

// SessionTitle is the title of a session.
type SessionTitle struct {
	Info  *FileInfo // of its main file
	Title string
}

// TitleTable is the titles of all sessions, prepared to be searched. It is
// immutable.
type TitleTable struct{ titles []foldedTitle }

type foldedTitle struct {
	info   *FileInfo
	title  string
	folded []byte
	also   []*FileInfo // later sessions of the chat with the same title
}

// NewTitleTable prepares titles. Sessions of one chat that have the same title
// are one hit, as copies of a record are; the first of them in the list owns
// it, so let parents stand before their children.
func NewTitleTable(titles []SessionTitle) *TitleTable {
	type key struct{ chat, folded string }
	known := make(map[key]int, len(titles))
	t := &TitleTable{}
	for _, s := range titles {
		if s.Title == "" {
			continue
		}
		folded := fold(s.Title)
		k := key{s.Info.Chat, string(folded)}
		if i, ok := known[k]; ok && k.chat != "" {
			t.titles[i].also = append(t.titles[i].also, s.Info)
			continue
		}
		known[k] = len(t.titles)
		t.titles = append(t.titles, foldedTitle{info: s.Info, title: s.Title, folded: folded})
	}
	// The newest first: then those that come later are no longer among the best.
	slices.SortStableFunc(t.titles, func(a, b foldedTitle) int { return b.info.End.Compare(a.info.End) })
	return t
}

// titles adds the titles that match to what is found.
func (s *search) titles() {
	table := s.opt.Catalog.Titles()
	if table == nil || !s.cond.want.has(KindTitle) || !s.cond.branches.empty() || !s.cond.models.empty() {
		return
	}
	m := newMatcher(s.ctx, s.terms, s.cond)
	for i := range table.titles {
		if i%1024 == 0 && s.ctx.Err() != nil {
			return
		}
		t := &table.titles[i]
		if !s.titleMatches(m, t) {
			if s.chats != nil {
				s.chats.title(t.info.Chat, t.folded)
			}
			continue
		}
		// The session that owns it may be left out by a filter, as with records.
		infos := append([]*FileInfo{t.info}, t.also...)
		if !slices.ContainsFunc(infos, s.allowed) {
			continue
		}
		ms := endMillis(t.info)
		if ms < s.cond.after || ms >= s.cond.before {
			continue
		}
		h := ranked{ms: ms, kind: KindTitle, key: t.info.Session, session: t.info.Session, chat: t.info.Chat}
		s.count(&h, 0, true, func() Hit {
			snippet, ranges := m.snippet(KindTitle, []byte(t.title))
			return Hit{
				Session: t.info.Session, Kind: KindTitle.String(), Time: transcript.Stamp(endMillis(t.info)),
				Snippet: snippet, Ranges: ranges, AlsoIn: sessionsBut(t.info.Session, t.also),
				Chat: t.info.Chat, Project: t.info.Project,
			}
		})
	}
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

// sessionsBut returns the distinct sessions of files but one, in order.
func sessionsBut(session string, files []*FileInfo) []string {
	list := []string{}
	for _, f := range files {
		if f.Session != session && !slices.Contains(list, f.Session) {
			list = append(list, f.Session)
		}
	}
	return list
}
