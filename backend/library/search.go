package library

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"dendro/backend/catalog"
	"dendro/backend/chattree"
	"dendro/backend/internal/disk"
	"dendro/backend/scan"
	"dendro/backend/search"
	"dendro/backend/search/query"
	"dendro/backend/search/titles"
	"dendro/backend/session"
	"dendro/backend/transcript"
)

// Searcher finds texts and titles.
type Searcher struct {
	catalog   *catalog.Catalog
	lister    *Lister
	noter     *Noter
	described latest[described, *searchable]
	titles    latest[notedKey, *titles.List]
	turns     turnFinder
}

// described is what a searchable was made from.
type described struct {
	version uint64
	notes   uint64
	live    string
}

// Search returns what matches q in everything read so far. In, Limit, Count and
// Partial of opt are the caller's; the rest is the library's. It fails with
// ErrNotIndexed where the library was made without an index.
func (l *Searcher) Search(ctx context.Context, q *query.Query, opt search.Options) (search.Result, error) {
	s := l.catalog.Snapshot()
	if s.Text == nil {
		return search.Result{}, session.ErrNotIndexed
	}
	l.setOptions(s, &opt)
	r, err := s.Text.Search(ctx, q, opt)
	r.Complete = r.Complete && !lacks(s)
	return r, err
}

// lacks reports whether a part of the history could not be read, so that no search is
// complete.
func lacks(s *catalog.Snapshot) bool {
	return slices.ContainsFunc(s.Files, func(f *catalog.File) bool { return f.Err != nil }) ||
		slices.ContainsFunc(s.Problems, func(p scan.Problem) bool { return !errors.Is(p.Err, scan.ErrNoProjects) })
}

// Rank returns the turns that a description fits, the best first: see [search.Index.Rank].
// It fails with ErrNotIndexed where the library was made without an index.
func (l *Searcher) Rank(ctx context.Context, src string, q *query.Query, opt search.Options) (search.RankedResult, error) {
	s := l.catalog.Snapshot()
	if s.Text == nil {
		return search.RankedResult{}, session.ErrNotIndexed
	}
	l.setOptions(s, &opt)
	r, err := s.Text.Rank(ctx, src, q, opt)
	if r.Exact != nil {
		r.Exact.Complete = r.Exact.Complete && !lacks(s)
	}
	for i := range r.Turns {
		t := &r.Turns[i]
		if _, session := s.Session(t.Session); session != nil {
			t.Title = session.Name
		}
		if f := s.File(t.Session); f != nil {
			t.Prompt = promptOf(f.Summary, t.UUID)
		}
		if t.Prompt == "" {
			t.Prompt = taskOf(s.Agents(t.Session), t.UUID)
		}
	}
	return r, err
}

// promptOf returns a prompt's title, or "" if the record is not a prompt.
func promptOf(s *transcript.Summary, uuid string) string {
	id, _ := transcript.ParseID(uuid)
	at := slices.IndexFunc(s.Prompts, func(p transcript.Prompt) bool { return p.ID == id })
	if at < 0 {
		return ""
	}
	return s.Prompts[at].Called()
}

// taskOf returns the title of the task of the agent that is the turn of a record, see asTurn, or "".
func taskOf(agents []*catalog.File, uuid string) string {
	id, _ := transcript.ParseID(uuid)
	for _, a := range agents {
		if !id.IsZero() && asTurn(a).ID == id {
			return (&transcript.Prompt{Text: a.Summary.Task}).Called()
		}
	}
	return ""
}

// setOptions sets what the library knows of a search.
func (l *Searcher) setOptions(s *catalog.Snapshot, opt *search.Options) {
	opt.Catalog = l.searchable(s)
	opt.Open = func(key string) (search.Source, error) {
		f, err := disk.Open(key)
		if err != nil {
			return nil, err // not a typed nil
		}
		return f, nil
	}
	opt.Output = func(f *search.FileInfo, name string) []byte {
		text, err := session.Spilled(s, f.Session, name)
		if err != nil {
			return nil // what the record holds of it is searched
		}
		return text
	}
}

