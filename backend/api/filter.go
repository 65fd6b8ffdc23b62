package api

import (
	"net/http"
	"strings"
)

// maxExpires is more days than any history is kept.
const maxExpires = 36500

// filterScope is which chats a filter is about; nil where it is about all. The
// scope is a part of the question: of what is filtered first and narrowed then,
// the chats of the scope may stand behind the limit.
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
	view := h.lib.View()
	fits := map[string]bool{}
	for _, c := range view.Chats {
		item := h.item(c, view)
		expires := item.ExpiresInDays != nil && *item.ExpiresInDays <= days
		fits[c.ID] = (!live || item.Live) && (days < 0 || expires) && (!named || in[c.ID])
	}
	return func(chat string) bool { return fits[chat] }, nil
}
