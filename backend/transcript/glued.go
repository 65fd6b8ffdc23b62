package transcript

import "bytes"

// Records calls f with the record of a line; with each where it holds several,
// because the line break between them was never written. Each comes with where
// it alone stands. Such lines were found in files of 2.0.64–2.1.42; 1.0.128
// appends the next record directly behind one that a crash has torn.
//
// NULs before, between and behind records, which a crash leaves where blocks of the file
// were never written, cost no record: the first run of them on a line comes without one.
//
// What holds no record comes without one, and err says why: the line as a whole
// where no other has been glued to it, else the torn part of it. Where the line
// is still being written (Line.Torn), what follows its last whole record is the
// torn part: more of it may come.
//
// Both are valid during the call of f only.
func (d *Decoder) Records(line *Line, f func(line *Line, r *Record, err error)) {
	r, err := d.Decode(line.Text)
	if err == nil || !glued(line) {
		f(line, r, err)
		return
	}
	for at := range pieces(line) {
		piece := Line{
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

// piece is where a part of a line stands: a whole object, a torn one, or a run of NULs.
type piece struct{ start, end, next int }

// glued reports whether a line that is no record holds several parts, and
// nothing else: words behind a whole object leave the line as unreadable as it was.
func glued(line *Line) bool {
	n, end := 0, 0
	for p := range pieces(line) {
		n, end = n+1, p.next
	}
	return n > 1 && end == len(line.Text)
}

// pieces yields the parts of a line, up to where something else begins. Of the runs of
// NULs it yields the first: one says that the line is damaged.
func pieces(line *Line) func(yield func(piece) bool) {
	return func(yield func(piece) bool) {
		b := line.Text
		s := source{b: b}
		tries, skip := maxTries, skipSpace
		for at := skipSpace(b, 0); at < len(b) && (b[at] == '{' || b[at] == 0); {
			p := piece{start: at}
			if b[at] == 0 {
				skip = skipHole
				p.next = skipHole(b, at)
				p.end = at + len(bytes.TrimRight(b[at:p.next], " \t\r\n"))
			} else {
				p.end = s.object(at, line.Torn, &tries)
				p.next = skip(b, p.end)
			}
			if !yield(p) {
				return
			}
			at = p.next
		}
	}
}

// object returns the index behind the object that begins at i: where it is torn, the end
// of a line that is still being written, else the beginning of the next whole record.
func (s *source) object(i int, unfinished bool, tries *int) int {
	end := s.skipValue(i, 0)
	switch {
	case end >= 0:
		return end
	case unfinished:
		return len(s.b)
	}
	return s.nextRecord(i+1, tries)
}

// skipHole returns the index of the first byte at or after i that is neither white space
// nor NUL.
func skipHole(b []byte, i int) int {
	for i < len(b) && (b[i] == 0 || skipSpace(b, i) > i) {
		i++
	}
	return i
}

// maxTries is how many places of a line are tried in vain as the beginning of a
// record behind a torn one. A torn record holds few that look like one, and each
// may cost as much as the rest of the line.
const maxTries = 16

// nextRecord returns where the first whole record begins, at i or behind it;
// the end of the line where there is none. It is told from an object within the
// torn one by its first field, which parentUuid and type are in all that was
// measured, by a type that is known, and by what follows it: nothing, or
// another record. A text cannot be taken for one: its quotes are escaped.
func (s *source) nextRecord(i int, tries *int) int {
	for b := s.b; *tries > 0; i++ {
		next := bytes.Index(b[i:], []byte(`{"`))
		if next < 0 {
			break
		}
		i += next
		if !hasPrefix(b[i:], `{"parentUuid":`) && !hasPrefix(b[i:], `{"type":`) {
			continue
		}
		if end := s.skipValue(i, 0); end >= 0 && KindOf(Value(b[i:end]).Get("type").String()) != KindUnknown {
			if next := skipHole(b, end); next == len(b) || b[next] == '{' {
				return i
			}
		}
		*tries--
	}
	return len(s.b)
}
