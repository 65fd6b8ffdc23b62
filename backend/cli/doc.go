// Package cli is Dendro's command line: the headless commands, and the parsing
// that decides whether a window is wanted.
//
// Exit status: 0 done; 1 the thing asked for does not exist or could not be
// read, with one line on stderr; 2 the command line is wrong. With --json a
// command prints one JSON document on stdout and nothing else; the fields are
// promised and only grow.
package cli
