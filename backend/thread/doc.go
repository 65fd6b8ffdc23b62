// Package thread turns one branch of a session into rows: what a person reads.
//
// # Shape
//
// An [Index] is what is kept in memory of one open file: a few dozen bytes a
// record, made in one streaming pass ([Index.Add]) and extended as the file
// grows. A [Session] is the index of a session's file together with those of
// its agents; it knows which call started which agent. [Session.Thread] gives
// the rows of the branch that ends at a tip, without contents: kinds, places,
// turns and sizes, enough for a scroll bar that is right from the first frame.
// [Thread.Page] reads the contents of a slice of rows through an injected
// [Load].
//
// # Which records stand on a branch
//
// Package lineage says it, and in which order. Where the file of a session begins
// with a compaction, or with a record that hangs on an ancestor's, [Thread.After] puts
// the rows of the ancestor before its own.
//
// # Nothing lost, nothing twice
//
// A tool call is one row wherever its result lies; ids of calls are reused, so
// transcript.Pairing says which result is whose. A result without a call, or a second
// one, is a row of its own. An agent hangs on the call that started it, else on the
// record that says so, else it comes last as "(unattached agent)". Calls that go on with
// an agent have the part of its conversation from their prompt. What has no row of
// its own (reminders, progress, bookkeeping) is still there as raw records.
//
// The package does no I/O and imports transcript and lineage alone.
package thread
