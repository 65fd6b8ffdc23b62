package search_test

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"dendro/backend/transcript"
)

// The reference's definition of the texts of a record.

func (r *refRecord) add(kind, text, tool string) {
	if strings.Trim(text, " \t\r\n") != "" {
		r.texts = append(r.texts, refText{kind, refFold(text), refShown(text), tool})
	}
}

var notTyped = []string{
	"<local-command-", "<command-", "<bash-", "<task-notification", "<agent-notification", "<system-reminder", "[Request interrupted by user", "Caveat:",
}

func refHead(s string) string {
	s = strings.TrimLeft(s, " \t\r\n")
	for _, p := range notTyped {
		if strings.HasPrefix(s, p) {
			return p
		}
	}
	return ""
}

func (r *refRecord) user(m map[string]any, blocks []any) {
	meta, _ := m["isMeta"].(bool)
	summary, _ := m["isCompactSummary"].(bool)
	hasResult, typed, shown, firstText := false, false, false, true
	for _, b := range blocks {
		block := obj(b)
		switch typ := str(block["type"]); {
		case typ == "tool_result" || strings.HasSuffix(typ, "_tool_result"):
			hasResult = true
		case typ == "text":
			text := str(block["text"])
			if firstText && strings.HasPrefix(text, "This session is being continued from a previous conversation") {
				summary = true
			}
			firstText = false
			typed = typed || refHead(text) == ""
			shown = true
		case typ == "image", typ == "document":
			firstText, typed, shown = false, true, true
		}
	}
	origin := obj(m["origin"])["kind"]
	foreign := origin != nil && str(origin) != "human"
	sidechain, _ := m["isSidechain"].(bool)
	prompt := typed && (sidechain || !foreign)
	for _, b := range blocks {
		if _, sent := refDelivery(m, str(obj(b)["text"])); sent && str(obj(b)["type"]) == "text" {
			meta = false
		}
	}
	if !hasResult && (!shown || !summary && meta) {
		r.aside(blocks)
		return
	}
	pictured := slices.ContainsFunc(blocks, func(b any) bool { return str(obj(b)["type"]) == "image" })
	for _, b := range blocks {
		block := obj(b)
		typ := str(block["type"])
		text := str(block["text"])
		switch {
		case typ == "tool_result" || strings.HasSuffix(typ, "_tool_result"):
			r.result(m, block, blocks)
		case typ == "document":
			r.add("prompt", refDocument(block), "")
		case typ == "image", typ == "thinking", typ == "redacted_thinking", typ == "tool_use", strings.HasSuffix(typ, "_tool_use"):
		case typ == "text" && pictured && strings.HasPrefix(text, refSource):
			r.add("prompt", refPath(text), "")
		case typ != "text":
			if !summary {
				r.add("notice", typ, "")
			}
		case summary && !hasResult:
			r.add("summary", text, "")
		default:
			r.userText(m, text, prompt && !hasResult, len(blocks) > 1)
		}
	}
	if prompt && !hasResult && !summary && !meta && len(r.texts) == 0 {
		r.wordless("prompt")
	}
}

// aside adds the pictures and documents that the client sent after a prompt.
func (r *refRecord) aside(blocks []any) {
	paths, pictures := []string{}, 0
	for _, b := range blocks {
		block := obj(b)
		switch text := str(block["text"]); {
		case str(block["type"]) == "image":
			pictures++
		case str(block["type"]) == "document":
			r.add("notice", refDocument(block), "")
		case strings.HasPrefix(text, refSource):
			paths = append(paths, refPath(text))
		}
	}
	for len(paths) < pictures {
		paths = append(paths, "[Image]")
	}
	r.add("notice", strings.Join(paths[:pictures], "\n"), "")
}

// refSource is the prefix of the client's text for a picture.
const refSource = "[Image: source: "

func refPath(text string) string { return strings.TrimSuffix(strings.TrimPrefix(text, refSource), "]") }

// refDocument returns the name and text of a document.
func refDocument(block map[string]any) string {
	source := obj(block["source"])
	text := "[Document] " + cmp.Or(str(block["title"]), str(source["media_type"]))
	if str(source["type"]) == "text" {
		text += "\n\n" + str(source["data"])
	}
	return text
}

