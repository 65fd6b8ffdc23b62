// Package library answers what the window and the commands ask about the
// histories: which chats there are, what a thread shows, where a word stands,
// which files a chat touches, what is broken.
//
// A question takes the snapshot that its catalog has now, and answers from that.
// Bulk contents stay on disk: of the sessions that were opened last an index of
// their records is kept, and rows are read page by page from the files. All methods
// may be called at any time from any goroutine; what they hand out is immutable.
package library
