// Package transcript turns the bytes of Claude Code's session files into
// records. It is the only package that knows the file format.
//
// # Shape
//
// A session file holds one JSON object a line. A [Record] is a structural
// view of one line: ids, flags and content blocks are found, texts stay where
// they are ([Value]) and are unescaped only when somebody asks. Everything a
// Record refers to is valid as long as the line's bytes are, and no longer
// than the [Decoder]'s next call.
//
// What a Record holds beside its structure is read by views, on demand:
// [Record.QueuedCommand], [Record.Compaction], [Value.TaskInput] and their
// like. Each names the fields that it reads and the versions that write them;
// whoever makes rows or hits of records asks a view and names no field.
//
// A [Summarizer] folds the records of one file into a [Summary]: all that the
// rest of the program keeps about a file that is not open. [Continue] goes on
// with a Summary when its file has grown.
//
// # Tolerance
//
// The format is internal to Claude Code and changes often. So nothing here
// fails on what it does not know: unknown types and fields are kept raw, and a
// field of a wrong type costs that field, never the record. Only a line that
// is not a JSON object is refused; the caller counts it and goes on. Where the
// line break between records is missing, [Decoder.Records] finds them.
//
// # Speed
//
// Most bytes of a history are tool results, their copies and images, which
// nobody reads while scanning. A line is passed over once, 64 bytes at a time:
// where its strings end, and whether something must not stand in one. Its
// structure is read off that map, from quote to quote. The loop that makes the
// map is written twice, in Go and, where each processor has what it takes, for
// the processor; nothing is different but the time. encoding/json decides about
// the lines that hold raw control characters or bad escape sequences, so that
// exactly what it accepts is a record; it is the oracle of the fuzz tests.
package transcript
