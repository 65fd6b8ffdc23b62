// Package own reads and writes the files that Dendro keeps for itself: its cache, the
// settings, the log of begun sessions, start scripts and chains.
//
// [Dir.Check] alone decides whether a directory is safe to use. What lies in an unsafe
// one was possibly written by somebody else, and writing there possibly changes what
// belongs to somebody else, so it is neither read nor written. Every question is
// bounded: a mount that does not answer costs patience once and never blocks for good.
package own
