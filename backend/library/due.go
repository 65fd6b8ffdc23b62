package library

import (
	"cmp"
	"context"
	"slices"
	"time"

	"dendro/backend/archive"
	"dendro/backend/catalog"
)

// endedAfter is how long a session is quiet before it counts as ended.
const endedAfter = 10 * time.Minute

// Due is a session that is to be archived.
type Due struct {
	Session string
	Why     archive.Reason
	Days    int // until it expires
	Bytes   int64
}

// Due returns the sessions that are to be archived by a choice and whose current state is not,
// those that expire first at the front. starred are the ids of starred chats.
func (k *Keeper) Due(ctx context.Context, choice Keeping, starred []string) ([]Due, error) {
	if choice == KeepUnasked || choice == KeepByHand {
		return nil, nil
	}
	kept, err := k.Kept(ctx)
	if err != nil && len(kept.by) == 0 {
		return nil, err
	}
	var due []Due
	view, known, now := k.lib.Lister.View(), k.lib.Catalog.Snapshot(), k.lib.opt.Now()
	for _, chat := range known.Chats {
		if choice == KeepStarred && !slices.Contains(starred, chat.ID) {
			continue
		}
		for _, s := range chat.Sessions {
			f := known.File(s.ID)
			if f == nil || f.Kept || isKept(kept.Of(f.Root, f.Path), f) {
				continue
			}
			facts := view.Facts(s)
			d := Due{s.ID, archive.Expires, 0, f.Size}
			switch {
			case facts.ExpiresInDays != nil:
				d.Days = *facts.ExpiresInDays
			case choice == KeepEnded && !facts.Live && now.Sub(f.ModTime) > endedAfter:
				d.Why, d.Days = archive.Ended, expiringDays
			default:
				continue
			}
			if choice == KeepStarred {
				d.Why = archive.Starred
			}
			due = append(due, d)
		}
	}
	slices.SortFunc(due, func(a, b Due) int { return cmp.Or(a.Days-b.Days, cmp.Compare(a.Session, b.Session)) })
	return due, nil
}

// isKept reports whether the archive has a file as it is, or has looked at it since it was
// changed.
func isKept(s *archive.Session, f *catalog.File) bool {
	if s == nil {
		return false
	}
	t := s.Transcript()
	return t.Size == f.Size && t.Time.Equal(f.ModTime) || t.Size >= f.Size && f.ModTime.Before(s.Kept)
}
