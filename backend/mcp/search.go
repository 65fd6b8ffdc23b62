package mcp

import (
	"context"
	"strings"

	"dendro/backend/export"
	"dendro/backend/search"
	"dendro/backend/search/query"
)

type searchInput struct {
	Query string `json:"query" jsonschema:"words that describe what was asked or done; also \"phrases\", /expressions/, -word, and filters: file:path tool:Bash branch:main after:7d before:2026-01-31 is:failed"`
	Limit int    `json:"limit,omitempty" jsonschema:"turns per page: 8 by default, at most 50"`
	Page  int    `json:"page,omitempty" jsonschema:"number of the page, from 1"`
}

type fileInput struct {
	Path  string `json:"path" jsonschema:"path of the file, or its end: router.go, src/router.go"`
	Limit int    `json:"limit,omitempty" jsonschema:"turns per page: 8 by default, at most 50"`
	Page  int    `json:"page,omitempty" jsonschema:"number of the page, from 1"`
}

// foundTurns is a page of turns. Session and turn are the arguments of show_turn.
type foundTurns struct {
	Turns   []foundTurn `json:"turns"`
	Total   int         `json:"total"`
	Next    int         `json:"nextPage,omitempty"`
	Instead string      `json:"alsoSearchedFor,omitempty"` // the query with its misspelt words mended
}

type foundTurn struct {
	Session string   `json:"session"`
	Turn    string   `json:"turn"`
	Time    string   `json:"time"`
	Project string   `json:"project"`
	Chat    string   `json:"chat"` // its title
	Prompt  string   `json:"prompt,omitempty"`
	Kind    string   `json:"in,omitempty"`
	Best    string   `json:"best,omitempty"` // the line that shows why
	Missing []string `json:"missing,omitempty"`
}

func searchHistory(ctx context.Context, v *view, in searchInput) (any, error) {
	p, err := pageOf(in.Page, in.Limit, 8, 50)
	if err != nil {
		return nil, err
	}
	q, err := query.Parse(in.Query, v.now)
	if err != nil {
		return nil, err
	}
	return v.rank(ctx, in.Query, q, p)
}

func fileHistory(ctx context.Context, v *view, in fileInput) (any, error) {
	p, err := pageOf(in.Page, in.Limit, 8, 50)
	if err != nil {
		return nil, err
	}
	q := &query.Query{Filters: []query.Filter{{Key: query.File, Value: in.Path}}}
	return v.rank(ctx, "", q, p)
}

// rank returns a page of the turns that a query finds, best first.
func (v *view) rank(ctx context.Context, text string, q *query.Query, p page) (*foundTurns, error) {
	r, err := v.Searcher.Rank(ctx, text, q, search.Options{
		Limit: p.end(), Mask: export.Mask,
		Files: func(f *search.FileInfo) bool { return v.within(f.Project, f.Repository) },
	})
	if err != nil {
		return nil, err
	}
	found := &foundTurns{Turns: []foundTurn{}, Total: r.Total}
	turns, _ := of(p, r.Turns)
	if p.end() < r.Total {
		found.Next = p.end()/p.limit + 1
	}
	if r.Instead != nil {
		found.Instead = *r.Instead
	}
	for i := range turns {
		t := &turns[i]
		found.Turns = append(found.Turns, foundTurn{
			Session: t.Session, Turn: t.UUID, Time: string(t.Time), Project: t.Project, Chat: t.Title, Prompt: t.Prompt,
			Kind: t.Best.Kind, Best: strings.TrimSpace(t.Best.Snippet), Missing: t.Missing,
		})
	}
	return found, nil
}
