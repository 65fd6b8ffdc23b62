// Package scan finds the files of a history and reads each of them once.
//
// A root is a Claude config directory, the one that holds projects/. [Roots] returns the
// roots, [List] finds their session and agent files, newest first, and [Read] summarizes
// them on several workers. The package never writes, and never follows a path found inside
// a file.
package scan
