// Package library answers questions over all sessions of the histories: the list of chats,
// search, notes, activity, problems, retention, the archive. Its parts for single sessions are
// those of package session.
//
// A question uses the catalog's current snapshot. All methods may be called at any time from
// any goroutine; their results are immutable.
package library
