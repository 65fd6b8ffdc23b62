// Package library is the living whole: it knows which files there are, keeps
// what was read of them, builds the chats, opens threads, and says what has
// changed.
//
// A [Library] is made with [New] and filled by [Library.Scan], which first
// lists, then shows what heads and tails tell, then reads everything. All of
// its methods may be called at any time from any goroutine: they answer from
// what is known so far. What they hand out is immutable.
//
// Bulk contents stay on disk. Of an open session an index of its records is
// kept; rows are read page by page from the file.
package library
