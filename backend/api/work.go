package api

import (
	"net/http"

	"dendro/backend/thread"
)

// workWire is GET /api/sessions/{id}/work: what some of a branch's turns led to,
// which takes reading what they did. An outline asks for the turns in its view.
type workWire struct {
	From int           `json:"from"`
	Work []thread.Work `json:"work"`
}

// maxWorked is how many turns an answer is about at most.
const maxWorked = 60

func (s *reader) work(r *http.Request) (any, error) {
	t, err := s.open(r)
	if err != nil {
		return nil, err
	}
	from, count, err := partQuery(r, len(t.Rows.Turns()), 20, maxWorked)
	if err != nil {
		return nil, err
	}
	list, err := t.Work(r.Context(), from, count)
	return workWire{from, list}, err
}
