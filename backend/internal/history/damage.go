package history

import "strings"

// Tear ends the file in the middle of a record, as a live file is read while it
// is written. It must be the last thing that happens to the file.
func (s *Session) Tear() {
	s.Wait(1)
	rec := appendValue(nil, O("parentUuid", s.parent, "isSidechain", false, "type", "assistant", "message", O("role", "assistant", "content", []Obj{Text("half a")})))
	s.file.torn = rec[:len(rec)*2/3]
}

// Garbage appends a line that is no JSON object.
func (s *Session) Garbage(text string) {
	s.file.add(&line{raw: []byte(strings.ReplaceAll(text, "\n", " "))}, s.home.now)
}

// Blank appends an empty line.
func (s *Session) Blank() { s.file.add(&line{raw: []byte{}}, s.home.now) }

// Glue leaves the line break after the newest line out: the next record follows
// on the same line, and is read all the same.
func (s *Session) Glue() {
	if n := len(s.file.lines); n > 0 {
		s.file.lines[n-1].glued = true
	}
}

// BOM puts a byte order mark before the first line.
func (s *Session) BOM() { s.file.bom = true }

// CRLF ends every line with CR LF.
func (s *Session) CRLF() { s.file.crlf = true }

// Dangle points the link of a record to one that does not exist.
func (s *Session) Dangle(uuid string) { s.relink(uuid, s.home.uuid()) }

// Cycle closes a circle: the first record's parent becomes the second, which
// stands below it. With equal uuids it is a record that is its own parent.
func (s *Session) Cycle(uuid, below string) { s.relink(uuid, below) }

// Lose removes a record from the file.
func (s *Session) Lose(uuid string) {
	i := s.file.index(uuid)
	if i < 0 {
		return
	}
	s.file.lines = append(s.file.lines[:i], s.file.lines[i+1:]...)
}

// Break makes a field of a record another type than it should have.
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
