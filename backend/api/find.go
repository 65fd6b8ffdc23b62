package api

import "net/http"

// locate answers with where a record is shown.
func (s *reader) locate(r *http.Request) (any, error) {
	block, err := intQuery(r, "block", 0, 0, 1<<20)
	if err != nil {
		return nil, err
	}
	q := r.URL.Query()
	return s.lib.Locate(r.Context(), r.PathValue("session"), q.Get("tip"), q.Get("record"), block)
}

// maxFound bounds the rows of a search within a branch.
const maxFound = 20_000

// find answers with the rows of a branch that hold a text.
func (s *reader) find(r *http.Request) (any, error) {
	q := r.URL.Query()
	if q.Get("internal") == "1" {
		return s.lib.FindWithInternal(r.Context(), r.PathValue("session"), q.Get("tip"), q.Get("q"), maxFound)
	}
	return s.lib.Find(r.Context(), r.PathValue("session"), q.Get("tip"), q.Get("q"), maxFound)
}

// findIn answers with the rows of an agent's conversation that hold a text.
func (s *reader) findIn(r *http.Request) (any, error) {
	return s.lib.FindIn(r.Context(), r.PathValue("session"), r.PathValue("agent"), r.URL.Query().Get("q"), maxFound)
}
