// Package history writes Claude Code histories for tests, benchmarks and the
// demo, by acting out the people and the program that make them.
//
// A [Home] is a Claude config directory in memory. A [Session] in it is one
// main transcript; its methods are what happens in a terminal: [Thread.Prompt],
// [Thread.Thinking], [Thread.Reply], [Thread.Call], [Session.Rewind],
// [Session.Compact], [Session.Resume], [Session.Fork]. Every form of copying
// that is known (a [Form], and [Session.Move]) is one
// operation, and the fields that a record carries follow the version that the
// session claims to be written by.
//
// # Truth
//
// A Home remembers what was done: who was copied from whom, which prompts
// replaced which, where a conversation went on after a compaction. [Home.Truth]
// turns that memory into plain values, so that a test can compare what a reader
// found with what was made. Counts are taken from the records; everything that a
// reader has to infer comes from memory, never from inference.
//
// # Determinism
//
// The same calls on a Home with the same seed and start time give the same
// bytes. Nothing reads the machine's clock, its user or its random source.
//
// The package imports no other package of the project. A reader and these
// builders can therefore not share a mistake.
package history