// searchable tells a search what the files of a snapshot are.
type searchable struct {
	known *catalog.Snapshot
	files map[string]*search.FileInfo // by absolute path
	chats map[*chattree.Chat]*describedChat
	// titles are those of all sessions.
	titles *search.TitleTable

	across func() *copies // of files of several chats

	mu     sync.Mutex
	copies map[*chattree.Chat]*copies
}

// searchable describes all files that are worth searching.
func (l *Searcher) searchable(s *catalog.Snapshot) *searchable {
	live := l.lister.alive()
	noted := l.noter.noted(s)
	key := described{s.Version, noted.Version, strings.Join(slices.Sorted(maps.Keys(live)), "\n")}
	return l.described.get(key, func() *searchable { return l.describe(s, live, noted, l.described.value) })
}

// describe describes the files of a snapshot. It reuses the descriptions of chats that did not
// change since before, so that an append costs what it touches.
func (l *Searcher) describe(known *catalog.Snapshot, live map[string]bool, noted *Noted, before *searchable) *searchable {
	c := &searchable{
		known: known, chats: make(map[*chattree.Chat]*describedChat, len(known.Chats)),
		files: make(map[string]*search.FileInfo, len(known.Files)), copies: map[*chattree.Chat]*copies{},
	}
	c.across = sync.OnceValue(c.acrossChats)
	titles := make([]search.ChatTitles, 0, len(known.Chats))
	for _, chat := range known.Chats {
		d := before.described(chat)
		if d == nil || d.noted || noted.Of(chat) != nil || !d.isCurrent(known, live) {
			d = l.describeChat(known, chat, live, noted, before)
		}
		c.chats[chat] = d
		for _, info := range d.infos {
			c.files[info.Key] = info
		}
		titles = append(titles, d.titles)
	}
	c.titles = search.NewTitleTable(titles)
	return c
}

func fileInfo(chat *chattree.Chat, s *chattree.Session, e *catalog.File, live bool) *search.FileInfo {
	end := e.ModTime
	if ms := e.Ordered(e.Summary.EndMS); ms != 0 {
		end = time.UnixMilli(ms)
	}
	return &search.FileInfo{
		Key: e.Abs(), Session: s.ID, Chat: chat.ID, Project: chat.Project, Repository: chat.Repository, Entrypoint: e.Summary.Entrypoint, Model: e.Summary.Model, Written: e.ModTime, End: end.UTC().Truncate(time.Millisecond),
		Fork: s.Relation == chattree.RelationForked, Live: live, Superseded: s.Superseded,
		PullRequests: e.Summary.PullRequests, Tag: e.Summary.Tag,
		Snapshots: snapshotsOf(e), Failed: failedOf(e), Queue: search.NewQueue(&e.Summary.Facts),
		Touched: e.Summary.FilesTouched, Touching: touchingOf(e), Unique: e.Unique && !s.Repeats(),
	}
}

// snapshotsOf returns search.FileInfo.Snapshots, nil where there are none.
func snapshotsOf(e *catalog.File) map[transcript.ID]bool {
	var set map[transcript.ID]bool
	for _, id := range e.Summary.Snapshots {
		if set == nil {
			set = make(map[transcript.ID]bool, len(e.Summary.Snapshots))
		}
		set[id] = true
	}
	return set
}

// failedOf returns search.FileInfo.Failed, nil where there are none.
func failedOf(e *catalog.File) (failed []transcript.ID) {
	for i := range e.Summary.Nodes {
		if n := &e.Summary.Nodes[i]; n.Flags.Has(transcript.FlagFailed) {
			failed = append(failed, n.ID)
		}
	}
	return failed
}

// File is part of search.Catalog.
func (c *searchable) File(key string) *search.FileInfo { return c.files[key] }

// Titles is part of search.Catalog.
func (c *searchable) Titles() *search.TitleTable { return c.titles }
