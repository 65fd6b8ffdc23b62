// Package search finds things by what people remember of them.
//
// [Titles] is the fuzzy half: titles, first prompts, projects and git branches
// by sahilm/fuzzy, ranked by match and then by age.
//
// [Index] is the full text: every prompt, reply, thought, call and result of
// every session and agent, by substring, phrase or regular expression.
//
// # How full text works
//
// There is no second copy of anyone's text. While a file is scanned, a
// [Builder] cuts it into blocks of some 24 KB of text and notes which
// trigrams (three bytes of the folded text in a row, as JSON writes it) stand in
// each, and a sample of its longer runs: a signature of 2^15 bits. The [Index]
// keeps the signatures of 64 blocks sliced by bit, so that one AND of a few
// words says which of 64 blocks may hold a query. These candidates, the newest first, are read from the files
// themselves and checked record by record. A signature has no false negatives,
// and a false positive costs a few microseconds and is never shown.
//
// Texts of one or two bytes have no trigram: all blocks are candidates for
// them, and the newest hold enough hits to fill a page.
//
// What a text is, for the Builder and for the check alike, [Extractor]
// decides: one function, so that the two cannot disagree.
//
// # What matches
//
// Words and phrases are substrings, without regard to case by Unicode simple
// folding, of text in Unicode NFC; a phrase matches its white space as it
// stands. All of a query's terms stand in one record, each within one text of
// it: a content block, or one string of a tool's input. Keys of the input,
// toolUseResult copies (but stderr that the result lacks), signatures, images and records that nobody sees
// (injected reminders, progress, side records) are no text. A record is one
// hit however many files it was copied to, and a record that a later one of the same
// response repeats is none. Each hit's record has a row on some branch of its session.
//
// An output that was moved to a file of its own (tool-results/) is a text of its result's
// record, as far as rows load it. It is cut into pieces with a signature each, see moved.go.
//
// A query that is one id finds the records that have it, whatever they say: a uuid or
// its first eight characters, a request, a call. A signature knows an id as a whole.
package search
