package library

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"dendro/backend/archive"
	"dendro/backend/catalog"
	"dendro/backend/chattree"
	"dendro/backend/internal/disk"
	"dendro/backend/message"
	"dendro/backend/notes"
)

// Options are the parameters of a Library, in addition to its catalog's.
type Options struct {
	catalog.Options
	Home string // for showing paths as ~/…
	Demo bool   // the roots are the demo history
	// LookedAt are the empty roots because of which the demo is shown; empty if the demo
	// was requested.
	LookedAt []string
	// Chains is the directory of chain files; empty: there is none.
	Chains string
	// Unpacked holds the sessions that are only in the archive; nil: there is none.
	Unpacked *archive.Unpacked
	// Notes are what people wrote about chats and records; nil: nothing is kept.
	Notes *notes.Store
	// Managed is the file of an administrator's settings; empty: there is none.
	Managed string
}

// Library answers questions about the histories of its catalog. Create one with New.
type Library struct {
	Catalog     *catalog.Catalog
	Lister      *Lister
	Searcher    *Searcher
	Threads     *Threads
	Records     *Records
	Exporter    *Exporter
	Noter       *Noter
	Checkpoints *Checkpoints

	opt  *Options
	gone goneFinder
}

// New returns an empty library. Nothing is read before Scan.
func New(opt Options) *Library {
	if opt.Logger == nil {
		opt.Logger = slog.New(slog.DiscardHandler)
	}
	if opt.Disk == nil {
		opt.Disk = &disk.Prober{}
	}
	l := &Library{opt: &opt}
	if opt.Window {
		opt.AfterRead = func() { l.Lister.noteProjects() }
	}
	l.Catalog = catalog.New(opt.Options)
	l.Noter = &Noter{catalog: l.Catalog, store: opt.Notes}
	l.Lister = &Lister{catalog: l.Catalog, opt: &opt, noter: l.Noter}
	l.Searcher = &Searcher{catalog: l.Catalog, lister: l.Lister, noter: l.Noter}
	l.Threads = &Threads{catalog: l.Catalog, opt: &opt}
	l.Records = &Records{l.Threads}
	l.Noter.threads, l.Noter.records = l.Threads, l.Records
	l.Checkpoints = &Checkpoints{catalog: l.Catalog, opt: &opt, threads: l.Threads}
	l.Exporter = &Exporter{catalog: l.Catalog, opt: &opt, threads: l.Threads, records: l.Records}
	return l
}

// Chats returns all current chats, newest first.
func (l *Library) Chats() []*chattree.Chat { return l.Catalog.Snapshot().Chats }

// Chat returns the chat with this id.
func (l *Library) Chat(id string) (*chattree.Chat, error) {
	return chatIn(l.Catalog.Snapshot(), id)
}

func chatIn(s *catalog.Snapshot, id string) (*chattree.Chat, error) {
	if c := s.Chat(id); c != nil {
		return c, nil
	}
	return nil, message.New("chat_not_found", "chat", id).Error(ErrNotFound)
}

// Session returns a session and its chat.
func (l *Library) Session(id string) (*chattree.Chat, *chattree.Session, error) {
	return sessionIn(l.Catalog.Snapshot(), id)
}

func sessionIn(s *catalog.Snapshot, id string) (*chattree.Chat, *chattree.Session, error) {
	if c, session := s.Session(id); session != nil {
		return c, session, nil
	}
	return nil, nil, noSession(id)
}

// fileOf returns the file of a session.
func fileOf(s *catalog.Snapshot, id string) (*catalog.File, error) {
	if f := s.File(id); f != nil {
		return f, nil
	}
	return nil, noSession(id)
}

// Display returns a path for display, with ~ for the home directory.
func (l *Library) Display(path string) string { return l.opt.display(path) }

func (o *Options) display(path string) string {
	home := o.Home
	if home == "" || home == string(os.PathSeparator) {
		return path
	}
	if path == home {
		return "~"
	}
	if below, ok := strings.CutPrefix(path, home+string(os.PathSeparator)); ok {
		return "~/" + filepath.ToSlash(below)
	}
	return path
}
