//go:build !headless

package main

import (
	"bytes"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/wailsapp/wails/v2/pkg/options/assetserver"
)

// assetMiddleware puts /api/ before the window's files. It is the asset
// server's middleware and not its handler because only the middleware sees
// every request both in production and in development.
//
// pageTheme is asked at every load of the page; what it returns stands on the
// <html> element before the first paint, so that no theme ever flashes.
//
// Wails answers the window's requests on goroutines of its own and recovers no
// panic there, so one would end the program: here it becomes a failed request.
func assetMiddleware(log *slog.Logger, api http.Handler, pageTheme func() theme) assetserver.Middleware {
	return func(files http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			defer func() {
				if p := recover(); p != nil {
					log.Error("request panicked", "path", r.URL.Path, "panic", p, "stack", string(debug.Stack()))
					http.Error(w, "this request failed unexpectedly", http.StatusInternalServerError)
				}
			}()
			keepSignalsRecoverable()
			switch {
			case strings.HasPrefix(r.URL.Path, "/api/"):
				api.ServeHTTP(w, r)
			case r.Method == http.MethodGet && (r.URL.Path == "/" || r.URL.Path == "/index.html"):
				servePage(w, r, files, pageTheme())
			default:
				files.ServeHTTP(w, r)
			}
		})
	}
}

// servePage serves the one page with the theme's attributes on it.
func servePage(w http.ResponseWriter, r *http.Request, files http.Handler, t theme) {
	page := &pageBuffer{header: w.Header(), status: http.StatusOK}
	files.ServeHTTP(page, r)
	body := page.body.Bytes()
	if page.status == http.StatusOK {
		body = bytes.Replace(body, []byte("<html"), []byte("<html"+t.attributes()), 1)
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		w.Header().Set("X-Content-Type-Options", "nosniff")
	}
	w.WriteHeader(page.status)
	// A write fails only when the window has gone away: nobody is left to tell.
	_, _ = w.Write(body)
}

// pageBuffer collects an answer that is changed before it is sent.
type pageBuffer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (p *pageBuffer) Header() http.Header            { return p.header }
func (p *pageBuffer) WriteHeader(status int)         { p.status = status }
func (p *pageBuffer) Write(data []byte) (int, error) { return p.body.Write(data) }