// refDelivery returns the delivery in a text of a record.
func refDelivery(m map[string]any, text string) (transcript.Delivery, bool) {
	line, _ := json.Marshal(map[string]any{
		"type": "user", "origin": m["origin"], "isSidechain": m["isSidechain"], "message": map[string]any{"content": text},
	})
	var d transcript.Decoder
	rec, err := d.Decode(line)
	if err != nil {
		return transcript.Delivery{}, false
	}
	return rec.Delivered(rec.Blocks[0].Text)
}

func (r *refRecord) userText(m map[string]any, text string, prompt, mixed bool) {
	if d, sent := refDelivery(m, text); sent {
		kind := map[transcript.Class]string{transcript.ClassNotification: "notice", transcript.ClassPrompt: "prompt"}[d.Class()]
		for _, s := range []string{d.Text, d.From.Name, d.Summary} {
			r.add(cmp.Or(kind, "message"), s, "")
		}
		return
	}
	switch head := refHead(text); {
	case head == "<local-command-":
		t := strings.TrimLeft(text, " \t\r\n")
		if strings.HasPrefix(t, "<local-command-stdout") || strings.HasPrefix(t, "<local-command-stderr") {
			r.add("notice", transcript.Untag(text), "")
		}
	case head == "<command-":
		r.add("command", transcript.CommandText(text), "")
	case head == "<bash-":
		if strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "<bash-input") {
			r.add("command", transcript.BashText(text), "")
		} else {
			r.add("notice", transcript.Untag(text), "")
		}
	case head == "<task-notification", head == "<agent-notification":
		r.add("notice", transcript.NotificationText(text), "")
	case strings.HasPrefix(head, "[Request"):
		r.add("notice", text, "")
	case head == "<system-reminder":
		words := transcript.Unremind(text)
		r.add("notice", transcript.Untag(strings.TrimSuffix(text, words)), "")
		r.add("prompt", words, "")
	case head != "":
		r.add("notice", transcript.Unremind(text), "")
	case prompt && mixed && strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "<ide_"):
		r.add("notice", transcript.Untag(text), "")
	case prompt:
		r.add("prompt", text, "")
	default:
		r.add("notice", text, "")
	}
}

// wordless adds visible content without text.
func (r *refRecord) wordless(kind string) {
	r.texts = append(r.texts, refText{kind: kind})
}

// result adds the texts of a result. The tool field is set to the id of the call for now.
func (r *refRecord) result(m, block map[string]any, blocks []any) {
	id := str(block["tool_use_id"])
	texts := []string{str(block["content"])}
	if o := obj(block["content"]); o != nil {
		texts = append(texts, refResultText(o))
	}
	for _, e := range list(block["content"]) {
		texts = append(texts, cmp.Or(str(e), refResultText(obj(e))))
	}
	results := 0
	for _, b := range blocks {
		if typ := str(obj(b)["type"]); typ == "tool_result" || strings.HasSuffix(typ, "_tool_result") {
			results++
		}
	}
	errors := str(obj(m["toolUseResult"])["stderr"])
	if said := strings.Trim(errors, " \n\r\t"); results == 1 && said != "" && !slices.ContainsFunc(texts, func(s string) bool { return strings.Contains(s, said) }) {
		texts = append(texts, errors)
	}
	before := len(r.texts)
	for _, text := range texts {
		r.add("result", text, id)
	}
	if len(r.texts) == before {
		r.texts = append(r.texts, refText{kind: "result", tool: id})
	}
}

// refResultText returns the text of an object among the blocks of a result.
func refResultText(o map[string]any) string {
	typ := str(o["type"])
	_, isText := o["text"].(string)
	switch {
	case typ == "image":
		return ""
	case typ == "tool_reference":
		return str(o["tool_name"])
	case typ == "resource", typ == "resource_link":
		if in := obj(o["resource"]); in != nil {
			o = in
		}
		return cmp.Or(str(o["text"]), str(o["uri"]))
	case typ == "web_search_result":
		return strings.TrimSpace(str(o["title"]) + " " + str(o["url"]))
	case isText || typ == "":
		return str(o["text"])
	}
	return "[" + typ + "]"
}

