package api

import (
	"context"
	"errors"
	"math"
	"net/http"
	"slices"

	"dendro/backend/catalog"
	"dendro/backend/message"
	"dendro/backend/search"
	"dendro/backend/search/query"
	"dendro/backend/transcript"
)

// searchWire is GET /api/search.
type searchWire struct {
	Query string       `json:"query"`
	Spans []query.Span `json:"spans"` // for highlighting the query
	// Problem is the error in the query and its position; null if there is none.
	Problem *query.Error `json:"problem"`
	// The session or record that the query names by id, or "".
	ID string `json:"id"`
	search.Result
	Total *int `json:"total"` // null while unknown
	// Places locate the sessions of the hits, and of their copies.
	Places map[string]placeWire `json:"places"`
	// Seen is the number of this answer, to request a later one.
	Seen int `json:"seen"`
	searchedWire
}

// placeWire is the place of a session in its chat.
type placeWire struct {
	Chat       string `json:"chat"`
	Title      string `json:"title"` // of the session
	At         int    `json:"at"`    // from 1, parents before their children
	Of         int    `json:"of"`
	Relation   string `json:"relation"`
	Superseded bool   `json:"superseded"`
	CopyOf     string `json:"copyOf,omitempty"` // the session id, if another file is the primary one with it
}

// searchedWire describes the searched data.
type searchedWire struct {
	// Scanned is false while files are being read for the first time.
	Scanned bool `json:"scanned"`
	Files   int  `json:"files"` // number of files read
	FilesOf int  `json:"filesOf"`
}

// maxHits bounds a page of hits.
const maxHits = 500

// search returns the newest hits: everywhere, in a project, in a chat, or on the branch of
// a session that ends at tip.
//
// A window polls a search under a name, with the number of the last answer (seen), until an
// answer is complete. The first hits are returned as soon as they are certain, or after a
// while the hits so far. Without seen the answer is the final one; count=1 adds the number
// of hits.
func (h *handler) search(r *http.Request) (any, error) {
	values := r.URL.Query()
	seen, err := intQuery(r, "seen", 0, 0, math.MaxInt)
	if err != nil {
		return nil, err
	}
	opt, err := h.searchOptions(r)
	if err != nil {
		return nil, err
	}
	src := values.Get("q")
	q, err := query.Parse(src, h.opt.Now())
	w := searchWire{
		Query: src, Spans: append([]query.Span{}, q.Spans...), ID: q.ID(),
		Result: search.Result{Hits: []search.Hit{}}, Places: map[string]placeWire{}, searchedWire: h.searched(),
	}
	if errors.As(err, &w.Problem) {
		w.Problem = w.Problem.In(h.language())
		return w, nil
	}
	state := found{}
	if values.Has("seen") {
		state, err = h.newerState(r, &w, seen, func(ctx context.Context, tell func(search.Result)) (search.Result, error) {
			opt.Partial, opt.Count, opt.Chats = tell, true, true
			return h.lib.Searcher.Search(ctx, q, opt)
		})
	} else {
		state.Result, err = h.lib.Searcher.Search(r.Context(), q, opt)
	}
	if err != nil {
		return nil, err
	}
	w.Result, w.Seen = state.Result, state.seen
	if w.Hits == nil {
		w.Hits = []search.Hit{}
	}
	for i := range w.Hits {
		h.place(w.Places, &w.Hits[i])
	}
	for _, c := range w.Chats {
		h.place(w.Places, c.Title)
		h.place(w.Places, c.Best)
	}
	if w.Complete {
		w.Total = &state.Total
	}
	return w, nil
}

// place adds the places of the sessions of a hit, which may be nil.
func (h *handler) place(places map[string]placeWire, hit *search.Hit) {
	if hit != nil {
		h.placeSessions(places, append([]string{hit.Session}, hit.AlsoIn...))
	}
}

// placeSessions adds the places of sessions.
func (h *handler) placeSessions(places map[string]placeWire, ids []string) {
	for _, id := range ids {
		if _, known := places[id]; known {
			continue
		}
		if chat, s, err := h.lib.Session(id); err == nil { // otherwise it disappeared since the search
			at := slices.Index(chat.Sessions, s) + 1
			places[id] = placeWire{chat.ID, h.name(s.Name), at, len(chat.Sessions), s.Relation, s.Superseded, s.CopyOf}
		}
	}
}

// newerState returns a state of a search newer than the one with the number seen.
func (h *handler) newerState(r *http.Request, w *searchWire, seen int, do doing) (found, error) {
	name := askName(r)
	if name == "" {
		return found{}, badParameter("ask")
	}
	if err := r.Context().Err(); err != nil { // it was cancelled before it arrived
		return found{}, err
	}
	run := h.searches.start(name, w.searchedWire, do)
	w.searchedWire = run.info
	return run.after(r.Context(), seen)
}

// searched describes the data of a search that starts now.
func (h *handler) searched() searchedWire {
	s := h.lib.Catalog.Snapshot()
	w := searchedWire{Scanned: s.Progress.Phase == catalog.PhaseDone}
	w.Files, w.FilesOf = s.Read, max(s.Listed, s.Read)
	return w
}

// searchOptions parses the scope and the limits of a search.
func (h *handler) searchOptions(r *http.Request) (search.Options, error) {
	values := r.URL.Query()
	limit, err := intQuery(r, "limit", search.DefaultLimit, 1, maxHits)
	opt := search.Options{Limit: limit, Count: values.Get("count") == "1"}
	if err != nil {
		return opt, err
	}
	if in := values.Get("in"); in != "" {
		if opt.In, err = query.ParseFields(in); err != nil {
			return opt, message.From(err).Error(errBadRequest)
		}
	}
	if session := values.Get("session"); session != "" {
		if opt.Files, opt.Records, err = h.lib.Threads.Branch(r.Context(), session, values.Get("tip")); err != nil {
			return opt, err
		}
		if opt.In == 0 {
			opt.In = query.Default &^ query.Titles // titles are not on branches
		}
	} else if chat, project := values.Get("chat"), values.Get("project"); chat != "" || project != "" {
		key := transcript.ProjectKey(project)
		opt.Files = func(f *search.FileInfo) bool {
			return (chat == "" || f.Chat == chat) &&
				(project == "" || transcript.ProjectKey(f.Project) == key || transcript.ProjectKey(f.Repository) == key)
		}
	}
	return opt, nil
}
