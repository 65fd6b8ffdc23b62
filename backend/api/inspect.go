package api

import (
	"net/http"

	"dendro/backend/library"
	"dendro/backend/library/figures"
	"dendro/backend/session"
	"dendro/backend/thread"
)

// inspectionWire is GET /api/sessions/{id}/figures.
type inspectionWire struct {
	Seq   uint64 `json:"seq"`
	Scope string `json:"scope"` // "session" or "chat"
	*library.Inspection
	// Cost is an estimate in US dollars, AgentCost the agents' part of it, Unpriced the
	// tokens that no price is known for. PricesOf is the date of the prices.
	Cost      float64 `json:"cost"`
	AgentCost float64 `json:"agentCost"`
	Unpriced  int64   `json:"unpriced"`
	PricesOf  string  `json:"pricesOf"`
}

// figures returns the statistics of a session, or with ?scope=chat of its whole chat.
func (s *reader) figures(r *http.Request) (any, error) {
	w := inspectionWire{Seq: s.lib.Catalog.Seq(), Scope: r.URL.Query().Get("scope")}
	switch w.Scope {
	case "":
		w.Scope = "session"
	case "session", "chat":
	default:
		return nil, badParameter("scope")
	}
	in, err := s.lib.Inspect(r.Context(), r.PathValue("session"), w.Scope == "chat")
	if err != nil {
		return nil, err
	}
	w.Inspection = in.In(s.language())
	q := figures.Question{By: figures.Model, Prices: s.prices()}
	spent, err := s.lib.FiguresIn(r.Context(), r.PathValue("session"), w.Scope == "chat", &q)
	if err != nil {
		return nil, err
	}
	w.Cost, w.AgentCost, w.Unpriced, w.PricesOf = spent.Total.Cost, spent.Total.AgentCost, spent.Total.Unpriced, spent.Prices.Date
	return w, nil
}

// commandsWire is GET /api/sessions/{id}/commands: the shell commands of a branch.
type commandsWire struct {
	Session string `json:"session"`
	Tip     string `json:"tip"`
	thread.Commands
}

func (s *reader) commands(r *http.Request) (any, error) {
	t, err := s.open(r)
	if err != nil {
		return nil, err
	}
	w := commandsWire{Session: t.Session, Tip: t.Tip}
	w.Commands, err = t.Commands(r.Context())
	return w, err
}

// besideWire is GET /api/sessions/{id}/beside: what Claude Code keeps of a session outside of
// its project directory.
type besideWire struct {
	Session string           `json:"session"`
	Tip     string           `json:"tip"`
	Files   []session.Beside `json:"files"`
}

func (s *reader) beside(r *http.Request) (any, error) {
	t, err := s.open(r)
	if err != nil {
		return nil, err
	}
	w := besideWire{Session: t.Session, Tip: t.Tip}
	w.Files, err = t.Beside(r.Context())
	return w, err
}

// touchingWire is GET /api/sessions/{id}/touching: rows of a branch.
type touchingWire struct {
	Session string `json:"session"`
	File    string `json:"file"`
	Rows    []int  `json:"rows"`
}

// touching returns the rows of a branch whose calls touch a file. The name is only compared
// with those in the records, and never opened.
func (s *reader) touching(r *http.Request) (any, error) {
	q := r.URL.Query()
	w := touchingWire{Session: r.PathValue("session"), File: q.Get("file")}
	if w.File == "" {
		return nil, badParameter("file")
	}
	var err error
	w.Rows, err = s.lib.Threads.Touching(r.Context(), w.Session, q.Get("tip"), w.File)
	return w, err
}

// touchedWire is GET /api/chats/{id}/touched.
type touchedWire struct {
	Seq uint64 `json:"seq"`
	*session.Touched
}

// touched returns the files that a chat touches, each with the segments that do.
func (h *handler) touched(r *http.Request) (any, error) {
	w := touchedWire{Seq: h.lib.Catalog.Seq()}
	t, err := h.lib.Threads.Touched(r.Context(), r.PathValue("chat"))
	if err != nil {
		return nil, err
	}
	w.Touched = t.In(h.language())
	return w, nil
}
