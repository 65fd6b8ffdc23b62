// Package export turns the rows of a thread into a document that can be kept,
// sent and read without Dendro: Markdown, one HTML file, or JSON.
//
// Everything is pure: rows in, bytes out. Images are embedded, nothing is
// linked, and what a transcript holds is content, never markup: an exported
// HTML file has no script and may not load anything, and no text of it can
// end the element it stands in.
package export
