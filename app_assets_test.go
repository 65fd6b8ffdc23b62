//go:build !headless

package main

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"dendro/backend/desktop"
)

func TestAssetMiddleware(t *testing.T) {
	files := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/", "/index.html":
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = io.WriteString(w, `<!doctype html><html lang="en"><body></body></html>`)
		case "/app.js":
			_, _ = io.WriteString(w, "<html")
		default:
			http.NotFound(w, r)
		}
	})
	api := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/api/broken" {
			panic("broken")
		}
		_, _ = io.WriteString(w, "api "+r.URL.String())
	})
	dark := func() theme { return theme{system: desktop.Dark} }

	tests := []struct {
		name, method, path string
		theme              func() theme
		status             int
		body               string
	}{
		{"api", "GET", "/api/state?x=1", dark, 200, "api /api/state?x=1"},
		{"a panic ends the request only", "GET", "/api/broken", dark, 500, "this request failed unexpectedly\n"},
		{"page", "GET", "/", dark, 200, `<!doctype html><html data-system-theme="dark" data-theme="dark" lang="en"><body></body></html>`},
		{
			"choice over system", "GET", "/index.html",
			func() theme { return theme{chosen: desktop.Light, system: desktop.Dark} },
			200, `<!doctype html><html data-system-theme="dark" data-theme="light" lang="en"><body></body></html>`,
		},
		{"nothing known", "GET", "/", func() theme { return theme{} }, 200, `<!doctype html><html lang="en"><body></body></html>`},
		{"other files are left alone", "GET", "/app.js", dark, 200, "<html"},
		{"missing", "GET", "/nothing", dark, 404, "404 page not found\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := httptest.NewRecorder()
			assetMiddleware(slog.New(slog.DiscardHandler), api, tt.theme)(files).ServeHTTP(w, httptest.NewRequest(tt.method, tt.path, nil))
			if w.Code != tt.status {
				t.Errorf("status %d, want %d", w.Code, tt.status)
			}
			if got := w.Body.String(); got != tt.body {
				t.Errorf("got  %s\nwant %s", got, tt.body)
			}
			if length := w.Header().Get("Content-Length"); length != "" && length != strconv.Itoa(w.Body.Len()) {
				t.Errorf("Content-Length is %s, the body has %d bytes", length, w.Body.Len())
			}
			if strings.HasSuffix(tt.path, ".html") && !strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") {
				t.Errorf("Content-Type is %q", w.Header().Get("Content-Type"))
			}
		})
	}
}
