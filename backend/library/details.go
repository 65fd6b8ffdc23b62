package library

import (
	"context"

	"dendro/backend/catalog"
	"dendro/backend/chattree"
	"dendro/backend/library/figures"
)

// Details are facts of a chat that its row in the list does not have. Model, version, entrypoint
// and relation are of the session with its newest record.
type Details struct {
	Chat       string `json:"id"`
	Model      string `json:"model"`
	Version    string `json:"version"`
	Entrypoint string `json:"entrypoint"` // how Claude Code was started; "" before 2.1.114
	Relation   string `json:"relation"`   // to the session that it continues
	Files      int    `json:"files"`      // distinct files that its sessions and their agents touched
	// Tokens are the input, the output and the additions to the cache that the chat itself
	// spent, with its agents; what other chats have copies of counts once over all chats. Cost
	// is an estimate in US dollars, without the Unpriced tokens, whose price is not known.
	Tokens   int64   `json:"tokens"`
	Cost     float64 `json:"cost"`
	Unpriced int64   `json:"unpriced"`
}

// Details returns the details of all chats, newest first. Copied records touch the same files
// as their originals, so no file counts twice. It reads no transcript.
func (l *Library) Details(ctx context.Context, prices *figures.Prices) ([]Details, error) {
	s := l.Catalog.Snapshot()
	spent, err := l.SpentBySession(ctx, s.Chats, prices)
	if err != nil {
		return nil, err
	}
	all := make([]Details, 0, len(s.Chats))
	for _, c := range s.Chats {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		d := detailsOf(c, s.Agents)
		for _, own := range c.Sessions {
			sums := spent[own.ID]
			d.Tokens += sums.Tokens.Fresh()
			d.Cost += sums.Cost
			d.Unpriced += sums.Unpriced
		}
		all = append(all, d)
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
