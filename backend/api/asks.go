package api

import (
	"context"
	"net/http"
	"sync"
)

// asks are the requests that a window can end. When a page leaves a request the
// window's server tells nobody, so the page gives the request a name (?ask=NAME
// at any address) and asks for its end (GET /api/end?ask=NAME).
type asks struct {
	mu      sync.Mutex
	running map[string]*asked
	ended   [maxEnded]string // the latest; requests overtake each other
	next    int              // of ended
}

// asked is a request that runs.
type asked struct{ cancel context.CancelFunc }

const (
	// maxEnded is how many names are remembered whose requests may yet come.
	maxEnded = 64
	// maxAskName bounds what a page calls a request.
	maxAskName = 64
)

// endable answers requests with h until their end is asked for.
func (a *asks) endable(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := askName(r)
		if name == "" || r.URL.Path == "/api/end" {
			h.ServeHTTP(w, r)
			return
		}
		ctx, leave := a.begin(r.Context(), name)
		defer leave()
		h.ServeHTTP(w, r.WithContext(ctx))
	})
}

// begin notes that a request runs, until leave is called. Its context is over
// already where its end was asked for before it came.
func (a *asks) begin(ctx context.Context, name string) (_ context.Context, leave func()) {
	ctx, cancel := context.WithCancel(ctx)
	r := &asked{cancel}
	a.mu.Lock()
	defer a.mu.Unlock()
	for i, ended := range a.ended {
		if ended == name {
			a.ended[i] = ""
			cancel()
		}
	}
	if a.running == nil {
		a.running = map[string]*asked{}
	}
	a.running[name] = r
	return ctx, func() {
		cancel()
		a.mu.Lock()
		defer a.mu.Unlock()
		if a.running[name] == r {
			delete(a.running, name)
		}
	}
}

// end ends the request of a name, also where that is only to come.
func (a *asks) end(name string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if r := a.running[name]; r != nil {
		r.cancel()
		return
	}
	a.ended[a.next] = name
	a.next = (a.next + 1) % maxEnded
}

// askName returns what a page calls a request, "" where that is no name.
func askName(r *http.Request) string {
	if name := r.URL.Query().Get("ask"); len(name) <= maxAskName {
		return name
	}
	return ""
}

// endAsk is GET /api/end.
func (h *handler) endAsk(r *http.Request) (any, error) {
	name := askName(r)
	if name == "" {
		return nil, badRequest("ask is no name of a request")
	}
	h.asks.end(name)
	h.searches.end(name)
	return struct{}{}, nil
}
