package api

import (
	"errors"
	"net/http"

	"dendro/backend/library"
	"dendro/backend/search"
	"dendro/backend/search/query"
)

// searchWire is GET /api/search.
type searchWire struct {
	Query string       `json:"query"`
	Spans []query.Span `json:"spans"` // for colouring the query
	// Problem says what is wrong with the query, and where; null if nothing is.
	Problem *problemWire `json:"problem"`
	// Session or record that the query names by its id, "" where it is none.
	ID       string       `json:"id"`
	Hits     []search.Hit `json:"hits"`
	Total    *int         `json:"total"` // null while unknown
	Complete bool         `json:"complete"`
	// Scanned is false while files are still being read for the first time.
	Scanned bool `json:"scanned"`
}

type problemWire struct {
	From    int    `json:"from"` // runes
	To      int    `json:"to"`
	Message string `json:"message"`
}

// locate answers with where a record is shown.
func (h *handler) locate(r *http.Request) (any, error) {
	block, err := intQuery(r, "block", 0, 0, 1<<20)
	if err != nil {
		return nil, err
	}
	q := r.URL.Query()
	return h.lib.Locate(r.Context(), r.PathValue("session"), q.Get("tip"), q.Get("record"), block)
}

// named answers with what an id names.
func (h *handler) named(r *http.Request) (any, error) {
	return h.lib.Named(r.Context(), r.PathValue("id"))
}

// maxFound bounds the rows of a search within a branch.
const maxFound = 20_000

// find answers with the rows of a branch that hold a text.
func (h *handler) find(r *http.Request) (any, error) {
	q := r.URL.Query()
	return h.lib.Find(r.Context(), r.PathValue("session"), q.Get("tip"), q.Get("q"), maxFound)
}

// maxHits bounds a page of hits: what a person looks through.
const maxHits = 500

// search answers with the newest hits: everywhere, in a project, in a chat, or
// on the branch of a session that ends at tip. The window asks once for the
// first hits and, with count=1, once more for their number; leaving the request
// cancels the search.
func (h *handler) search(r *http.Request) (any, error) {
	values := r.URL.Query()
	limit, err := intQuery(r, "limit", search.DefaultLimit, 1, maxHits)
	if err != nil {
		return nil, err
	}
	opt := search.Options{Limit: limit, Count: values.Get("count") == "1"}
	if in := values.Get("in"); in != "" {
		if opt.In, err = query.ParseFields(in); err != nil {
			return nil, badRequest(err.Error())
		}
	}
	if session := values.Get("session"); session != "" {
		if opt.Files, opt.Records, err = h.lib.Branch(r.Context(), session, values.Get("tip")); err != nil {
			return nil, err
		}
		if opt.In == 0 {
			opt.In = query.Default &^ query.Titles // it is on no branch
		}
	} else if chat, project := values.Get("chat"), values.Get("project"); chat != "" || project != "" {
		opt.Files = func(f *search.FileInfo) bool {
			return (chat == "" || f.Chat == chat) && (project == "" || f.Project == project)
		}
	}
	src := values.Get("q")
	q, err := query.Parse(src, h.opt.Now())
	w := searchWire{Query: src, Spans: append([]query.Span{}, q.Spans...), Hits: []search.Hit{}, ID: q.ID()}
	w.Scanned = h.lib.Progress().Phase == library.PhaseDone
	var wrong *query.Error
	if errors.As(err, &wrong) {
		w.Problem = &problemWire{wrong.From, wrong.To, wrong.Msg}
		return w, nil
	}
	found, err := h.lib.Search(r.Context(), q, opt)
	if err != nil {
		return nil, err
	}
	w.Hits, w.Complete = found.Hits, found.Complete
	if found.Total >= 0 {
		w.Total = &found.Total
	}
	return w, nil
}
