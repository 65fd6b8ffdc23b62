package api

import (
	"net/http"

	"dendro/backend/library"
)

// detailsWire is GET /api/details: the columns of the table of chats that the list does not
// have.
type detailsWire struct {
	Seq   uint64            `json:"seq"`
	Chats []library.Details `json:"chats"` // in the order of the list
}

func (h *handler) details(r *http.Request) (any, error) {
	seq := h.lib.Catalog.Seq() // before reading: later changes will be requested again
	chats, err := h.lib.Details(r.Context(), h.opt.Prices())
	return detailsWire{Seq: seq, Chats: chats}, err
}
