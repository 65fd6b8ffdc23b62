package api_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dendro/backend/api"
	"dendro/backend/catalog"
	"dendro/backend/library"
	"dendro/backend/scan"
)

// TestMoreThanTheListWaits: before the history is linked, the list and the state are
// answered, and everything else waits, for as long as the page does.
func TestMoreThanTheListWaits(t *testing.T) {
	const id = "11111111-1111-4111-8111-111111111111"
	root, cache := t.TempDir(), t.TempDir()
	dir := filepath.Join(root, "projects", "-work")
	line := `{"type":"user","uuid":"11111111-1111-4111-8111-111111111112","sessionId":"` + id + `","message":{"role":"user","content":"hello there"}}` + "\n"
	if err := errors.Join(os.MkdirAll(dir, 0o700), os.WriteFile(filepath.Join(dir, id+".jsonl"), []byte(line), 0o600)); err != nil {
		t.Fatal(err)
	}
	l := library.New(library.Options{Options: catalog.Options{Roots: []scan.Root{{Path: root}}, Cache: cache, Now: time.Now}})
	t.Cleanup(l.Catalog.Flush)
	h := api.New(l, api.Options{})
	ask := func(ctx context.Context, path string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequestWithContext(ctx, http.MethodGet, path, http.NoBody))
		return w
	}
	for _, path := range []string{"/api/state", "/api/chats", "/api/chats?first=3"} {
		if w := ask(t.Context(), path); w.Code != http.StatusOK {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
	}
	for _, path := range []string{"/api/chats/" + id, "/api/sessions/" + id + "/thread", "/api/search?q=hello", "/api/doctor"} {
		ctx, stop := context.WithTimeout(t.Context(), time.Millisecond)
		if w := ask(ctx, path); w.Code == http.StatusOK {
			t.Errorf("%s is answered: %s", path, w.Body)
		}
		stop()
	}
	answered := make(chan *httptest.ResponseRecorder, 1)
	go func() { answered <- ask(t.Context(), "/api/chats/"+id) }()
	if err := l.Catalog.Scan(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	if w := <-answered; w.Code != http.StatusOK && w.Code != http.StatusNotFound { // it may have waited for an empty cache only
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if w := ask(t.Context(), "/api/chats/"+id); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "hello there") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}
