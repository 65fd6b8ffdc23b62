package api

import (
	"errors"
	"net/http"

	"dendro/backend/chattree"
	"dendro/backend/search"
	"dendro/backend/search/query"
)

// rankedWire is GET /api/ranked.
type rankedWire struct {
	Query string       `json:"query"`
	Spans []query.Span `json:"spans"` // for coloring the query
	// Problem describes an error in the query and its position; null if the query is valid.
	Problem *query.Error     `json:"problem"`
	Turns   []rankedTurnWire `json:"turns"`
	Instead *string          `json:"instead"`
	Total   int              `json:"total"` // turns that have a word of the query
	// Places locate the sessions of the turns, and of their copies.
	Places map[string]placeWire `json:"places"`
	searchedWire
}

// rankedTurnWire is a turn, and the segment of the tree that it begins in.
type rankedTurnWire struct {
	search.RankedTurn
	Segment string `json:"segment"`
	Tip     string `json:"tip"` // of a branch that the turn is on
	// Closing is the sentence to show of the turn's last reply, so far; "" if there is none
	// or if it is the best record.
	Closing string `json:"closing"`
}

// ranked answers with the turns that a description fits, best first: everywhere, in a
// project, in a chat, or on the branch of a session that ends at tip.
func (h *handler) ranked(r *http.Request) (any, error) {
	opt, err := h.searchOptions(r)
	if err != nil {
		return nil, err
	}
	if !r.URL.Query().Has("limit") {
		opt.Limit = search.DefaultTurns
	}
	opt.Closings = true
	src := r.URL.Query().Get("q")
	q, err := query.Parse(src, h.opt.Now())
	w := rankedWire{
		Query: src, Spans: append([]query.Span{}, q.Spans...), Turns: []rankedTurnWire{},
		Places: map[string]placeWire{}, searchedWire: h.searched(),
	}
	if errors.As(err, &w.Problem) {
		w.Problem = w.Problem.In(h.language())
		return w, nil
	}
	found, err := h.lib.Searcher.Rank(r.Context(), src, q, opt)
	if err != nil {
		return nil, err
	}
	w.Instead, w.Total = found.Instead, found.Total
	for _, t := range found.Turns {
		turn := rankedTurnWire{RankedTurn: t}
		turn.Title = h.name(t.Title)
		if t.Closing.UUID != t.Best.UUID {
			turn.Closing = t.Closing.Text
		}
		if chat, session, err := h.lib.Session(t.Session); err == nil { // else it is gone since it was found
			turn.Segment, turn.Tip = segmentOf(chat, session, t.UUID)
		}
		w.Turns = append(w.Turns, turn)
		h.placeSessions(w.Places, append([]string{t.Session}, t.AlsoIn...))
	}
	return w, nil
}

// segmentOf returns the segment of a record of a session, and the tip of the segment.
func segmentOf(chat *chattree.Chat, session *chattree.Session, uuid string) (segment, tip string) {
	segment = chat.SegmentWith(session, uuid)
	for _, s := range chat.Segments {
		if s.ID == segment {
			return segment, s.Tip
		}
	}
	return "", session.ActiveLeaf
}
