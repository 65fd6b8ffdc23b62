package history

import (
	"bytes"
	"slices"
	"time"
)

// line is one line of a transcript, with the Home's knowledge of it.
type line struct {
	rec Obj    // nil for a line that is deliberately not a record
	raw []byte // the bytes of such a line, or of a record with unusual formatting
	// prev is the true predecessor of this chain record, whatever its parentUuid is; "" for
	// the first.
	prev string
	// root marks the start of a copy by an old resume (R1).
	root bool
	// says is the record that this one repeats under another uuid without a field that
	// names it: of this file, or of the copied one.
	says string
	// late lines are errors written turns after their request: the next prompt has them as
	// parent, and continues the record before them.
	late bool
	// glued lines have no line break after them: the next record follows on the
	// same line.
	glued bool
}

func (l *line) uuid() string { return l.rec.Str("uuid") }
func (l *line) typ() string  { return l.rec.Str("type") }

// chain reports whether the line is part of the graph of uuids.
func (l *line) chain() bool {
	switch l.typ() {
	case "user", "assistant", "system", "attachment", "progress":
		return l.rec.Has("uuid")
	}
	return false
}

// turn reports whether the line is a user or an assistant record.
func (l *line) turn() bool {
	t := l.typ()
	return (t == "user" || t == "assistant") && l.rec.Has("uuid")
}

func (l *line) sidechain() bool {
	b, _ := l.rec.Get("isSidechain").(bool)
	return b
}

// file is a transcript being written.
type file struct {
	path    string
	lines   []*line
	at      map[string]*line // by uuid, the first with that uuid
	mtime   time.Time
	bom     bool
	crlf    bool
	torn    []byte // the text after the last line break
	deleted bool
}

func (f *file) add(l *line, now time.Time) {
	f.lines = append(f.lines, l)
	f.mtime = now
	if l.rec == nil {
		return
	}
	if id := l.uuid(); id != "" && f.at[id] == nil {
		if f.at == nil {
			f.at = map[string]*line{}
		}
		f.at[id] = l
	}
}

// late moves a prompt, and the lines with it from a line on, after the beginning of its
// reply (2.1.150-2.1.250, interactive).
func (f *file) late(from int) {
	begins := func(l *line) bool { return l.rec != nil && l.typ() == "assistant" && !l.sidechain() }
	reply := from
	for reply < len(f.lines) && !begins(f.lines[reply]) {
		reply++
	}
	end := reply
	for end < len(f.lines) && (begins(f.lines[end]) || f.lines[end].typ() == "system") {
		end++
	}
	moved := slices.Concat(f.lines[reply:end], f.lines[from:reply], f.lines[end:])
	copy(f.lines[from:], moved)
}

// reading returns the records in reading order: each after its predecessor.
func (f *file) reading() []*line {
	var list []*line
	read, late := map[string]bool{}, map[string][]*line{}
	var next func(l *line)
	next = func(l *line) {
		list = append(list, l)
		read[l.uuid()] = true
		for _, l := range late[l.uuid()] {
			next(l)
		}
	}
	for _, l := range f.lines {
		switch {
		case l.rec == nil || !l.rec.Has("uuid") || read[l.uuid()]:
		case f.at[l.prev] != nil && !read[l.prev]:
			late[l.prev] = append(late[l.prev], l)
		default:
			next(l)
		}
	}
	return list
}

// again reports whether a line repeats another line of the file.
func (f *file) again(l *line) bool { return l.says != "" && f.at[l.says] != nil }

// original returns the record that one of the file repeats, or that one itself.
func (f *file) original(uuid string) string {
	if l := f.at[uuid]; l != nil && f.again(l) {
		return l.says
	}
	return uuid
}

// way returns a record's ancestors, the nearest first.
func (f *file) way(uuid string) []string {
	var way []string
	for l := f.at[uuid]; l != nil; l = f.at[f.original(l.prev)] {
		if l.prev == "" {
			break
		}
		way = append(way, f.original(l.prev))
	}
	return way
}

func (f *file) side(rec Obj, now time.Time) { f.add(&line{rec: rec}, now) }

func (f *file) bytes() []byte {
	var b bytes.Buffer
	if f.bom {
		b.WriteString("\xef\xbb\xbf")
	}
	var scratch []byte
	for _, l := range f.lines {
		if l.raw != nil {
			b.Write(l.raw)
		} else {
			scratch = appendValue(scratch[:0], l.rec)
			b.Write(scratch)
		}
		if l.glued {
			continue
		}
		if f.crlf {
			b.WriteByte('\r')
		}
		b.WriteByte('\n')
	}
	b.Write(f.torn)
	return b.Bytes()
}

// index returns the position of the first line with the uuid, or -1.
func (f *file) index(uuid string) int {
	for i, l := range f.lines {
		if l.rec != nil && l.uuid() == uuid {
			return i
		}
	}
	return -1
}
