// Package cli is Dendro's command line: the headless commands, and the parsing that decides
// whether to open the window.
//
// Exit status: 0 success; 1 the requested object does not exist or could not be read, with
// one line on stderr; 2 invalid command line. With --json a command prints exactly one JSON
// document to stdout; its fields are stable, and only new ones are added.
package cli
