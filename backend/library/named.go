package library

import (
	"bytes"
	"context"
	"slices"
	"strings"

	"dendro/backend/catalog"
	"dendro/backend/message"
	"dendro/backend/session"
	"dendro/backend/transcript"
)

// Named is the object that an id names.
type Named struct {
	Chat    string `json:"chat"`
	Session string `json:"session"`
	Record  string `json:"record"` // "" where the id names a session
}

// Named finds the object of an id: a session, or a record, in the oldest session that holds
// it. A prefix of at least [session.MinPrefix] characters will do if it is one object's only.
func (l *Searcher) Named(ctx context.Context, id string) (Named, error) {
	s := l.catalog.Snapshot()
	found, err := session.Resolve(s, id)
	if err == nil {
		chat, _, err := session.In(s, found)
		if err != nil {
			return Named{}, err
		}
		return Named{Chat: chat.ID, Session: found}, nil
	}
	want, ok := recordBeginning(s, strings.ToLower(id))
	if !ok {
		return Named{}, err
	}
	record := transcript.Names(nil).Text(want)
	files := l.searchable(s)
	for _, e := range filesWith(s, want) {
		info := files.File(e.Abs())
		if info == nil {
			continue // of a session that is gone
		}
		// If a fork gave the record another uuid, this one is the fork's.
		if copies := files.Copies(info.Key, want); len(copies) > 0 && files.Identity(info.Key, want) == want {
			info = copies[0]
		}
		return Named{Chat: info.Chat, Session: info.Session, Record: record}, ctx.Err()
	}
	return Named{}, message.New("id_not_found", "id", id).Error(session.ErrNotFound)
}

// recordBeginning returns the record whose uuid begins with a text, or false if there is not
// exactly one.
func recordBeginning(s *catalog.Snapshot, begin string) (found transcript.ID, ok bool) {
	low, high, ok := transcript.IDRange(begin)
	if !ok || len(begin) < session.MinPrefix {
		return found, false
	}
	for _, e := range s.Files {
		for i := range e.Summary.Nodes {
			id := e.Summary.Nodes[i].ID
			if id == found || bytes.Compare(id[:], low[:]) < 0 || bytes.Compare(id[:], high[:]) > 0 {
				continue
			}
			if !found.IsZero() {
				return found, false
			}
			found = id
		}
	}
	return found, !found.IsZero()
}

// filesWith returns the files that hold a record, in order of their paths.
func filesWith(s *catalog.Snapshot, id transcript.ID) []*catalog.File {
	var list []*catalog.File
	for _, e := range s.Files {
		if slices.ContainsFunc(e.Summary.Nodes, func(n transcript.Node) bool { return n.ID == id }) {
			list = append(list, e)
		}
	}
	slices.SortStableFunc(list, func(a, b *catalog.File) int { return strings.Compare(a.Path, b.Path) })
	return list
}
