package api

import (
	"net/http"

	"dendro/backend/thread"
)

// workWire is GET /api/sessions/{id}/work: the outcome of some turns of a branch, which
// requires reading their records. An outline requests the turns in its view.
type workWire struct {
	From int           `json:"from"`
	Work []thread.Work `json:"work"`
}

// maxWorked is the maximum number of turns per answer.
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
