package library

import (
	"context"
	"path/filepath"

	"dendro/backend/archive"
)

// Dropping is what leaves the archive: a kept session, or one version of its transcript.
type Dropping struct {
	Name    string // as lists of chats call it
	Session *archive.Session
	Bytes   int64
	Older   int  // how many older versions leave with it
	Only    bool // it exists nowhere else

	version string // the path of one version of the transcript; "": all of the session
}

// Same reports whether two remove the same.
func (d Dropping) Same(other Dropping) bool {
	return d.Session.Key() == other.Session.Key() && d.version == other.version
}

// PlanDrop returns what a drop of the session with a name removes. The name of a copy that is
// a version of another kept session means that version.
func (k *Keeper) PlanDrop(ctx context.Context, name string) (Dropping, error) {
	s, version, err := k.Find(ctx, name)
	if err != nil {
		return Dropping{}, err
	}
	id, err := k.lib.Names.Resolve(name)
	if err == nil && version != "" {
		if _, copied, err := k.lib.Session(id); err == nil && copied.CopyOf != "" && copied.CopyOf == k.primary(s) {
			for _, f := range s.Files {
				if f.Path == version {
					return Dropping{Name: id, Session: s, Bytes: f.Size, Only: true, version: version}, nil
				}
			}
		}
	}
	return k.dropping(ctx, s), nil
}

// primary returns the session that is the primary one of a kept session's files, "" if none of them is.
func (k *Keeper) primary(s *archive.Session) string {
	known := k.lib.Catalog.Snapshot()
	for _, f := range s.Files {
		for _, other := range known.Files {
			if other.Kept && other.Path == f.Path && filepath.Base(other.Root) == s.Dir {
				if _, of, err := k.lib.Session(known.SessionOf(other)); err == nil && of.CopyOf == "" {
					return of.ID
				}
			}
		}
	}
	return ""
}

func (k *Keeper) dropping(ctx context.Context, s *archive.Session) Dropping {
	where := k.Where(ctx, s)
	return Dropping{Name: s.ID, Session: s, Bytes: s.Bytes(), Older: len(s.Older()), Only: where == Gone || where == Away}
}

// Drop carries out plans, and returns how many bytes that freed.
func (k *Keeper) Drop(ctx context.Context, plans []Dropping) (freed int64, err error) {
	var keys []string
	for _, d := range plans {
		if d.version == "" {
			keys = append(keys, d.Session.Key())
			continue
		}
		n, err := k.archive.DropVersion(ctx, d.Session, d.version)
		if freed += n; err != nil {
			return freed, err
		}
	}
	n, err := k.archive.Drop(ctx, keys)
	return freed + n, err
}
