package transcript

import "unicode/utf8"

// memo is a string as it stood in a line, and its text.
type memo struct{ raw, text string }

func newMemo(v Value) memo {
	raw := string(v)
	if v.escaped() || !utf8.ValidString(raw) {
		return memo{raw: raw, text: v.String()}
	}
	return memo{raw: raw, text: raw[1 : len(raw)-1]}
}

// memos holds the latest value of the fields that repeat from line to line.
type memos struct {
	typ, session, cwd, branch, version, entrypoint, kind memo
	agent, call, message, model                          memo
	block, name, prompt, earlier                         memo
	misc                                                 memo
}

// maxInterned bounds the table: what does not repeat is not worth keeping.
const maxInterned = 4096

// intern returns the text of v, the same string for the same value. last is
// where the field's latest value is kept.
func (d *Decoder) intern(v Value, last *memo) string {
	if !v.IsString() {
		return ""
	}
	if string(v) == last.raw { // does not allocate
		return last.text
	}
	if m, ok := d.strings[string(v)]; ok {
		*last = m
		return m.text
	}
	m := newMemo(v)
	*last = m
	if len(v) > 256 {
		return m.text
	}
	if d.strings == nil || len(d.strings) >= maxInterned {
		d.strings = make(map[string]memo, 64)
	}
	d.strings[m.raw] = m
	return m.text
}

// once is intern for values that repeat on neighbouring lines only.
func (d *Decoder) once(v Value, last *memo) string {
	if !v.IsString() {
		return ""
	}
	if string(v) != last.raw {
		*last = newMemo(v)
	}
	return last.text
}
