// Package turns indexes the words of turns, so that people find a turn by what they remember.
//
// A turn is a prompt and everything after it up to the next prompt. While a file is read, a
// [Builder] cuts it into units, runs of records that belong to one turn wherever turns later
// turn out to begin, and counts the words of each unit by [Role]. A [Piece] holds the units
// and words of one file, or of its growth, as bytes that are searched in place.
//
// [Split] defines words, for texts and queries alike. A piece identifies a word by a hash of
// its stem. The words themselves are only in the vocabulary, which is used to correct
// misspelt words.
package turns

// Role is the part that a text has in a turn.
type Role uint8

// The roles of texts.
const (
	Prompt Role = iota // the prompt that opened the turn, and other text typed in it
	Reply              // the assistant's words
	Call               // calls of tools: names and inputs
	Output             // results of tools, and notices
	Roles
)

// Counts is how often a word occurs in the texts of each role, at most maxCount.
type Counts [Roles]uint8

// maxCount is the maximum stored count. Beyond it, the score of a word hardly grows.
const maxCount = 31
