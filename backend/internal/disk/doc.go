// Package disk accesses files that others own: histories, and paths named in histories. Any
// of them may be a pipe without a writer, or be on a dead mount, where an access blocks for
// ever. Files are opened without blocking, and accesses have a timeout.
package disk
