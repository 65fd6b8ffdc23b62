package api

import (
	"net/http"

	"dendro/backend/session"
)

// resumedWire is GET /api/sessions/{id}/resumed?tip=: how the installed claude would resume
// the session, compared with a displayed branch.
type resumedWire struct {
	Seq     uint64 `json:"seq"`
	Session string `json:"session"`
	Client  string `json:"client"` // its version, "" if unknown
	session.Resumed
}

func (s *reader) resumed(r *http.Request) (_ any, err error) {
	w := resumedWire{Seq: s.lib.Catalog.Seq(), Session: r.PathValue("session")}
	if s.client != nil {
		w.Client = s.client(r.Context())
	}
	w.Resumed, err = s.lib.Threads.Resumed(r.Context(), w.Session, r.URL.Query().Get("tip"), w.Client)
	return w, err
}
