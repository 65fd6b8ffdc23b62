package transcript

import (
	"bytes"
	"strings"
)

// ResultText returns the text of a tool's result: a string, or the texts of
// its blocks, a line each.
func ResultText(content Value) string {
	if content.IsString() {
		return content.String()
	}
	if content.IsObject() {
		return resultBlockText(content)
	}
	var texts []string
	content.Elements(func(v Value) {
		if t := resultBlockText(v); t != "" {
			texts = append(texts, t)
		}
	})
	return strings.Join(texts, "\n")
}

// resultBlockText returns the text of one block of a result; pictures have
// none.
func resultBlockText(v Value) string {
	if v.IsString() {
		return v.String()
	}
	typ := v.Get("type").String()
	switch typ {
	case "image":
		return ""
	case "tool_reference":
		return v.Get("tool_name").String()
	case "resource", "resource_link": // of MCP servers
		if r := v.Get("resource"); r.IsObject() {
			v = r
		}
		if t := v.Get("text").String(); t != "" {
			return t
		}
		return v.Get("uri").String()
	case "web_search_result":
		return strings.TrimSpace(v.Get("title").String() + " " + v.Get("url").String())
	}
	if t := v.Get("text"); t.IsString() {
		return t.String()
	}
	if typ == "" {
		return ""
	}
	return "[" + typ + "]"
}

// Texts calls f with every text of a content as it stands in the record: of a
// string, or of an array of strings and blocks.
func (v Value) Texts(f func(Value)) {
	if v.IsString() {
		f(v)
		return
	}
	v.Elements(func(e Value) {
		if !e.IsString() {
			e = e.Get("text")
		}
		if e.IsString() {
			f(e)
		}
	})
}

// SpilledTo returns the base name of the file that a result was moved to, ""
// where it was not: by its toolUseResult.persistedOutputPath, else by what its
// text says. The path is as it was recorded, maybe on another system.
func SpilledTo(toolUseResult Value, text string) string {
	path := toolUseResult.Get("persistedOutputPath").String()
	if path == "" && strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "<persisted-output>") {
		if _, rest, ok := strings.Cut(text, "saved to: "); ok {
			path, _, _ = strings.Cut(rest, "\n")
			path = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(path), "</persisted-output>"))
		}
	}
	base := strings.TrimSpace(path[strings.LastIndexAny(path, `/\`)+1:])
	if base == "." || base == ".." {
		return ""
	}
	return base
}

// MaySpill reports whether a line may hold a record that SpilledTo finds
// something in; false is certain. It spares the decoding of most lines.
func MaySpill(line []byte) bool { return bytes.Contains(line, []byte("ersisted")) }

// Denied returns how the person denied the call that the record r answers
// (toolDenialKind), "" where nobody did.
func (r *Record) Denied() string { return r.field("toolDenialKind").String() }

// PatchLines calls f with the lines of the hunks that an Edit or a Write has
// made (toolUseResult.structuredPatch): each begins with "+", "-" or a space.
func PatchLines(toolUseResult Value, f func(line Value)) {
	toolUseResult.Get("structuredPatch").Elements(func(hunk Value) { hunk.Get("lines").Elements(f) })
}
