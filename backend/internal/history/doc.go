// Package history writes Claude Code histories for tests, benchmarks and the demo, by
// playing the users and the program that create them.
//
// A [Home] is a Claude config directory in memory. A [Session] in it is one main
// transcript; its methods are events in a terminal: [Thread.Prompt], [Thread.Thinking],
// [Thread.Reply], [Thread.Call], [Session.Rewind], [Session.Compact], [Session.Resume],
// [Session.Fork]. Every known form of copying (a [Form], and [Session.Move]) is one
// operation, and the fields of a record follow the session's version.
//
// # Truth
//
// A Home remembers its events: the origin of each copy, the prompts that replaced others,
// the predecessor of each record across compactions. [Home.Truth] returns that memory as
// plain values, so that a test can compare a reader's findings with the truth. Counts come
// from the records; everything that a reader has to infer comes from memory, never from
// inference.
//
// # Determinism
//
// The same calls on a Home with the same seed and start time give the same bytes. Nothing
// reads the machine's clock, its user or its random source.
//
// The package imports no other package of the project, so that a reader and these builders
// cannot share a mistake.
package history
