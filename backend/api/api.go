package api

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"dendro/backend/catalog"
	"dendro/backend/library"
	"dendro/backend/library/figures"
	"dendro/backend/message"
	"dendro/backend/session"
	"dendro/backend/version"
)

// Options are a handler's dependencies besides the library.
type Options struct {
	Program  version.Info
	Notice   string // the licences of all linked and bundled software
	Platform string // runtime.GOOS
	Home     string
	// Resumable reports in advance whether a session can be resumed, and why not; nil:
	// always.
	Resumable func(session.ResumeTarget) (bool, message.Message)
	// Client returns the version of the claude that would resume a session, or ""; nil:
	// unknown.
	Client func(context.Context) string
	// Report describes this Dendro and its machine for a report of a fault; nil: never.
	Report func(context.Context) string
	// Roots adds what the user set for roots; nil: nothing.
	Roots func([]library.RootState) []library.RootState
	// Prices returns what models cost; nil: the published prices.
	Prices func() *figures.Prices
	Now    func() time.Time // nil: time.Now
	Logger *slog.Logger
	// Language returns the window's language, in which texts and errors are answered; nil:
	// English.
	Language func() string
}

// handler answers requests about the whole history and its chats.
type handler struct {
	*responder
	lib      *library.Library
	opt      Options
	searches *searches
	listing  *listing
	asks     asks
}

// New returns the handler of everything below /api/.
func New(lib *library.Library, opt Options) http.Handler {
	if opt.Logger == nil {
		opt.Logger = slog.New(slog.DiscardHandler)
	}
	if opt.Prices == nil {
		opt.Prices = figures.Published
	}
	if opt.Now == nil {
		opt.Now = time.Now
	}
	if opt.Language == nil {
		opt.Language = func() string { return message.English }
	}
	p := &responder{opt.Logger, opt.Language}
	h := &handler{responder: p, lib: lib, opt: opt, searches: &searches{log: opt.Logger}, listing: newListing(opt.Now())}
	mux := http.NewServeMux()
	listed := func(path string, f endpoint) { mux.Handle("GET "+path, p.answer(f)) }
	listed("/api/state", h.state)
	listed("/api/chats", h.chats)
	listed("/api/about", h.about)
	listed("/api/report", h.report)
	listed("/api/end", h.endAsk)
	get := func(path string, f endpoint) { listed(path, h.linked(f)) }
	get("/api/chats/{chat}", h.chat)
	get("/api/chats/{chat}/touched", h.touched)
	get("/api/filter", h.filter)
	get("/api/activity", h.activity)
	get("/api/usage", h.usage)
	get("/api/details", h.details)
	get("/api/compare", h.compare)
	get("/api/doctor", h.doctor)
	get("/api/search", h.search)
	get("/api/ranked", h.ranked)
	get("/api/named/{id}", h.named)
	get("/api/notes", h.notes)
	get("/api/gone", h.gone)
	(&reader{lib, opt.Client, opt.Prices, p}).routes(mux, get)
	listed("/api/", func(r *http.Request) (any, error) {
		return nil, message.New("address_not_found", "address", r.URL.Path).Error(session.ErrNotFound)
	})
	return p.guarded(h.asks.endable(mux))
}

// linked answers when the chats are linked: after a start, a list of them is all there is.
func (h *handler) linked(f endpoint) endpoint {
	return func(r *http.Request) (any, error) {
		if err := h.lib.Catalog.Linked(r.Context()); err != nil {
			return nil, err
		}
		return f(r)
	}
}

func (h *handler) state(*http.Request) (any, error) {
	s := h.lib.State()
	if h.opt.Roots != nil {
		s.Roots = h.opt.Roots(s.Roots)
	}
	s = s.In(h.language())
	w := stateWire{
		Schema: 1, Version: h.opt.Program.Version, Platform: h.opt.Platform, Home: h.opt.Home, State: s,
		Scan:          scanWire{Progress: s.Progress, Finished: timeText(s.Progress.Finished)},
		Totals:        totalsWire{s.Totals, s.Live},
		RetentionDays: s.Retention.Days,
	}
	if errors.Is(s.Progress.Err, catalog.ErrStopped) {
		w.Scan.Stopped = true
	} else if s.Progress.Err != nil {
		w.Scan.Error = message.Of(s.Progress.Err, h.language())
	}
	return w, nil
}

