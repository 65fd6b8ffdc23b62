package window

import (
	"encoding/json"
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
			if r.Header.Get("If-Modified-Since") != "" {
				w.WriteHeader(http.StatusNotModified)
				return
			}
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			w.Header().Set("Last-Modified", "Fri, 20 Nov 2026 14:00:00 GMT")
			_, _ = io.WriteString(w, `<!doctype html><html lang="en"><head></head><body></body></html>`)
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
	dark := page{theme: theme{system: desktop.Dark}}

	tests := []struct {
		name, method, path string
		page               page
		status             int
		body               string
	}{
		{"api", "GET", "/api/state?x=1", dark, 200, "api /api/state?x=1"},
		{"a panic ends the request only", "GET", "/api/broken", dark, 500, "Internal error. Details are in the log.\n"},
		{"page", "GET", "/", dark, 200, `<!doctype html><html data-system-theme="dark" data-theme="dark" lang="en"><head></head><body></body></html>`},
		{
			"choice over system", "GET", "/index.html",
			page{theme: theme{chosen: desktop.Light, system: desktop.Dark}},
			200, `<!doctype html><html data-system-theme="dark" data-theme="light" lang="en"><head></head><body></body></html>`,
		},
		{
			"chosen language", "GET", "/",
			page{language: "ja"},
			200, `<!doctype html><html data-language="ja" lang="en"><head></head><body></body></html>`,
		},
		{"nothing known", "GET", "/", page{}, 200, `<!doctype html><html lang="en"><head></head><body></body></html>`},
		{
			"first answers, which no text of a history can end", "GET", "/",
			page{first: &firstAnswers{Settings: 1, Link: "dendro://<x", Chats: json.RawMessage(`["</script><script>"]`)}},
			200, `<!doctype html><html lang="en"><head><script type="application/json" id="first">` +
				`{"settings":1,"link":"dendro://\u003cx","chats":["\u003c/script\u003e\u003cscript\u003e"]}</script></head><body></body></html>`,
		},
		{"other files are left alone", "GET", "/app.js", dark, 200, "<html"},
		{"missing", "GET", "/nothing", dark, 404, "404 page not found\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := httptest.NewRecorder()
			now := func(*http.Request) page { return tt.page }
			r := httptest.NewRequest(tt.method, tt.path, nil)
			r.Header.Set("If-Modified-Since", "Fri, 20 Nov 2026 14:00:00 GMT")
			assetMiddleware(slog.New(slog.DiscardHandler), api, now, func() string { return "en" })(files).ServeHTTP(w, r)
			if strings.HasPrefix(tt.name, "page") && (w.Header().Get("Cache-Control") != "no-store" || w.Header().Get("Last-Modified") != "") {
				t.Errorf("the page may be kept: %v", w.Header())
			}
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

func TestAnswer(t *testing.T) {
	api := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/api/state":
			_, _ = io.WriteString(w, `{"seq":1}`)
		default:
			http.Error(w, `{}`, http.StatusInternalServerError)
		}
	})
	r := httptest.NewRequest(http.MethodGet, "/", http.NoBody)
	for path, want := range map[string]string{"/api/state": `{"seq":1}`, "/api/broken": "", ":": ""} {
		if got := string(answer(api, r, path)); got != want {
			t.Errorf("answer(%q) = %q, want %q", path, got, want)
		}
	}
}
