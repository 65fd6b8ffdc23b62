// Package watch says which files of a history have changed.
//
// Directories are watched, not files: projects/ of each root, every project
// directory, and the directories of agents below the sessions. A directory
// that appears is added and then listed, since files may have been written
// into it before the watch stood. Where links give a directory several names, a
// change in it is reported by all of them; a directory that gets another name is
// watched anew. A change is reported almost at once; while
// many come, they are gathered for a short while and reported together, so that
// the reports take a bounded share of the time, however fast changes come.
// Where the system reports no events (network file systems, watches used up) or
// lost some, the report says that everything has to be looked at again.
package watch
