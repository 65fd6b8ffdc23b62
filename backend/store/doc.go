// Package store keeps what was read of the transcripts: parts, appended to segment
// files and used where they lie there, and a manifest that says which of them count.
//
// What a scan finds is appended, what a start opens is what was appended: there is no
// second form. The manifest is replaced in one step, behind everything that it names,
// so a process that is killed leaves parts that no manifest names. Every part has a
// checksum in the manifest, which is compared when the part is used first: damage
// costs the part that it hits, and so does power that fails before the system has
// written a part. When more is superseded than counts, the parts that count are written
// anew, beside the old ones.
//
// A [Store] belongs to some roots as one build of the program reads them: another
// build may understand a file otherwise and has a store of its own. One process
// writes; others read what it has committed, and write nothing.
package store
