package api

import (
	"net/http"
	"time"

	"dendro/backend/chattree"
	"dendro/backend/library/figures"
	"dendro/backend/search/query"
)

// usage returns GET /api/usage: what was spent and done, by ?by, each row divided by ?split,
// ?since and ?until a time, in one ?project or in all.
func (h *handler) usage(r *http.Request) (any, error) {
	ask := r.URL.Query()
	q := figures.Question{By: figures.Day, Zone: h.opt.Now().Location()}
	if by := ask.Get("by"); by != "" {
		var ok bool
		if q.By, ok = figures.ParseBy(by); !ok {
			return nil, errBadRequest
		}
	}
	switch q.Split = figures.By(ask.Get("split")); q.Split {
	case "", figures.Model, figures.Project:
	default:
		return nil, errBadRequest
	}
	for name, at := range map[string]*time.Time{"since": &q.Since, "until": &q.Until} {
		if text := ask.Get(name); text != "" {
			begin, ok := query.ParseTime(text, h.opt.Now())
			if !ok {
				return nil, errBadRequest
			}
			*at = begin
		}
	}
	q.Prices = h.opt.Prices()
	if project := ask.Get("project"); project != "" {
		var chats []*chattree.Chat
		for _, c := range h.lib.Chats() {
			if c.ListedIn() == project {
				chats = append(chats, c)
			}
		}
		report, err := h.lib.FiguresOf(r.Context(), chats, &q)
		return figures.DocumentOf(report, &q), err
	}
	report, err := h.lib.Figures(r.Context(), &q)
	return figures.DocumentOf(report, &q), err
}
