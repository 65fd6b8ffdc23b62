// Package transcript decodes Claude Code's session files. It is the only package that knows
// the file format.
//
// # Shape
//
// A session file holds one JSON object per line. A [Record] is a structural view of one
// line: ids, flags and content blocks are located, and texts stay in place as a [Value]
// until someone decodes them. A Record is valid only as long as the line's bytes, and at
// most until the next call of the [Decoder].
//
// Other fields are read on demand by views: [Record.QueuedCommand], [Record.Compaction],
// [Value.TaskInput] and others. Each view documents the fields it reads and the versions
// that write them. Other packages use views and never name a field.
//
// A [Summarizer] folds the records of one file into a [Summary], which is all that the
// program retains of a file that is not open. [Continue] extends a Summary after its file
// has grown.
//
// # Tolerance
//
// The format is internal to Claude Code and changes often, so unknown data is never an
// error. Unknown types and fields stay raw, and a field of the wrong type costs that field,
// never the record. Only a line that is not a JSON object is rejected; the caller counts it
// and continues. If the line break between records is missing, [Decoder.Records] splits
// them.
//
// # Speed
//
// Most bytes of a history are tool results, their copies and images, which a scan does not
// decode. One pass over a line, 64 bytes at a time, maps where its strings end and whether
// they hold suspicious bytes. The structure is then read from that map, from quote to
// quote. The mapping loop exists in Go and in assembly; they differ in speed only. Lines
// with raw control characters or bad escape sequences are left to encoding/json, so that a
// line is a record exactly if encoding/json accepts it. encoding/json is also the oracle of
// the fuzz tests.
package transcript
