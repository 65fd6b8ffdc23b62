package transcript

import (
	"bytes"

	"dendro/backend/jsonl"
)

// Records calls f with each record of a line and its position. A line holds several records
// if the line break between them was never written: found in files of 2.0.64–2.1.42, and
// 1.0.128 appends the next record directly to one torn by a crash.
//
// Runs of NULs, which a crash leaves in blocks of the file that were never written, do not
// cost a record: f is called once without a record for the first run on a line.
//
// f is called without a record for unreadable text, with the reason in err: for the whole
// line if no record is glued to it, otherwise for its torn part. While the line is still
// being written (Line.Torn), the text after its last whole record counts as torn, since
// more may follow.
//
// Line and record are valid only during the call of f.
func (d *Decoder) Records(line *jsonl.Line, f func(line *jsonl.Line, r *Record, err error)) {
	r, err := d.Decode(line.Text)
	if err == nil || !glued(line) {
		f(line, r, err)
		return
	}
	for at := range pieces(line) {
		piece := jsonl.Line{
			Number: line.Number, Offset: line.Offset + int64(at.start), Length: int64(at.end - at.start),
			End: line.Offset + int64(at.next), Text: line.Text[at.start:at.end:at.end], Torn: line.Torn,
		}
		if at.next == len(line.Text) {
			piece.End = line.End
		}
		r, err := d.Decode(piece.Text)
		f(&piece, r, err)
	}
}

// piece is the position of a part of a line: a whole object, a torn one, or a run of NULs.
type piece struct {
	start, end, next int
	whole            bool
}

// glued reports whether an unreadable line consists of several parts and nothing else:
// words after a whole object leave the line unreadable. Parts of which none can be read are
// one line, as in UTF-16.
func glued(line *jsonl.Line) bool {
	n, end, whole := 0, 0, line.Torn
	for p := range pieces(line) {
		n, end, whole = n+1, p.next, whole || p.whole
	}
	return n > 1 && end == len(line.Text) && whole
}

// pieces yields the parts of a line up to anything else. It yields only the first run of
// NULs, which suffices to report the damage.
func pieces(line *jsonl.Line) func(yield func(piece) bool) {
	return func(yield func(piece) bool) {
		b := line.Text
		s := jsonl.NewScanner(b)
		tries, skip := maxTries, jsonl.SkipSpace
		for at := jsonl.SkipSpace(b, 0); at < len(b) && (b[at] == '{' || b[at] == 0); {
			p := piece{start: at}
			if b[at] == 0 {
				skip = skipHole
				p.next = skipHole(b, at)
				p.end = at + len(bytes.TrimRight(b[at:p.next], " \t\r\n"))
			} else {
				p.end, p.whole = objectEnd(s, at, line.Torn, &tries)
				p.next = skip(b, p.end)
			}
			if !yield(p) {
				return
			}
			at = p.next
		}
	}
}

// objectEnd returns the index after the object at i, and whether it is whole. For a torn object that is the beginning
// of the next whole record, or the end of a line that is still being written.
func objectEnd(s *jsonl.Scanner, i int, unfinished bool, tries *int) (end int, whole bool) {
	end = s.SkipValue(i, 0)
	switch {
	case end >= 0:
		return end, true
	case unfinished:
		return len(s.JSON), false
	}
	return nextRecord(s, i+1, tries), false
}

// skipHole returns the index of the first byte at or after i that is neither white space
// nor NUL.
func skipHole(b []byte, i int) int {
	for i < len(b) && (b[i] == 0 || jsonl.SkipSpace(b, i) > i) {
		i++
	}
	return i
}

// maxTries bounds the failed attempts to find a record after a torn one. A torn record
// holds few places that look like one, and each attempt may cost as much as the rest of the
// line.
const maxTries = 16

// nextRecord returns the index of the first whole record at or after i, or the end of the
// line. A record differs from an object inside the torn one by its first field (parentUuid
// or type in every measured version), by a known type, and by its successor: nothing or
// another record. A text cannot be mistaken for a record, because its quotes are escaped.
func nextRecord(s *jsonl.Scanner, i int, tries *int) int {
	for b := s.JSON; *tries > 0; i++ {
		next := bytes.Index(b[i:], []byte(`{"`))
		if next < 0 {
			break
		}
		i += next
		if !hasPrefix(b[i:], `{"parentUuid":`) && !hasPrefix(b[i:], `{"type":`) {
			continue
		}
		if end := s.SkipValue(i, 0); end >= 0 && KindOf(jsonl.Value(b[i:end]).Get("type").String()) != KindUnknown {
			if next := skipHole(b, end); next == len(b) || b[next] == '{' {
				return i
			}
		}
		*tries--
	}
	return len(s.JSON)
}
