// Package query is the language people search in: what is typed becomes a
// [Query], and nothing else in the program parses it.
//
// # Syntax
//
//	cache miss            both words, in any order, within one record
//	"cache miss"          the phrase as it stands; \" and \\ inside
//	-word -"two words"    records that lack it
//	/func \w+Cache/       a regular expression (RE2), case-insensitive
//	project:app           in this project (a part of its path)
//	in:prompts,replies    what is searched: prompts, replies, thinking, tools,
//	                      results, titles, all; -in: takes away
//	tool:Bash             calls of a tool, and their results
//	file:main.go          sessions that read or changed this file
//	branch:main           written on this git branch
//	model:opus            written by, or for, this model
//	pr:4711               sessions with this pull request: its number, or a part of its URL
//	tag:release           sessions with this tag (a part of it)
//	after:2026-03-01      at this day or later; 2026-03, 2026, 7d, 12h, today
//	before:7d             earlier
//	is:leaf               leaf, superseded, fork or live sessions
//
// Values may be quoted, and every filter but before, after and in may be
// turned round with a minus. Filters of one kind widen (project:a project:b is
// either), different kinds narrow.
//
// What is not syntax is a word: unknown keys ("http://x", "std::sort"), a
// single minus, two minuses ("--resume"), and a slash without its partner
// ("/usr/bin"). So whatever is pasted finds itself, and an error is reported
// only where somebody evidently meant something that does not work.
//
// Positions count characters (runes), as the ranges of hits do.
package query
