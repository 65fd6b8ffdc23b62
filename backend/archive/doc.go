// Package archive keeps copies of sessions in plain directories like Claude Code's own, so that
// a person can read them without Dendro:
//
//	archive/README
//	archive/<root>/root.json                        which Claude config directory this is
//	archive/<root>/projects/<dir>/<ID>.jsonl        the files, under their own names
//	archive/<root>/projects/<dir>/<ID>.kept.json    their list: sizes, hashes, times
//	archive/<root>/projects/<dir>/<ID>.<date>.jsonl an older version that the newer one does not continue
//	archive/<root>/file-history/<ID>/…, todos/, tasks/, plans/
//	archive/work/                                   keeps and drops that are not finished
//
// The catalog reads each <root> as one more root. A kept file is replaced only by one that
// begins with its bytes; otherwise both are kept. The list is written last.
//
// There is no lock: files are completed in work/ and renamed. A keep and a drop are a job that
// is written there first. If the process is killed, the next one that opens the archive carries
// it out. A process that keeps a session checks afterwards that its list and its files are in
// place, and starts again if another process was faster.
//
// The package knows paths, not records.
package archive
