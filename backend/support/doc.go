// Package support describes a Dendro and the machine that it runs on, for a report of a fault.
//
// People publish the text in issues, so it must contain no path, no name and no text of a
// history: only numbers, versions, and words from lists in this package. Input from outside is
// matched with such a list or parsed as a number; everything else is reported as "other". One
// exception: the type of an unknown record is shown if it is spelled as Claude Code spells
// types, as a few lower-case words, because many reports are about a new type.
package support
