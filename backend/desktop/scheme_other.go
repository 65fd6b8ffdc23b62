//go:build !linux

package desktop

import "context"

// SystemScheme is unknown here: the web view of this system answers
// prefers-color-scheme rightly, so the page asks that.
func SystemScheme(context.Context) Scheme { return Unknown }

// WatchSystemScheme never calls changed: the page watches prefers-color-scheme.
func WatchSystemScheme(context.Context, func(Scheme)) {}