func (h *handler) chat(r *http.Request) (any, error) {
	seq := h.lib.Catalog.Seq()
	c, err := h.lib.Chat(r.PathValue("chat"))
	if err != nil {
		return nil, err
	}
	view, live := h.lib.Lister.View(), map[string]bool{}
	w := chatWire{
		Seq: seq, ID: c.ID, Title: h.name(c.Name), Project: c.Project, ProjectDisplay: h.lib.Display(c.Project),
		Start: string(c.Start), End: string(c.End), Sessions: []sessionWire{}, Segments: []segmentWire{},
	}
	for _, s := range c.Sessions {
		f := view.Facts(s)
		live[s.ID] = f.Live
		possible, why := h.resumable(r, s.ID)
		item := sessionWire{Session: s, Title: h.name(s.Name), Facts: f, Resume: resumeWire{possible, why.In(h.language())}}
		if s.LastPromptLeaf != s.ActiveLeaf {
			item.LastPromptSegment = c.SegmentWith(s, s.LastPromptLeaf)
		}
		w.Sessions = append(w.Sessions, item)
	}
	for _, s := range c.Segments {
		w.Segments = append(w.Segments, segmentWire{Segment: s, Title: h.name(s.Name), Live: s.ResumesHere && live[s.Session]})
	}
	own := view.Noted.OnChat(c.ID)
	w.Own, w.Notes = ownOf(&own), []noteWire{}
	if own.Name != "" {
		w.Title = own.Name
	}
	if in := view.Noted.Of(c); in != nil {
		for _, r := range in.Records {
			item := noteWire{ownWire: ownOf(r.Note), Of: r.Kind, Session: r.Session, UUID: r.UUID, UUIDs: r.UUIDs, Excerpt: r.Excerpt}
			if _, s, err := h.lib.Session(r.Session); err == nil {
				item.Segment = c.SegmentWith(s, r.UUID)
			}
			w.Notes = append(w.Notes, item)
		}
	}
	return w, nil
}

func (h *handler) resumable(r *http.Request, id string) (possible bool, why message.Message) {
	if h.opt.Resumable == nil {
		return true, why
	}
	target, err := h.lib.Threads.ResumeTarget(r.Context(), id)
	if err != nil { // it disappeared after the chat was looked up
		return false, message.From(err)
	}
	if !target.Unloaded.IsZero() {
		return false, target.Unloaded
	}
	return h.opt.Resumable(target)
}

// maxFiltered bounds the answer to a filter: nobody scrolls further.
const maxFiltered = 1000

// filterTime bounds the first answer to a filter: it is requested at every keystroke, and
// shown with the next frame.
const filterTime = 12 * time.Millisecond

func (h *handler) filter(r *http.Request) (any, error) {
	limit, err := intQuery(r, "limit", 200, 1, maxFiltered)
	if err != nil {
		return nil, err
	}
	among, err := h.filterScope(r)
	if err != nil {
		return nil, err
	}
	q := r.URL.Query().Get("q")
	within := filterTime
	if r.URL.Query().Get("whole") == "1" { // requested if the first answer was incomplete
		within = 0
	}
	matches, total, complete, err := h.lib.Searcher.Filter(r.Context(), q, limit, within, among)
	if err != nil {
		return nil, err
	}
	return map[string]any{"q": q, "total": total, "complete": complete, "matches": matches}, nil
}

// named returns the object that an id names.
func (h *handler) named(r *http.Request) (any, error) {
	return h.lib.Searcher.Named(r.Context(), r.PathValue("id"))
}

// about is GET /api/about: Dendro's version and components.
func (h *handler) about(*http.Request) (any, error) {
	return aboutWire{h.opt.Program, h.opt.Notice}, nil
}

// report is GET /api/report: what doctor --report says.
func (h *handler) report(r *http.Request) (any, error) {
	if h.opt.Report == nil {
		return nil, session.ErrNotFound
	}
	return map[string]string{"text": h.opt.Report(r.Context())}, nil
}

func (h *handler) doctor(*http.Request) (any, error) { return h.lib.Doctor().In(h.language()), nil }

// name returns the name of a session or chat for display.
func (h *handler) name(name string) string { return library.Name(name).In(h.language()) }
