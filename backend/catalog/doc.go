// Package catalog knows which files there are, what was read of them, which
// chats they make, and what has changed.
//
// A [Catalog] is made with [New] and filled by [Catalog.Scan], which first
// lists, then shows what heads and tails tell, then reads everything;
// [Catalog.Watch] follows what changes afterwards. Changes are taken in one
// after the other, and after each a [Snapshot] is published. Whoever asks
// something takes the current one and keeps it as long as the answer needs:
// snapshots never change, so no question waits for a change.
package catalog
