package library

import (
	"errors"
	"log/slog"

	"dendro/backend/archive"
	"dendro/backend/catalog"
	"dendro/backend/chattree"
	"dendro/backend/internal/disk"
	"dendro/backend/internal/plain"
	"dendro/backend/notes"
	"dendro/backend/session"
)

// Options are the parameters of a Library, in addition to its catalog's.
type Options struct {
	catalog.Options
	Home string // for showing paths as ~/…
	Demo bool   // the roots are the demo history
	// Here is the directory to whose project a window limits its list at first; "" for none.
	Here string
	// LookedAt are the empty roots because of which the demo is shown; empty if the demo
	// was requested.
	LookedAt []string
	// Chains is the directory of chain files; empty: there is none.
	Chains string
	// Archive holds the kept sessions; nil: there is none.
	Archive *archive.Archive
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
	Noter       *Noter
	Names       *session.Names
	Threads     *session.Threads
	Records     *session.Records
	Checkpoints *session.Checkpoints
	Exporter    *session.Exporter
	Chains      *session.Chains

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
	sessions := session.New(session.Options{
		Catalog: l.Catalog, Archive: opt.Archive, Home: opt.Home, Chains: opt.Chains,
		Window: opt.Window, Disk: opt.Disk, Logger: opt.Logger, Now: opt.Now,
	})
	l.Names, l.Threads, l.Records = sessions.Names, sessions.Threads, sessions.Records
	l.Checkpoints, l.Exporter, l.Chains = sessions.Checkpoints, sessions.Exporter, sessions.Chains
	l.Noter = &Noter{catalog: l.Catalog, store: opt.Notes, threads: l.Threads, records: l.Records}
	l.Lister = &Lister{catalog: l.Catalog, opt: &opt, noter: l.Noter}
	l.Searcher = &Searcher{catalog: l.Catalog, lister: l.Lister, noter: l.Noter}
	return l
}

// Chats returns all current chats, newest first.
func (l *Library) Chats() []*chattree.Chat { return l.Catalog.Snapshot().Chats }

// Chat returns the chat with this id.
func (l *Library) Chat(id string) (*chattree.Chat, error) {
	return session.ChatIn(l.Catalog.Snapshot(), id)
}

// Session returns a session and its chat.
func (l *Library) Session(id string) (*chattree.Chat, *chattree.Session, error) {
	return session.In(l.Catalog.Snapshot(), id)
}

// Display returns a path for display, with ~ for the home directory.
func (l *Library) Display(path string) string { return l.opt.show(path) }

func (o *Options) show(path string) string { return plain.Path(path, o.Home) }

// ClearCache removes the cached data of this and all other histories, and all chain files,
// including unsealed ones of earlier versions.
func (l *Library) ClearCache() error {
	return errors.Join(l.Catalog.ClearCache(), l.Chains.Clear())
}
