// Package notes keeps what people write about chats, branches and records: names, tags,
// notes, stars and bookmarks.
//
// Each fact is an [Entry] of its own with the time at which it was set, so that the files of
// two machines merge fact by fact: the newer value wins, in whatever order they are read. A
// subject is named by a record, because records survive resumes, forks and copies of their
// session. Which session of a history holds that record now is for the library to find.
//
// The file is a journal: one entry per line, appended in one write. So two processes do not
// lose each other's changes, a torn or damaged line costs itself, and a newer Dendro's entries
// are kept.
package notes
