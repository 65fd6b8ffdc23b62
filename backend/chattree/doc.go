// Package chattree links session files into chats. It is pure: it maps summaries to chats
// without I/O, independent of the order of the files.
//
// # Model
//
// A session is a main file; a chat is a connected tree of sessions. Claude Code copies
// records when it resumes or forks, so sessions are connected by the identity of their
// records: the uuid, or the uuid that forkedFrom names if a fork minted new ones, or the
// reply that a record belongs to if nothing is named (identity.go). If several files hold a
// record, one of them, its owner, wrote it. The parent of a session is the owner of the
// last record that it inherited. The owner follows from pointers if records have them, else
// from the direction rules in signals.go. Every edge retains its evidence, and whether a
// record names the parent or the direction was inferred.
//
// Package lineage decides the order inside one file and the rewinds. segment.go combines
// both into the tree that is drawn.
//
// # Updates
//
// A [Forest] indexes which sessions may be related. [Forest.Apply] recomputes only what a
// change affects and gives the same chats as [Build] on everything. A [Chat] is immutable
// once published: the Forest replaces changed chats and retains the pointers of the others.
package chattree
