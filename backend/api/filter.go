package api

import (
	"net/http"
	"strings"
)

// maxExpires exceeds the retention of any history, in days.
const maxExpires = 36500

// filterScope returns the chats to which a filter is restricted, or nil for all. The scope
// is part of the request: filtering afterwards could miss chats beyond the limit.
func (h *handler) filterScope(r *http.Request) (func(chat string) bool, error) {
	query := r.URL.Query()
	days, err := intQuery(r, "expires", -1, -1, maxExpires)
	if err != nil {
		return nil, err
	}
	live, named := query.Get("live") == "1", query.Has("among")
	if !live && !named && days < 0 {
		return nil, nil
	}
	in := map[string]bool{}
	for _, id := range strings.Split(query.Get("among"), ",") {
		in[id] = true
	}
	if !live && days < 0 {
		return func(chat string) bool { return in[chat] }, nil
	}
	view := h.lib.Lister.View()
	fits := map[string]bool{}
	for row := range view.Rows() {
		item := h.item(&row, view)
		expires := item.ExpiresInDays != nil && *item.ExpiresInDays <= days
		fits[row.ID] = (!live || item.Live) && (days < 0 || expires) && (!named || in[row.ID])
	}
	return func(chat string) bool { return fits[chat] }, nil
}
