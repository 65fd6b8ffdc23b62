package transcript

import (
	"bytes"

	"dendro/backend/jsonl"
)

// memo caches the latest raw value of a field and its text.
type memo struct {
	raw  []byte
	text string
}

// of returns the text of v: the same string as long as v does not change.
func (m *memo) of(v jsonl.Value) string {
	if !v.IsString() {
		return ""
	}
	if !bytes.Equal(v, m.raw) {
		m.raw, m.text = append(m.raw[:0], v...), v.String()
	}
	return m.text
}

// memos caches the fields that repeat from line to line.
type memos struct {
	typ, session, cwd, branch, version, entrypoint, kind memo
	agent, call, message, model                          memo
	block, name, prompt, earlier                         memo
	subtype, team, origin, forked, slug                  memo
}
