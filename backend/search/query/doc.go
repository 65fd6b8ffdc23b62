// Package query defines the search language. It parses typed searches to a [Query]; no
// other package parses them.
//
// # Syntax
//
//	cache miss            both words, in any order, within one record
//	"cache miss"          this exact phrase; \" and \\ inside
//	-word -"two words"    records without it
//	/func \w+Cache/       a regular expression (RE2), case-insensitive
//	project:app           in this project (a part of its path)
//	in:prompts,replies    search only these: prompts, replies, thinking, tools,
//	                      results, titles, all; -in: excludes
//	tool:Bash             calls of a tool, and their results
//	file:main.go          sessions that read or changed this file
//	branch:main           written on this git branch
//	model:opus            written by, or for, this model
//	pr:4711               sessions with this pull request: its number, or a part of its URL
//	tag:release           sessions with this tag (a part of it)
//	note:check            sessions of a chat, or with a record, with this in its note
//	entrypoint:sdk        sessions that were started this way, by the beginning of its name:
//	                      cli (interactive), sdk-cli (-p), claude-desktop …
//	after:2026-03-01      on this day or later; 2026-03, 2026, 7d, 12h, today
//	before:7d             earlier
//	is:leaf               leaf, superseded, fork or live sessions
//	is:starred            sessions of starred chats
//	is:bookmarked         records with a bookmark
//
// Values may be quoted. A minus negates any filter except before, after and in. Filters of
// one kind are alternatives (project:a project:b matches either), different kinds must all
// match.
//
// Everything else is a word: unknown keys ("http://x", "std::sort"), a single minus, two
// minuses ("--resume"), and a slash without a closing one ("/usr/bin"). So pasted text
// finds itself, and an error is reported only for an evident attempt to use syntax.
//
// Positions count characters (runes), like the ranges of hits.
package query
