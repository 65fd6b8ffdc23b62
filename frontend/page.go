// Package frontend holds the window's page, as `npm run build` leaves it in dist.
package frontend

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var files embed.FS

// Page returns the page and all that it loads. In a binary that was built before
// the page there is no index.html in it.
func Page() fs.FS {
	dist, err := fs.Sub(files, "dist")
	if err != nil {
		panic("internal error: the embedded page has no valid path: " + err.Error())
	}
	return dist
}
