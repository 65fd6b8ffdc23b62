// Package api answers the window's bulk reads: an http.Handler under /api/ that returns the
// library's answers as pages of JSON of at most about a megabyte, and images and long
// outputs as separate bodies.
//
// It is served through the asset server's middleware, in the same process: no port is
// opened. Sessions and records are named by id; no path comes from the window. Lists are
// [], never null; times are RFC 3339; ids are strings. The golden files in testdata/wire
// are read by the tests of both sides.
package api
