package api

import (
	"net/http"

	"dendro/backend/session"
)

// comparisonWire is GET /api/compare.
type comparisonWire struct {
	Seq uint64 `json:"seq"`
	*session.Comparison
}

// maxCompared is the number of turns listed per side; all are counted.
const maxCompared = 300

// compare returns the turns of two branches after they diverged.
func (h *handler) compare(r *http.Request) (any, error) {
	q := r.URL.Query()
	a := session.End{Session: q.Get("a"), Tip: q.Get("aTip")}
	b := session.End{Session: q.Get("b"), Tip: q.Get("bTip")}
	if a.Session == "" || b.Session == "" {
		return nil, badParameter("a, b")
	}
	seq := h.lib.Catalog.Seq()
	c, err := h.lib.Threads.Compare(r.Context(), a, b)
	if err != nil {
		return nil, err
	}
	c.Text = called(c.Text)
	for i := range c.Sides {
		side := &c.Sides[i]
		side.Turns = side.Turns[:min(len(side.Turns), maxCompared)]
		for k := range side.Turns {
			side.Turns[k].Text = called(side.Turns[k].Text)
		}
	}
	return comparisonWire{seq, c}, nil
}
