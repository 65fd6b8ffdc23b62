// Package watch reports which files of a history have changed.
//
// It watches directories, not files: projects/ of each root, every project directory, and
// the directories of agents below the sessions. A new directory is watched and then listed,
// since files may have been written before the watch existed. If links give a directory
// several names, a change is reported under each of them; a renamed directory is watched
// again under its new name. A single change is reported almost at once. Many changes are
// collected for a short while and reported together, so that reports take a bounded share
// of the time. If the system reports no events (network file systems, exhausted watches) or
// lost some, the report asks for a full check.
package watch
