// Package cache keeps on disk what was read of a history, so that the next
// start need not read it again: what is known of every file, the chats that
// were made of that, and the search index.
//
// A [Store] belongs to some roots as one build of the program reads them:
// another build may understand a file otherwise and has a store of its own. A
// state is written whole, under names that nobody has yet, and counts from the
// moment its manifest is renamed into place; readers see the state before or
// the one behind, and nobody waits. What does not fit what was written is
// damage, and damage is as if it had not been written: the rest of the program
// reads the histories themselves.
package cache
