// Package library answers the questions of the window and the commands about the histories:
// the list of chats, the rows of a thread, search, the files that a chat touches, problems.
//
// A question uses the catalog's current snapshot. Bulk contents stay on disk: the library
// caches an index of the records of recently opened sessions, and reads rows page by page
// from the files. All methods may be called at any time from any goroutine; their results
// are immutable.
package library
