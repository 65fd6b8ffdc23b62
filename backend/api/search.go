package api

import (
	"context"
	"errors"
	"math"
	"net/http"
	"slices"

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
	Settled  bool         `json:"settled"` // the hits are the final ones, though not all may be counted
	Counted  int          `json:"counted"` // hits so far
	// Looked is how much has been looked at, of Blocks that may hold a hit.
	Looked int `json:"looked"`
	Blocks int `json:"blocks"`
	// Places say where the sessions of the hits, and of their copies, stand.
	Places map[string]placeWire `json:"places"`
	// Ended says that the window has asked for something else since: it is not
	// an error that anybody should see.
	Ended bool `json:"ended,omitempty"`
	// Seen is the number of this answer, to ask for a later one.
	Seen int `json:"seen"`
	searchedWire
}

// placeWire is where a session stands among those of its chat.
type placeWire struct {
	Chat       string `json:"chat"`
	Title      string `json:"title"` // of the session
	At         int    `json:"at"`    // from 1, parents before their children
	Of         int    `json:"of"`
	Relation   string `json:"relation"`
	Superseded bool   `json:"superseded"`
}

// searchedWire is what a search sees.
type searchedWire struct {
	// Scanned is false while files are still being read for the first time.
	Scanned bool `json:"scanned"`
	Files   int  `json:"files"` // that have been read
	FilesOf int  `json:"filesOf"`
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
	if q.Get("internal") == "1" {
		return h.lib.FindWithInternal(r.Context(), r.PathValue("session"), q.Get("tip"), q.Get("q"), maxFound)
	}
	return h.lib.Find(r.Context(), r.PathValue("session"), q.Get("tip"), q.Get("q"), maxFound)
}

// findIn answers with the rows of an agent's conversation that hold a text.
func (h *handler) findIn(r *http.Request) (any, error) {
	return h.lib.FindIn(r.Context(), r.PathValue("session"), r.PathValue("agent"), r.URL.Query().Get("q"), maxFound)
}

// maxHits bounds a page of hits: what a person looks through.
const maxHits = 500

// search answers with the newest hits: everywhere, in a project, in a chat, or
// on the branch of a session that ends at tip.
//
// A window follows a search: it names itself and numbers its searches (window,
// run), and asks again with the number of the last answer (seen) until one is
// complete. The first hits come as soon as they are certain, and where that
// takes long, what there is so far. Asking for a later run, or for its end,
// ends the one before. Without a window the answer is the final one; count=1
// says how many hits there are.
func (h *handler) search(r *http.Request) (any, error) {
	values := r.URL.Query()
	window, number, err := followed(r)
	if err != nil {
		return nil, err
	}
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
	w := searchWire{Query: src, Spans: append([]query.Span{}, q.Spans...), Hits: []search.Hit{}, Places: map[string]placeWire{}, ID: q.ID()}
	w.searchedWire = h.searched()
	var wrong *query.Error
	if errors.As(err, &wrong) {
		h.searches.end(window, number)
		w.Problem = &problemWire{wrong.From, wrong.To, wrong.Msg}
		return w, nil
	}
	state := found{}
	if window == "" {
		state.Result, err = h.lib.Search(r.Context(), q, opt)
	} else {
		state, err = h.follow(r.Context(), &w, window, number, seen, func(ctx context.Context, tell func(search.Result)) (search.Result, error) {
			opt.Partial, opt.Count = tell, true
			return h.lib.Search(ctx, q, opt)
		})
	}
	if window != "" && errors.Is(err, context.Canceled) {
		w.Ended = true
		return w, nil
	}
	if err != nil {
		return nil, err
	}
	if state.Hits != nil {
		w.Hits = state.Hits
	}
	w.Places = h.places(w.Hits)
	w.Complete, w.Settled, w.Counted = state.Complete, state.Settled, state.Counted
	w.Looked, w.Blocks, w.Seen = state.Looked, state.Blocks, state.seen
	if w.Complete {
		w.Total = &state.Total
	}
	return w, nil
}

func (h *handler) places(hits []search.Hit) map[string]placeWire {
	places := map[string]placeWire{}
	add := func(id string) {
		if _, known := places[id]; known {
			return
		}
		chat, s, err := h.lib.Session(id)
		if err != nil {
			return // gone since it was found
		}
		at := slices.Index(chat.Sessions, s) + 1
		places[id] = placeWire{chat.ID, s.Title, at, len(chat.Sessions), s.Relation, s.Superseded}
	}
	for i := range hits {
		add(hits[i].Session)
		for _, id := range hits[i].AlsoIn {
			add(id)
		}
	}
	return places
}

func (h *handler) follow(ctx context.Context, w *searchWire, window string, number, seen int, do doing) (found, error) {
	run, err := h.searches.start(window, number, w.searchedWire, do)
	if err != nil {
		return found{}, err
	}
	w.searchedWire = run.info
	return run.after(ctx, seen)
}

// searchEnd ends what a window searches for.
func (h *handler) searchEnd(r *http.Request) (any, error) {
	window, number, err := followed(r)
	if err == nil {
		h.searches.end(window, number)
	}
	return struct{}{}, err
}

// maxWindowName bounds what a window calls itself.
const maxWindowName = 64

// followed reads which window asks for which of its searches.
func followed(r *http.Request) (window string, number int, err error) {
	window = r.URL.Query().Get("window")
	if len(window) > maxWindowName {
		return "", 0, badRequest("the window's name is too long")
	}
	number, err = intQuery(r, "run", 0, 0, math.MaxInt)
	return window, number, err
}

// searched says what a search that begins now will see.
func (h *handler) searched() searchedWire {
	w := searchedWire{Scanned: h.lib.Progress().Phase == library.PhaseDone}
	w.Files, w.FilesOf = h.lib.Searched()
	return w
}

// searchOptions reads where and how far to search.
func (h *handler) searchOptions(r *http.Request) (search.Options, error) {
	values := r.URL.Query()
	limit, err := intQuery(r, "limit", search.DefaultLimit, 1, maxHits)
	opt := search.Options{Limit: limit, Count: values.Get("count") == "1"}
	if err != nil {
		return opt, err
	}
	if in := values.Get("in"); in != "" {
		if opt.In, err = query.ParseFields(in); err != nil {
			return opt, badRequest(err.Error())
		}
	}
	if session := values.Get("session"); session != "" {
		if opt.Files, opt.Records, err = h.lib.Branch(r.Context(), session, values.Get("tip")); err != nil {
			return opt, err
		}
		if opt.In == 0 {
			opt.In = query.Default &^ query.Titles // it is on no branch
		}
	} else if chat, project := values.Get("chat"), values.Get("project"); chat != "" || project != "" {
		opt.Files = func(f *search.FileInfo) bool {
			return (chat == "" || f.Chat == chat) && (project == "" || f.Project == project)
		}
	}
	return opt, nil
}
