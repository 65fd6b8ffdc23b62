package thread

import (
	"encoding/json"
	"strconv"

	"dendro/backend/jsonl"
	"dendro/backend/transcript"
)

// detailJSON returns the members of a toolUseResult other than contents: paths, patches,
// numbers, states. Contents, which are also in the result, the input or the record, are
// replaced by their sizes ("stdoutBytes"). limit is the maximum size of the outcome in
// bytes, 0 for no limit.
func detailJSON(v jsonl.Value, limit int) json.RawMessage {
	if !v.IsObject() {
		return nil // a string repeats the result; arrays are content blocks
	}
	c := copier{limit: limit}
	out := c.object(nil, v, 0, c.member)
	if len(out) <= 2 {
		return nil
	}
	return out
}

// errorBytes is the length of stderr in a detail: the result mixes it with stdout, and
// cards use it to separate the two.
const errorBytes = 4 << 10

// member writes the members that are not copied verbatim.
func (c *copier) member(dst []byte, key string, m jsonl.Value) ([]byte, bool) {
	switch transcript.DetailOf(key, m) {
	case transcript.DetailContent:
		return appendSize(dst, key, m), true
	case transcript.DetailErrors:
		text := m.Head(errorBytes)
		if text == "" {
			return dst, true
		}
		return appendString(append(appendString(dst, key), ':'), text), true
	case transcript.DetailObject:
		dst = append(appendString(dst, key), ':')
		return c.object(dst, m, 1, func(dst []byte, key string, m jsonl.Value) ([]byte, bool) {
			if transcript.DetailWithin(key) != transcript.DetailContent {
				return dst, false
			}
			return appendSize(dst, key, m), true
		}), true
	}
	return dst, false
}

// appendSize writes "<key>Bytes":n for an omitted content, and nothing for an empty one.
func appendSize(dst []byte, key string, m jsonl.Value) []byte {
	n := len(m)
	if m.IsString() {
		n -= 2
	}
	if n <= 0 || string(m) == "null" {
		return dst
	}
	dst = append(appendString(dst, key+"Bytes"), ':')
	return strconv.AppendInt(dst, int64(n), 10)
}
