// Package session answers questions about single sessions: the rows of a branch or of an
// agent, the place of a record, the text of a branch, how two branches differ, where a client
// would continue, the files at a turn, and documents of all that.
//
// A question takes the current snapshot of the catalog, and opens the session from what the
// scan kept of its files. Only the records that are shown are read from the transcripts, page
// by page. The sessions opened last stay open. All methods may be called at any time from any
// goroutine, except those of a [Thread]; their results are immutable.
package session
