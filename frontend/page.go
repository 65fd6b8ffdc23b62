// Package frontend embeds the window's page, as built by `npm run build` in dist.
package frontend

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var files embed.FS

// Page returns the page with all its resources. If the binary was built before the page, it
// lacks index.html.
func Page() fs.FS {
	dist, err := fs.Sub(files, "dist")
	if err != nil {
		panic("internal error: the embedded page has no valid path: " + err.Error())
	}
	return dist
}
