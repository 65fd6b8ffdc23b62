// Package export renders the rows of a thread as a document that can be read without
// Dendro: Markdown, one HTML file, or JSON.
//
// The package is pure. Images are embedded and nothing is linked. The content of a
// transcript is never markup: an exported HTML file has no script and may not load
// anything, and no text can close the element around it.
package export
