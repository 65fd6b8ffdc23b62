// Package scan finds the files of a history and reads each of them once.
//
// A root is a Claude config directory, the one that holds projects/. [Roots]
// says which ones there are, [List] finds their session and agent files,
// newest first, and [Read] turns them into summaries on several workers.
// Nothing here writes, and nothing follows a path that stands inside a file.
package scan
