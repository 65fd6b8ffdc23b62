package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"dendro/backend/library"
	"dendro/backend/scan"
)

// open reads the histories that the command line names, completely.
func (o *options) open(ctx context.Context) (*library.Library, error) {
	roots, err := o.scanRoots()
	if err != nil {
		return nil, err
	}
	opt := library.Options{Roots: roots, Home: o.home(), Demo: o.demo, Now: o.env.Now, Index: o.index}
	if !o.demo { // it is read faster than it is looked up
		opt.Cache = o.cacheDir()
	}
	lib := library.New(opt)
	if err := lib.Scan(ctx, false); err != nil {
		return nil, err
	}
	o.lib = lib
	return lib, nil
}

// session is open for a command about one session, whose id it returns; name
// is what the person called it by.
func (o *options) session(ctx context.Context, name string) (lib *library.Library, id string, err error) {
	if lib, err = o.open(ctx); err != nil {
		return nil, "", err
	}
	id, err = lib.Resolve(name)
	return lib, id, err
}

// scanRoots returns the roots to read. A root that was named and is not there
// is an error; one that is only a default is an empty history.
func (o *options) scanRoots() ([]scan.Root, error) {
	if o.demo {
		root, err := library.ExtractDemo(o.env.Demo, o.cacheDir())
		if err != nil {
			return nil, err
		}
		return []scan.Root{{Path: root}}, nil
	}
	roots, err := scan.Roots(o.roots, scan.Env{Getenv: o.env.Getenv, Home: o.home()})
	if err != nil {
		return nil, err
	}
	if len(o.roots) > 0 {
		for _, r := range roots {
			if err := readable(r.Path); err != nil {
				return nil, fmt.Errorf("cannot read the root: %w", err)
			}
		}
	}
	return roots, nil
}

// readable returns why a directory, or the projects in it, cannot be listed. A
// root without projects is one: a history that has not begun.
func readable(root string) error {
	if _, err := os.ReadDir(root); err != nil {
		return err
	}
	if _, err := os.ReadDir(filepath.Join(root, "projects")); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// cacheDir is where Dendro may keep what can be made anew.
func (o *options) cacheDir() string { return CacheDir(o.env.Getenv) }

// CacheDir returns Dendro's cache directory: $DENDRO_CACHE_DIR, else one in
// the user cache directory of the system.
func CacheDir(getenv func(string) string) string {
	if dir := getenv("DENDRO_CACHE_DIR"); dir != "" {
		return dir
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		dir = os.TempDir()
	}
	return filepath.Join(dir, "dendro")
}

// printJSON writes one document.
func (o *options) printJSON(v any) error {
	enc := json.NewEncoder(o.env.Stdout)
	enc.SetEscapeHTML(false)
	return written(enc.Encode(v))
}

// written gives an error of stdout its words.
func written(err error) error {
	if err != nil {
		return fmt.Errorf("write the answer: %w", err)
	}
	return nil
}