// refDecoded returns a line's record as decoded by package transcript, for texts that it
// composes.
func refDecoded(m map[string]any) *transcript.Record {
	line, _ := json.Marshal(m)
	rec, err := new(transcript.Decoder).Decode(line)
	if err != nil {
		panic(err)
	}
	return rec
}

func (r *refRecord) assistant(m map[string]any, blocks []any, tools map[string]string) {
	apiError, _ := m["isApiErrorMessage"].(bool)
	for _, b := range blocks {
		block := obj(b)
		switch typ := str(block["type"]); {
		case typ == "text":
			kind := "reply"
			if apiError || r.model == "<synthetic>" && strings.HasPrefix(str(block["text"]), "API Error") {
				kind = "notice"
			}
			r.add(kind, str(block["text"]), "")
		case typ == "thinking" || typ == "redacted_thinking":
			if text := str(block["thinking"]); text != "" && typ == "thinking" {
				r.add("thinking", text, "")
			} else {
				r.wordless("thinking")
			}
		case typ == "image", typ == "document":
			r.wordless("reply")
		case typ == "tool_result" || strings.HasSuffix(typ, "_tool_result"):
			r.result(m, block, blocks)
		case typ == "tool_use" || strings.HasSuffix(typ, "_tool_use"):
			name := str(block["name"])
			tools[str(block["id"])] = name
			r.add("tool", name, name)
			r.input(block["input"], name)
		default:
			r.add("notice", typ, "")
		}
	}
}

func (r *refRecord) input(v any, tool string) {
	switch v := v.(type) {
	case string:
		r.add("tool", v, tool)
	case []any:
		for _, e := range v {
			r.input(e, tool)
		}
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			if k != "data" || str(v["type"]) != "base64" {
				r.input(v[k], tool)
			}
		}
	}
}

func (r *refRecord) system(m map[string]any) {
	content := str(m["content"])
	level := str(m["level"])
	switch str(m["subtype"]) {
	case "compact_boundary", "microcompact_boundary", "turn_duration", "bridge_status":
	case "stop_hook_summary":
		if stopped, _ := m["preventedContinuation"].(bool); stopped || len(list(m["hookErrors"])) > 0 {
			r.add("notice", refDecoded(m).HookText(), "")
		}
	case "api_error":
		r.add("notice", refDecoded(m).APIErrorText(), "")
	case "local_command":
		switch refHead(content) {
		case "<command-":
			r.add("command", transcript.CommandText(content), "")
		case "<local-command-", "<bash-":
			r.add("notice", transcript.Untag(content), "")
		default:
			r.add("notice", content, "")
		}
	case "":
		if level == "error" || level == "warning" {
			r.add("notice", content, "")
		}
	default:
		if strings.TrimSpace(content) == "" {
			content = str(m["subtype"])
		}
		r.add("notice", content, "")
	}
}

func (r *refRecord) attachment(m map[string]any) {
	a := obj(m["attachment"])
	typ := str(a["type"])
	switch {
	case typ == "file":
		r.add("notice", cmp.Or(str(a["displayPath"]), str(a["filename"])), "")
	case strings.HasPrefix(typ, "hook_") && strings.HasSuffix(typ, "error"):
		r.add("notice", refDecoded(m).HookText(), "")
	case typ == "queued_command":
		var texts []string
		for _, e := range append([]any{a["prompt"]}, list(a["prompt"])...) {
			texts = append(texts, str(e), str(obj(e)["text"]))
		}
		texts = slices.DeleteFunc(texts, func(s string) bool { return s == "" })
		flat := strings.Join(texts, "\n")
		switch mode := str(a["commandMode"]); {
		case mode == "task-notification":
			r.add("notice", transcript.NotificationText(flat), "")
		case mode == "bash":
			r.add("command", transcript.BashText(flat), "")
		default:
			for _, s := range texts {
				r.add(map[bool]string{true: "prompt", false: "notice"}[mode == "prompt"], s, "")
			}
		}
	}
}
