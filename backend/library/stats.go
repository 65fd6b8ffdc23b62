package library

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"dendro/backend/catalog"
	"dendro/backend/chattree"
	"dendro/backend/internal/own"
	"dendro/backend/library/figures"
	"dendro/backend/session"
)

// Figures answers a question about tokens, costs and work in everything that was read, agents
// of deleted sessions included. It reads no transcript.
func (l *Library) Figures(ctx context.Context, q *figures.Question) (*figures.Report, error) {
	known := l.Catalog.Snapshot()
	return sum(ctx, &gathering{known: known, has: map[*catalog.File]bool{}, all: true}, known.Chats, q)
}

// FiguresOf is Figures for these chats only.
func (l *Library) FiguresOf(ctx context.Context, chats []*chattree.Chat, q *figures.Question) (*figures.Report, error) {
	return sum(ctx, &gathering{known: l.Catalog.Snapshot(), has: map[*catalog.File]bool{}}, chats, q)
}

// FiguresIn is Figures for one session with all its records, or for its whole chat.
func (l *Library) FiguresIn(ctx context.Context, id string, wholeChat bool, q *figures.Question) (*figures.Report, error) {
	known := l.Catalog.Snapshot()
	chat, s, err := session.In(known, id)
	if err != nil {
		return nil, err
	}
	g := &gathering{known: known, has: map[*catalog.File]bool{}}
	if wholeChat {
		return sum(ctx, g, []*chattree.Chat{chat}, q)
	}
	g.session(chat, s)
	return figures.Sum(g.files, q), nil
}

// SpentBySession returns the figures of the sessions of some chats, by id: each message in the
// first session that has it.
func (l *Library) SpentBySession(ctx context.Context, chats []*chattree.Chat, prices *figures.Prices) (map[string]figures.Sums, error) {
	report, err := l.FiguresOf(ctx, chats, &figures.Question{By: figures.Session, Prices: prices})
	if err != nil {
		return nil, err
	}
	spent := make(map[string]figures.Sums, len(report.Rows))
	for i := range report.Rows {
		spent[report.Rows[i].Key] = report.Rows[i].Sums
	}
	return spent, nil
}

func sum(ctx context.Context, g *gathering, chats []*chattree.Chat, q *figures.Question) (*figures.Report, error) {
	for _, chat := range slices.SortedFunc(slices.Values(chats), begunFirst) {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		for _, s := range chat.Sessions {
			g.session(chat, s)
		}
	}
	g.rest(chats)
	return figures.Sum(g.files, q), nil
}

// gathering gathers the files to sum up.
type gathering struct {
	known *catalog.Snapshot
	files []figures.File
	has   map[*catalog.File]bool
	all   bool
}

// session adds a session's file and those of its agents.
func (g *gathering) session(chat *chattree.Chat, s *chattree.Session) {
	for _, f := range g.known.WithAgents(s.ID) {
		file := figures.File{Summary: f.Summary, Session: s.ID, Project: chat.ListedIn(), Agent: f.Agent}
		if !f.Agent && f.Err == nil {
			file.Turns = s.Turns()
			file.Shared = chat.Shares || len(chat.Sessions) > 1 || chat.Reminted()
		}
		g.has[f] = true
		g.files = append(g.files, file)
	}
}

// rest adds the files that no session lists, and that were paid for: agents that are internal
// to Claude Code, and with all chats those of deleted sessions.
func (g *gathering) rest(chats []*chattree.Chat) {
	chosen := make(map[*chattree.Chat]bool, len(chats))
	for _, chat := range chats {
		chosen[chat] = true
	}
	for _, f := range g.known.Files {
		if g.has[f] || !f.Agent {
			continue
		}
		session := f.Owner
		if session == "" && len(f.Summary.SessionIDs) > 0 {
			session = f.Summary.SessionIDs[0]
		}
		chat, _ := g.known.Session(session)
		if !g.all && !chosen[chat] {
			continue
		}
		project := f.Summary.CWD
		if chat != nil {
			project = chat.ListedIn()
		}
		g.files = append(g.files, figures.File{Summary: f.Summary, Session: session, Project: project, Agent: true})
	}
}

// PricesName is the file in the directory of the settings whose prices replace the published
// ones.
const PricesName = "prices.json"

// maxPrices limits the size of that file.
const maxPrices = 1 << 20

// PricesIn returns the published prices with those of a file in dir, if it is there. After an
// error they are the published ones.
func PricesIn(dir own.Dir) (*figures.Prices, error) {
	prices := figures.Published()
	data, err := dir.Read(PricesName, maxPrices)
	switch {
	case errors.Is(err, fs.ErrNotExist) || errors.Is(err, own.ErrNone):
		return prices, nil
	case err == nil:
		var others *figures.Prices
		if others, err = figures.ParsePrices(data); err == nil {
			others.Source = cmp.Or(others.Source, PricesName)
			return prices.Override(others), nil
		}
	}
	return prices, fmt.Errorf("%s is not used: %w", filepath.Join(dir.Path, PricesName), err)
}
