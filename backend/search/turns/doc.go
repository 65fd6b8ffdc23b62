// Package turns keeps the words of turns, so that a turn is found by what people
// remember of it.
//
// A turn is a prompt and what follows it up to the next one. While a file is read, a
// [Builder] cuts it into units, runs of records that belong to one turn whatever turns
// out to be a turn later, and counts the words of each unit by [Role]. A [Piece] holds
// the units and words of one file, or of what it has grown by. It is bytes that are
// searched where they lie.
//
// [Split] decides what a word is, for texts and for queries alike. A piece knows a word by
// a hash of its stem. The words themselves are in the vocabulary only, which mends
// misspelt ones.
package turns

// Role is the part that a text plays in a turn.
type Role uint8

// The roles of texts.
const (
	Prompt Role = iota // what opened the turn, and what else a person typed in it
	Reply              // the assistant's words
	Call               // calls of tools: names and inputs
	Output             // results of tools, and notices
	Roles
)

// Counts says how often a word stands in the texts of each role, at most maxCount.
type Counts [Roles]uint8

// maxCount is the largest count that is kept. The score of a word hardly grows behind it.
const maxCount = 31
