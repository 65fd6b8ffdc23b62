// Package transcript decodes Claude Code's session files. It is the only package that knows
// the file format.
//
// # Shape
//
// A session file holds one JSON object per line. A [Record] is a structural view of one
// line: ids, flags and content blocks are located, and texts stay in place as a [jsonl.Value]
// until someone decodes them. A Record is valid only as long as the line's bytes, and at
// most until the next call of the [Decoder].
//
// Other fields are read on demand by views: [Record.QueuedCommand], [Record.Compaction],
// [TaskInputOf] and others. Each view documents the fields it reads and the versions
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
// A line is a record exactly if encoding/json accepts it, which is the oracle of the fuzz
// tests; package jsonl reads the line.
package transcript
