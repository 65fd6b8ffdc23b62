package window

import (
	"log/slog"
	"net/http"
	"runtime/debug"
	"strings"

	"github.com/wailsapp/wails/v2/pkg/options/assetserver"
)

// assetMiddleware puts /api/ before the window's files. It is the asset
// server's middleware and not its handler because only the middleware sees
// every request both in production and in development.
//
// asked is called before every answer of /api/: the page has shown what it was
// served with. pageNow is asked at every load of the page for what it is served with; the
// theme stands on it before the first paint, so that none ever flashes.
//
// Wails answers the window's requests on goroutines of its own and recovers no
// panic there, so one would end the program: here it becomes a failed request.
func assetMiddleware(log *slog.Logger, api http.Handler, asked func(), pageNow func(*http.Request) page) assetserver.Middleware {
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
				asked()
				api.ServeHTTP(w, r)
			case r.Method == http.MethodGet && (r.URL.Path == "/" || r.URL.Path == "/index.html"):
				servePage(w, r, files, pageNow(r))
			default:
				files.ServeHTTP(w, r)
			}
		})
	}
}
