package window

import (
	"log/slog"
	"net/http"
	"runtime/debug"
	"strings"

	"github.com/wailsapp/wails/v2/pkg/options/assetserver"

	"dendro/backend/message"
)

// assetMiddleware serves /api/ before the window's files. It is the asset server's
// middleware and not its handler because only the middleware gets every request both in
// production and in development.
//
// pageNow is called at every load of the page and returns that data; the theme is set
// before the first paint, so that none ever flashes.
//
// Wails serves requests on goroutines of its own without recovering panics, so a panic
// would end the program: here it becomes a failed request.
func assetMiddleware(log *slog.Logger, api http.Handler, pageNow func(*http.Request) page, language func() string) assetserver.Middleware {
	return func(files http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			defer func() {
				if p := recover(); p != nil {
					log.Error("request panicked", "path", r.URL.Path, "panic", p, "stack", string(debug.Stack()))
					http.Error(w, message.New("internal_error").In(language()), http.StatusInternalServerError)
				}
			}()
			keepSignalsRecoverable()
			switch {
			case strings.HasPrefix(r.URL.Path, "/api/"):
				api.ServeHTTP(w, r)
			case r.Method == http.MethodGet && (r.URL.Path == "/" || r.URL.Path == "/index.html"):
				servePage(w, r, files, pageNow(r))
			default:
				files.ServeHTTP(w, r)
			}
		})
	}
}
