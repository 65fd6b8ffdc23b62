// Package search finds records by text: [Index] has every prompt, reply, thought, call and
// result of every session and agent, and finds them by substring, phrase or regular expression,
// and turns by a description.
//
// # Full-text search
//
// The index does not copy any text. While a file is scanned, a [Builder] cuts it into blocks
// of some 24 KB of text and computes a signature of 2^15 bits for each: the set of its
// trigrams (three consecutive bytes of the folded text, as JSON writes it) and a sample of
// longer runs. The [Index] stores the signatures of 64 blocks sliced by bit, so that one AND
// of a few words tells which of 64 blocks may match a query. These candidates are read from
// the files, the newest first, and checked record by record. A signature has no false
// negatives. A false positive costs a few microseconds and is never shown.
//
// Texts of one or two bytes have no trigram: all blocks are candidates, and the newest
// contain enough hits to fill a page.
//
// The [Extractor] defines the searchable texts for both the Builder and the check, so that
// the two cannot disagree.
//
// # Matching
//
// Words and phrases are substrings of text as it is shown (see [fold.AsShown]), compared without
// regard to accents, and to case by Unicode simple folding. A phrase matches its white space literally. All terms of a query
// must occur in one record, each within a single text of it: a content block, or one string
// of a tool's input. Not searchable are keys of the input, toolUseResult copies (except
// stderr that the result lacks), signatures, images and invisible records (injected
// reminders, progress, side records). A record is one hit even if several files have a copy.
// A record that a later one of the same response repeats is not a hit. Each hit's record has
// a row on some branch of its session.
//
// An output in a separate file (tool-results/) is a text of its result's record, up to the
// size that rows load. It is cut into pieces with a signature each, see moved.go.
//
// A query that is a single id also finds the records with that id, regardless of their text:
// a uuid or its first eight characters, a request or a call. Signatures contain ids as a
// whole.
package search
