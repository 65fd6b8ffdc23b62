// Package catalog holds the current files, their summaries, and the chats that they form,
// and applies changes.
//
// A [Catalog] is created with [New] and filled by [Catalog.Scan], which first lists the
// files, then shows chats from their heads and tails, then reads everything.
// [Catalog.Watch] applies later changes. Changes are serialized, and each publishes a
// [Snapshot]. Callers use the current snapshot for as long as their answer needs it:
// snapshots are immutable, so no question waits for a change.
package catalog
