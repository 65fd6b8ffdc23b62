package api

import (
	"context"
	"net/http"
	"sync"
)

// asks are the requests that a window can cancel. The window's server does not report when
// a page abandons a request, so the page gives the request a name (?ask=NAME at any
// address) and cancels it (GET /api/end?ask=NAME).
type asks struct {
	mu      sync.Mutex
	running map[string]*asked
	ended   [maxEnded]string // the latest names, since requests overtake each other
	next    int              // next index of ended
}

// asked is a running request.
type asked struct{ cancel context.CancelFunc }

const (
	// maxEnded is the number of remembered names whose requests may still arrive.
	maxEnded = 64
	// maxAskName bounds the name of a request.
	maxAskName = 64
)

// endable handles requests with h until they are cancelled.
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

// begin registers a running request until leave is called. Its context is already cancelled
// if the cancellation arrived first.
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

// end cancels the request with a name, also if it has not arrived yet.
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

// askName returns the page's name for a request, or "" if it is not valid.
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
		return nil, badParameter("ask")
	}
	h.asks.end(name)
	h.searches.end(name)
	return struct{}{}, nil
}
