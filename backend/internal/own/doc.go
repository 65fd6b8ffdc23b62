// Package own reads and writes Dendro's own files: its cache, the settings, the log of
// started sessions, start scripts and chain files.
//
// [Dir.Check] alone decides whether a directory is safe to use. Files in an unsafe
// directory may have been written by others, and writing there may change files of others,
// so they are neither read nor written. Every access has a timeout: a mount that does not
// respond costs one timeout and never blocks for ever.
package own
