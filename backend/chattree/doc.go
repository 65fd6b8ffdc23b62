// Package chattree links session files into chats. It is pure: summaries in,
// chats out, no input or output, and the same result in whatever order the
// files arrive.
//
// # Model
//
// A session is a main file; a chat is a connected tree of sessions. Claude
// Code copies records when it resumes or forks, so a
// record's identity, not its file, decides what belongs together: its uuid, or
// the uuid that forkedFrom names where a fork minted new ones, or the reply that it
// is a part of where nothing is named (identity.go). A record that several files
// hold was written by one of them, its owner; every session hangs on the owner of
// the last record that it inherited. Who the owner is follows from pointers where
// records have them, else from the direction rules of signals.go. Every edge keeps
// its evidence and says whether a record names the parent or the direction was
// inferred.
//
// What follows what inside one file, and where a person went back, package lineage
// decides; segment.go joins both worlds into the tree that is drawn.
//
// # Updates
//
// A [Forest] remembers which sessions may be related. [Forest.Apply] computes
// only those anew that a change touches, and gives the same chats as [Build]
// on everything. A [Chat] is immutable once published: the Forest replaces
// what changes and keeps the pointers of what does not.
package chattree
