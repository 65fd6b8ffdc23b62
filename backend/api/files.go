package api

import (
	"bytes"
	"net/http"
	"unicode/utf8"

	"dendro/backend/session"
)

// filesAt is GET /api/sessions/{id}/files?tip=&record=: the files of a branch around the turn
// of a record.
func (s *reader) filesAt(r *http.Request) (any, error) {
	q := r.URL.Query()
	at, err := s.lib.Checkpoints.FilesAt(r.Context(), r.PathValue("session"), q.Get("tip"), q.Get("record"))
	if err != nil {
		return nil, err
	}
	return at.In(s.language()), nil
}

// fileTextWire is GET /api/sessions/{id}/files/text?tip=&record=&path=&at=: a file at one of
// the moments of a turn. The path is one of those that filesAt lists.
type fileTextWire struct {
	Path    string `json:"path"`
	Existed bool   `json:"existed"`
	Binary  bool   `json:"binary"` // then Text is empty
	Bytes   int    `json:"bytes"`
	Text    string `json:"text"`
}

func (s *reader) fileText(r *http.Request) (any, error) {
	q := r.URL.Query()
	w := fileTextWire{Path: q.Get("path")}
	text, existed, err := s.lib.Checkpoints.FileText(r.Context(), r.PathValue("session"), q.Get("tip"), q.Get("record"), w.Path, session.Moment(q.Get("at")))
	if err != nil {
		return nil, err
	}
	w.Existed, w.Bytes = existed, len(text)
	if w.Binary = !utf8.Valid(text) || bytes.IndexByte(text, 0) >= 0; !w.Binary {
		w.Text = string(text)
	}
	return w, nil
}
