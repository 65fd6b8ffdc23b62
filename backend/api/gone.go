package api

import (
	"net/http"

	"dendro/backend/library"
)

// goneWire is GET /api/gone?q=&limit=: prompts of sessions that no file holds, newest first.
type goneWire struct {
	Query   string       `json:"q"`
	Total   int          `json:"total"`
	Prompts []gonePrompt `json:"prompts"`
}

type gonePrompt struct {
	library.GonePrompt
	ProjectName string `json:"projectName"`
}

// maxGone bounds an answer.
const maxGone = 1000

func (h *handler) gone(r *http.Request) (any, error) {
	limit, err := intQuery(r, "limit", 400, 0, maxGone)
	if err != nil {
		return nil, err
	}
	w := goneWire{Query: r.URL.Query().Get("q"), Prompts: []gonePrompt{}}
	list, total, err := h.lib.GonePrompts(r.Context(), w.Query, limit)
	if err != nil && total == 0 {
		return nil, err
	}
	w.Total = total
	for _, p := range list {
		w.Prompts = append(w.Prompts, gonePrompt{p, library.ProjectName(p.Project, "")})
	}
	return w, nil
}
