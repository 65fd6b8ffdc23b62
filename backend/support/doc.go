// Package support describes a Dendro and the machine that it runs on, for a report of a fault.
//
// A person sends the text to strangers, so that no path, name or word of a history may be in
// it: numbers, versions, and words from lists in this package. What comes from outside is
// compared with such a list, or read as a number; everything else is "other". The one exception
// is the type of a record that Dendro does not know: a few lower-case words, as Claude Code
// spells types, are shown, since a new type is what such a report is often about.
package support
