package api

import "net/http"

// locate returns the path to a record's row.
func (s *reader) locate(r *http.Request) (any, error) {
	block, err := intQuery(r, "block", 0, 0, 1<<20)
	if err != nil {
		return nil, err
	}
	q := r.URL.Query()
	return s.lib.Threads.Locate(r.Context(), r.PathValue("session"), q.Get("tip"), q.Get("record"), block)
}

// maxFound bounds the rows of a search within a branch.
const maxFound = 20_000

// find returns the rows of a branch, or of an agent's conversation, that hold a text.
func (s *reader) find(r *http.Request) (any, error) {
	t, err := s.open(r)
	if err != nil {
		return nil, err
	}
	return t.Find(r.Context(), r.URL.Query().Get("q"), maxFound)
}

// likeWire is a query for turns that resemble another; "" if there are none.
type likeWire struct {
	Query string `json:"query"`
}

// like returns a query for the turns that resemble the one of a record.
func (s *reader) like(r *http.Request) (any, error) {
	q := r.URL.Query()
	text, err := s.lib.Like(r.Context(), r.PathValue("session"), q.Get("tip"), q.Get("record"))
	return likeWire{text}, err
}
