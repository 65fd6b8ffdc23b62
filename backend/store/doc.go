// Package store caches the parsed transcripts on disk. Data is stored as parts, which are
// appended to segment files and used in place, and a manifest lists the current parts.
//
// A scan appends its results, and the next start maps them: the format on disk and in memory
// is the same. The manifest is replaced atomically, after everything it names, so a killed
// process leaves only parts that no manifest names. The manifest has a checksum for every
// part, which is verified on first use. Damage therefore loses only the parts it hits; so
// does a power failure before the system has written a part. When more bytes are superseded
// than live, the live parts are copied to new segments.
//
// A [Store] belongs to a set of roots and a build of the program: another build may parse
// files differently, so it has a store of its own. One process writes; others read what it
// has committed.
package store
