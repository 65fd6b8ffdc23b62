package library

import (
	"context"

	"dendro/backend/catalog"
	"dendro/backend/chattree"
)

// Details are facts of a chat that its row in the list does not have. All but the number of
// files are of the session with its newest record.
type Details struct {
	Chat       string `json:"id"`
	Model      string `json:"model"`
	Version    string `json:"version"`
	Entrypoint string `json:"entrypoint"` // how Claude Code was started; "" before 2.1.114
	Relation   string `json:"relation"`   // to the session that it continues
	Files      int    `json:"files"`      // distinct files that its sessions and their agents touched
}

// Details returns the details of all chats, newest first. Copied records touch the same files
// as their originals, so no file counts twice.
func (l *Library) Details(ctx context.Context) ([]Details, error) {
	s := l.Catalog.Snapshot()
	all := make([]Details, 0, len(s.Chats))
	for _, c := range s.Chats {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		all = append(all, detailsOf(c, s.Agents))
	}
	return all, nil
}

func detailsOf(c *chattree.Chat, agents func(session string) []*catalog.File) Details {
	d := Details{Chat: c.ID}
	files := map[string]struct{}{}
	count := func(paths []string) {
		for _, path := range paths {
			files[path] = struct{}{}
		}
	}
	for _, s := range c.Sessions {
		if s.ID == c.NewestLeaf {
			d.Model, d.Version, d.Relation = s.Model, s.Version, s.Relation
		}
		if s.Source == nil || s.Source.Summary == nil {
			continue
		}
		if s.ID == c.NewestLeaf {
			d.Entrypoint = s.Source.Summary.Entrypoint
		}
		count(s.Source.Summary.FilesTouched)
		for _, a := range agents(s.ID) {
			if !a.Internal() {
				count(a.Summary.FilesTouched)
			}
		}
	}
	d.Files = len(files)
	return d
}
