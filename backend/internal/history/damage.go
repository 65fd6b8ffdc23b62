package history

import "strings"

// Tear ends the file in the middle of a record, like a file that is being written. It must
// be the last operation on the file.
func (s *Session) Tear() {
	s.Wait(1)
	rec := appendValue(nil, O("parentUuid", s.parent, "isSidechain", false, "type", "assistant", "message", O("role", "assistant", "content", []Obj{Text("half a")})))
	s.file.torn = rec[:len(rec)*2/3]
}

// Garbage appends a line that is not a JSON object.
func (s *Session) Garbage(text string) {
	s.file.add(&line{raw: []byte(strings.ReplaceAll(text, "\n", " "))}, s.home.now)
}

// Blank appends an empty line.
func (s *Session) Blank() { s.file.add(&line{raw: []byte{}}, s.home.now) }

// Glue omits the line break after the newest line: the next record follows on the same
// line, and must still be read.
func (s *Session) Glue() {
	if n := len(s.file.lines); n > 0 {
		s.file.lines[n-1].glued = true
	}
}

// BOM puts a byte order mark before the first line.
func (s *Session) BOM() { s.file.bom = true }

// CRLF ends every line with CR LF.
func (s *Session) CRLF() { s.file.crlf = true }

// Dangle points the parent of a record to a missing one.
func (s *Session) Dangle(uuid string) { s.relink(uuid, s.home.uuid()) }

// Cycle closes a cycle: the first record's parent becomes the second, its descendant. With
// equal uuids the record is its own parent.
func (s *Session) Cycle(uuid, below string) { s.relink(uuid, below) }

// Lose removes a record from the file.
func (s *Session) Lose(uuid string) {
	i := s.file.index(uuid)
	if i < 0 {
		return
	}
	s.file.lines = append(s.file.lines[:i], s.file.lines[i+1:]...)
}

// Break gives a field of a record a wrong type.
func (s *Session) Break(uuid, field string, value any) {
	if l := s.file.at[uuid]; l != nil {
		l.rec = l.rec.With(field, value)
	}
}

func (s *Session) relink(uuid, parent string) {
	if l := s.file.at[uuid]; l != nil {
		l.rec = l.rec.With("parentUuid", parent)
	}
}
