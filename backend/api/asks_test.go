package api

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"dendro/backend/catalog"
	"dendro/backend/library"
)

func askFor(h http.Handler, path string) int {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, http.NoBody))
	return w.Code
}

// TestRequestsEndByName: a named request ends when it is cancelled, and no other one, even
// if the cancellation arrives first.
func TestRequestsEndByName(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New(library.New(library.Options{Options: catalog.Options{Now: time.Now}}), Options{})
		var list asks
		left := make(chan struct{}, 3)
		long := list.endable(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			<-r.Context().Done()
			left <- struct{}{}
		}))
		ctx, stop := context.WithCancel(t.Context())
		ask := func(path string) {
			long.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(ctx, http.MethodGet, path, http.NoBody))
		}
		go ask("/api/x?ask=one")
		go ask("/api/x?ask=two")
		synctest.Wait()
		list.end("one")
		<-left
		synctest.Wait()
		if len(left) > 0 || len(list.running) != 1 {
			t.Errorf("%d more have ended, %d run", len(left), len(list.running))
		}
		list.end("three") // overtakes its request
		ask("/api/x?ask=three")
		<-left
		stop()
		<-left
		synctest.Wait()
		if len(list.running) > 0 {
			t.Errorf("%d run when all have ended", len(list.running))
		}
		for n := range 2 * maxEnded { // of requests that were answered meanwhile
			list.end(fmt.Sprint(n))
		}
		for path, status := range map[string]int{
			"/api/end?ask=x": 200, "/api/end": 400, "/api/end?ask=" + strings.Repeat("x", maxAskName+1): 400,
			"/api/state?ask=x": 200, "/api/state?ask=" + strings.Repeat("x", maxAskName+1): 200,
		} {
			if code := askFor(h, path); code != status {
				t.Errorf("%s: %d", path, code)
			}
		}
	})
}
