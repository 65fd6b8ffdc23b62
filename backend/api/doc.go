// Package api answers the window's bulk reads: an http.Handler under /api/
// that turns what the library knows into pages of JSON of about a megabyte at
// most, and images and long outputs into bodies of their own.
//
// It is served through the asset server's middleware, in the same process: no
// port is opened. Sessions and records are named by id; no path comes from the
// window. Lists are [], never null; times are RFC 3339; ids are strings. The
// golden files in testdata/wire are read by the tests of both sides.
package api
