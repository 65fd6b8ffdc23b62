// Package archive keeps copies of sessions, so that they outlive what Claude Code deletes.
//
// An archive is a directory of packs. A pack is a file that only grows; its entries are
// chunks of files and records of sessions. Files are cut where their content says so
// (content-defined chunking) and each chunk is stored once, compressed: what a session
// grows by, and what a resumed copy has of its own, is all that is added. A record of a
// session names the chunks of its files; it is written last, twice, and makes the session
// part of the archive. A record of a dropped session takes it out; its chunks go when the
// pack that holds them is rewritten.
//
// Nothing else is needed to read an archive: the index is in memory, and made from the
// headers of the entries whenever an archive is opened. Each entry has a checksum of its
// header and the SHA-256 of its content. Damage costs the entries that it hits: the reader
// goes on at the next header.
//
// The archive is not encrypted. Its directory and files are private to the user.
package archive
