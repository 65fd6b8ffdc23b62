package thread

import (
	"bytes"
	"encoding/json"
	"strconv"
	"unicode/utf8"

	"dendro/backend/jsonl"
)

// maxCopyDepth bounds the copying of nested values, each level of which is scanned again.
const maxCopyDepth = 64

// copier copies JSON values so that the copy is valid JSON, whatever the original's strings
// hold, and within a size limit.
type copier struct {
	limit int // total length of all strings in bytes; 0: unlimited
	spent int
	cut   int // bytes omitted
}

// copy appends a copy of v to dst.
func (c *copier) copy(dst []byte, v jsonl.Value, depth int) []byte {
	if (c.limit == 0 || len(v) <= c.limit-c.spent) && json.Valid(v) && utf8.Valid(v) {
		c.spent += len(v)
		dst = append(dst, v...)
		replaceLoneSurrogates(dst[len(dst)-len(v):])
		return dst
	}
	switch {
	case v.IsString():
		return c.text(dst, v)
	case depth >= maxCopyDepth:
		c.cut += len(v)
		return append(dst, "null"...)
	case v.IsObject():
		return c.object(dst, v, depth, nil)
	case v.IsArray():
		return c.array(dst, v, depth)
	case json.Valid(v):
		return append(dst, v...)
	}
	return append(dst, "null"...)
}

func (c *copier) text(dst []byte, v jsonl.Value) []byte {
	s := v.String()
	if c.limit > 0 {
		room := max(c.limit-c.spent, 40) // always enough for a path or a name
		short, cut := cutText(s, room)
		c.cut += cut
		s = short
	}
	c.spent += len(s)
	return appendString(dst, s)
}

// object copies an object. edit, if not nil, may write a member itself: then it returns the
// extended bytes and true.
func (c *copier) object(dst []byte, v jsonl.Value, depth int, edit func(dst []byte, key string, m jsonl.Value) ([]byte, bool)) []byte {
	dst = append(dst, '{')
	v.Members(func(key []byte, m jsonl.Value) {
		if c.limit > 0 && c.spent > 2*c.limit {
			c.cut += len(m)
			return
		}
		c.spent += len(key)
		if edit != nil {
			if out, done := edit(dst, string(key), m); done {
				if len(out) > len(dst) {
					out = append(out, ',')
				}
				dst = out
				return
			}
		}
		dst = append(appendString(dst, string(key)), ':')
		dst = append(c.copy(dst, m, depth+1), ',')
	})
	return append(bytes.TrimSuffix(dst, []byte(",")), '}')
}

func (c *copier) array(dst []byte, v jsonl.Value, depth int) []byte {
	dst = append(dst, '[')
	v.Elements(func(e jsonl.Value) {
		if c.limit > 0 && c.spent > c.limit+c.limit/4 {
			c.cut += len(e)
			return
		}
		dst = append(c.copy(dst, e, depth+1), ',')
	})
	return append(bytes.TrimSuffix(dst, []byte(",")), ']')
}

// replaceLoneSurrogates overwrites escapes of half a character in JSON text with U+FFFD,
// because decoders differ in their treatment. All other escapes stay.
func replaceLoneSurrogates(text []byte) {
	pending := -1 // position of a first half that awaits its second one
	for at := bytes.IndexByte(text, '\\'); at >= 0 && at < len(text); {
		unit, end := uint64(0), at+2
		if end+4 <= len(text) && text[at+1] == 'u' {
			unit, _ = strconv.ParseUint(string(text[end:end+4]), 16, 16)
			end += 4
		}
		low := unit&0xfc00 == 0xdc00
		if pending >= 0 && !(low && pending+6 == at) {
			copy(text[pending:], `\ufffd`)
		}
		if low && (pending < 0 || pending+6 != at) {
			copy(text[at:], `\ufffd`)
		}
		if pending = -1; unit&0xfc00 == 0xd800 {
			pending = at
		}
		next := bytes.IndexByte(text[min(end, len(text)):], '\\')
		if next < 0 {
			break
		}
		at = end + next
	}
	if pending >= 0 {
		copy(text[pending:], `\ufffd`)
	}
}

func appendString(dst []byte, s string) []byte {
	b, err := json.Marshal(s)
	if err != nil { // marshalling a string cannot fail
		return append(dst, `""`...)
	}
	return append(dst, b...)
}
