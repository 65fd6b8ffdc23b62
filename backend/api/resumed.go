package api

import (
	"cmp"
	"net/http"
)

// resumedWire is GET /api/sessions/{id}/resumed?tip=: what the claude that is installed
// would do with the session otherwise than a branch of it shows.
type resumedWire struct {
	Seq       uint64 `json:"seq"`
	Session   string `json:"session"`
	Client    string `json:"client"` // its version, "" where it is not known
	Leaf      string `json:"leaf"`
	Segment   string `json:"segment"` // the node of the tree that holds Leaf
	Elsewhere bool   `json:"elsewhere"`
	Omitted   int    `json:"omitted"` // messages that are shown and not sent
	Added     int    `json:"added"`   // messages that are sent and not shown
	First     string `json:"first"`   // the first of them that is shown
}

func (s *reader) resumed(r *http.Request) (any, error) {
	w := resumedWire{Seq: s.lib.Seq(), Session: r.PathValue("session")}
	if s.client != nil {
		w.Client = s.client(r.Context())
	}
	d, err := s.lib.Resumed(r.Context(), w.Session, r.URL.Query().Get("tip"), w.Client)
	if err != nil {
		return nil, err
	}
	w.Leaf, w.Segment, w.Elsewhere, w.Omitted, w.Added = d.Leaf, d.Segment, d.Elsewhere, len(d.Omitted), len(d.Added)
	w.First = cmp.Or(append(d.Omitted, "")...)
	return w, nil
}
