// Package thread turns one branch of a session into the rows that people read.
//
// # Shape
//
// An [Index] is the in-memory form of one open file: a few dozen bytes per record beside its
// facts. It is made while the scan reads the file ([Live], [Index.Add]), kept in the cache
// ([Index.Encode]), and extended as the file grows. A [Session] combines the
// index of a session's file with those of its agents and knows which call started which
// agent. [Session.Thread] returns the rows of the branch that ends at a tip, without
// contents: kinds, places, turns and sizes, enough for a correct scroll bar from the first
// frame. [Thread.Page] reads the contents of a slice of rows through an injected [Load].
//
// # Records of a branch
//
// Package lineage decides which records are on a branch, and their order. If the file of a
// session begins with a compaction, or with a record that continues an ancestor's,
// [Thread.After] prepends the rows of the ancestor.
//
// # Nothing lost, nothing twice
//
// A tool call is one row, wherever its result is. Call ids are reused, so
// transcript.Pairing matches results with calls. A result without a call, or a second one,
// is a row of its own. An agent is attached to the call that started it, else to the record
// that names it, else it comes last as "(unattached agent)". Calls that continue an agent
// have the part of its conversation from their prompt on. Records without a row (reminders,
// progress, bookkeeping) remain available as raw records.
//
// The package does no I/O. It imports transcript, lineage, title and the codec.
package thread
