package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"dendro/backend/catalog"
	"dendro/backend/internal/disk"
	"dendro/backend/internal/plain"
	"dendro/backend/library"
	"dendro/backend/resume/plan"
	"dendro/backend/scan"
	"dendro/backend/session"
)

// open opens the histories that the command line names and reads them completely.
func (o *options) open(ctx context.Context) (*library.Library, error) {
	prober := o.env.Disk
	roots, err := o.scanRoots(ctx, prober)
	if err != nil {
		return nil, err
	}
	opt := library.Options{
		Options: catalog.Options{
			Roots: roots, Now: o.env.Now, Index: o.index, Disk: prober, StartedFrom: plan.OwnLog(o.env.Now, prober).Parents,
			BeforeRead: o.env.BeforeRead,
		},
		Home: o.env.Home, Demo: o.demo, Chains: session.ChainDir(CacheDir()), Notes: OwnNotes(o.env.Now, prober),
	}
	if !o.demo { // reading the demo is faster than the cache
		opt.Cache, opt.Cards, opt.Managed = CacheDir(), scan.CardsDir(), library.ManagedSettings()
	}
	if !o.demo {
		opt.Archive = OwnArchive(o.env.Now, prober)
		opt.Roots = append(opt.Roots, o.keptRoots(ctx, roots)...)
	}
	lib := library.New(opt)
	if err := lib.Catalog.Scan(ctx, false); err != nil {
		return nil, err
	}
	o.nameMissing(lib.Catalog.Snapshot())
	o.lib = lib
	o.nameNotUsed()
	// An unusable cache was reported already.
	if err := lib.Chains.Sweep(); err != nil && !o.named[opt.Cache] {
		o.name(scan.Problem{Path: opt.Chains, Err: err})
	}
	return lib, nil
}

// nameMissing writes to stderr what the answer lacks because it could not be read: one line
// for the files, since there may be many.
func (o *options) nameMissing(s *catalog.Snapshot) {
	var unread []string
	for _, p := range s.Problems {
		switch {
		case errors.Is(p.Err, disk.ErrNoAnswer):
			fmt.Fprintf(o.env.Stderr, "dendro: skipped: %s\n", plain.Line(p.Error()))
		case !errors.Is(p.Err, scan.ErrNoProjects):
			unread = append(unread, fmt.Sprintf("%s: %v", p.Path, reason(p.Err)))
		}
	}
	for _, f := range s.Files {
		if f.Err != nil {
			unread = append(unread, fmt.Sprintf("%s: %v", f.Abs(), reason(f.Err)))
		}
	}
	if len(unread) == 0 || o.reports {
		return
	}
	text := "cannot be read: " + unread[0]
	if more := len(unread) - 1; more > 0 {
		text += fmt.Sprintf("; doctor names %d more", more)
	}
	fmt.Fprintf(o.env.Stderr, "dendro: %s\n", plain.Line(text))
}

// reason returns an error without the path that the system adds.
func reason(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}

// nameNotUsed writes to stderr which files could not be used, each once.
func (o *options) nameNotUsed() {
	for _, p := range o.lib.Lister.NotUsed() {
		o.name(p)
	}
}

func (o *options) name(p scan.Problem) {
	if !o.named[p.Path] {
		fmt.Fprintf(o.env.Stderr, "dendro: not used: %s\n", plain.Line(p.Err.Error()))
		o.named[p.Path] = true
	}
}

// session opens the histories for a command about one session and returns its id; name is
// the user's name for it.
func (o *options) session(ctx context.Context, name string) (lib *library.Library, id string, err error) {
	if lib, err = o.open(ctx); err != nil {
		return nil, "", err
	}
	id, err = lib.Names.Resolve(name)
	return lib, id, err
}

// CacheDir returns Dendro's cache directory: $DENDRO_CACHE_DIR, else one in the system's
// user cache directory. It is absolute, since programs in other directories get paths below
// it. It is "" if the system defines none: a temporary directory would not be safe, since
// anybody can prepare it.
func CacheDir() string {
	dir := os.Getenv("DENDRO_CACHE_DIR")
	if dir == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return ""
		}
		dir = filepath.Join(user, "dendro")
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return ""
	}
	return abs
}

// printJSON writes one document.
func (o *options) printJSON(v any) error {
	enc := json.NewEncoder(jsonWriter{o.env.Stdout})
	enc.SetEscapeHTML(false)
	return written(enc.Encode(v))
}

// written adds context to an error of stdout.
func written(err error) error {
	if err != nil {
		return fmt.Errorf("write the answer: %w", err)
	}
	return nil
}
