package transcript

import (
	"bytes"
	"strings"

	"dendro/backend/jsonl"
)

// ResultText returns the text of a tool's result for display: its texts, one per line.
func (r *Record) ResultText(b *Block) string {
	var texts []string
	r.ResultTexts(b, func(v jsonl.Value, made string) {
		if v != nil {
			made = v.String()
		}
		if made != "" {
			texts = append(texts, made)
		}
	})
	return strings.Join(texts, "\n")
}

// ResultTexts calls f with each text of b, a tool's result in the record r: raw, or as a
// composed string if v is nil. A command's stderr comes last if only toolUseResult holds
// it.
func (r *Record) ResultTexts(b *Block, f func(v jsonl.Value, made string)) {
	switch {
	case b.Content.IsString():
		f(b.Content, "")
	case b.Content.IsObject():
		resultBlock(b.Content, f)
	default:
		b.Content.Elements(func(v jsonl.Value) { resultBlock(v, f) })
	}
	if v := r.errorsApart(b); v != nil {
		f(v, "")
	}
}

// resultBlock calls f with the text of one block of a result. Pictures have no text.
func resultBlock(v jsonl.Value, f func(v jsonl.Value, made string)) {
	if v.IsString() {
		f(v, "")
		return
	}
	text, typ := v.Get("text"), v.Get("type").String()
	switch typ {
	case "image":
		return
	case "tool_reference":
		f(v.Get("tool_name"), "")
		return
	case "resource", "resource_link": // of MCP servers
		if r := v.Get("resource"); r.IsObject() {
			v = r
		}
		f(firstText(v.Get("text"), v.Get("uri")), "")
		return
	case "document":
		d := documentOf(v)
		f(nil, d.Label())
		ContentTexts(d.Text, func(v jsonl.Value) { f(v, "") })
		return
	case "search_result":
		f(nil, strings.TrimSpace(v.Get("title").String()+" "+v.Get("source").String()))
		ContentTexts(v.Get("content"), func(v jsonl.Value) { f(v, "") })
		return
	case "web_fetch_result":
		f(v.Get("url"), "")
		resultBlock(v.Get("content"), f)
		return
	case "web_search_result":
		f(nil, strings.TrimSpace(v.Get("title").String()+" "+v.Get("url").String()))
		return
	}
	switch {
	case text.IsString():
		f(text, "")
	case typ != "":
		f(nil, "["+typ+"]")
	}
}

// errorsApart returns a command's stderr if b, its result, lacks it: most versions mix it
// with stdout there. It returns nil if there is none, or if the record holds several
// results, since it could belong to any of them.
func (r *Record) errorsApart(b *Block) jsonl.Value {
	v := r.stderr
	if len(v) <= len(`""`) || !v.IsString() || !r.hasOneResult() {
		return nil
	}
	said := trimEscaped(v[1 : len(v)-1])
	if len(said) == 0 || bytes.Contains(b.Content, said) {
		return nil
	}
	return v
}

// trimEscaped returns the inside of a JSON string without surrounding white space.
func trimEscaped(raw []byte) []byte {
	space := func(s []byte) bool { return string(s) == `\n` || string(s) == `\r` || string(s) == `\t` }
	for {
		raw = bytes.Trim(raw, " ")
		switch n := len(raw); {
		case n >= 2 && space(raw[:2]):
			raw = raw[2:]
		case n >= 2 && space(raw[n-2:]) && !bytes.HasSuffix(raw[:n-1], []byte(`\\`)):
			raw = raw[:n-2]
		default:
			return raw
		}
	}
}

// ContentTexts calls f with every raw text of a content: of a string, or of an array of strings
// and blocks.
func ContentTexts(v jsonl.Value, f func(jsonl.Value)) {
	if v.IsString() {
		f(v)
		return
	}
	v.Elements(func(e jsonl.Value) {
		if !e.IsString() {
			e = e.Get("text")
		}
		if e.IsString() {
			f(e)
		}
	})
}

// hasOneResult reports whether toolUseResult can only describe one result of r.
func (r *Record) hasOneResult() bool {
	results := 0
	for i := 0; i < len(r.Blocks) && results < 2; i++ {
		if r.Blocks[i].Kind == BlockToolResult {
			results++
		}
	}
	return results == 1
}

// persistedTag begins the text of a result that was moved to a separate file.
const persistedTag = "<persisted-output>"

// Spilled returns the base name of the file that the result b of r was moved to, or "".
func (r *Record) Spilled(b *Block) string {
	if r.persistedPath.IsString() && r.hasOneResult() {
		if name := baseName(r.persistedPath.String()); name != "" {
			return name
		}
	}
	var buf [HeadBytes + jsonl.HeadSlack]byte
	head := b.Content
	if !head.IsString() {
		head = nil
		ContentTexts(b.Content, func(v jsonl.Value) {
			if head == nil {
				head = v
			}
		})
	}
	if !hasPrefix(beginning(buf[:0], head), persistedTag) {
		return ""
	}
	return SpilledTo(nil, r.ResultText(b))
}

// SpilledTo returns the base name of the file that a result was moved to, or "": by its
// toolUseResult.persistedOutputPath, else by its text. The path is as recorded, possibly on
// another system.
func SpilledTo(toolUseResult jsonl.Value, text string) string {
	path := toolUseResult.Get("persistedOutputPath").String()
	if path == "" && strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), persistedTag) {
		if _, rest, ok := strings.Cut(text, "saved to: "); ok {
			path, _, _ = strings.Cut(rest, "\n")
			path = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(path), "</persisted-output>"))
		}
	}
	return baseName(path)
}

// baseName returns the last element of a path of any system, or "".
func baseName(path string) string {
	base := strings.TrimSpace(path[strings.LastIndexAny(path, `/\`)+1:])
	if base == "." || base == ".." {
		return ""
	}
	return base
}

// MaySpill reports whether SpilledTo may find a file in a line. False is certain, which
// spares most lines the decoding.
func MaySpill(line []byte) bool { return bytes.Contains(line, []byte("ersisted")) }

// Denied returns how the person denied the call that the record r answers (toolDenialKind),
// or "".
func (r *Record) Denied() string { return r.field("toolDenialKind").String() }

// In the result of a denied call: what precedes the words of the person (seen in histories of
// 2.1.12 to 2.1.42), and the advice to the model at the end (seen in one of 2.1.217).
const (
	saidInstead = "To tell you how to proceed, the user said:\n"
	saidAdvice  = "\n\nNote: The user's next message"
)

// SaidInstead returns what the person said instead of allowing a call, by the text of its
// result; "" if nothing was said.
func SaidInstead(result string) string {
	_, said, _ := strings.Cut(result, saidInstead)
	said, _, _ = strings.Cut(said, saidAdvice)
	return strings.TrimSpace(said)
}

// PatchLines calls f with the lines of the hunks of an Edit or a Write
// (toolUseResult.structuredPatch). Each begins with "+", "-" or a space.
func PatchLines(toolUseResult jsonl.Value, f func(line jsonl.Value)) {
	toolUseResult.Get("structuredPatch").Elements(func(hunk jsonl.Value) { hunk.Get("lines").Elements(f) })
}
