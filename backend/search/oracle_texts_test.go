package search_test

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"dendro/backend/transcript"

	"golang.org/x/text/unicode/norm"
)

// What the reference takes for the texts of a record.

func (r *refRecord) add(kind, text, tool string) {
	if text != "" {
		r.texts = append(r.texts, refText{kind, refFold(text), norm.NFC.String(text), tool})
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
		case typ == "image":
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
	if !hasResult {
		if !shown || !summary && meta {
			return
		}
	}
	for _, b := range blocks {
		block := obj(b)
		typ := str(block["type"])
		text := str(block["text"])
		switch {
		case typ == "tool_result" || strings.HasSuffix(typ, "_tool_result"):
			r.result(block)
		case typ != "text":
		case summary && !hasResult:
			r.add("summary", text, "")
		default:
			r.userText(m, text, prompt && !hasResult, len(blocks) > 1)
		}
	}
}

// refDelivery returns what a text of a record delivers from elsewhere.
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
		r.add("notice", transcript.Untag(text), "")
	case strings.HasPrefix(head, "[Request"):
		r.add("notice", text, "")
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

// result adds the texts of a result; its tool is still the id of the call.
func (r *refRecord) result(block map[string]any) {
	id := str(block["tool_use_id"])
	r.add("result", str(block["content"]), id)
	for _, e := range list(block["content"]) {
		r.add("result", cmp.Or(str(e), str(obj(e)["text"])), id)
	}
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
		case typ == "thinking":
			r.add("thinking", str(block["thinking"]), "")
		case typ == "tool_use" || strings.HasSuffix(typ, "_tool_use"):
			name := str(block["name"])
			tools[str(block["id"])] = name
			r.add("tool", name, name)
			r.input(block["input"], name)
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
		for _, e := range list(m["hookErrors"]) {
			r.add("notice", str(e), "")
			r.add("notice", str(obj(e)["error"]), "")
			r.add("notice", str(obj(e)["message"]), "")
		}
	case "api_error":
		e := obj(m["error"])
		r.add("notice", cmp.Or(str(m["error"]), str(obj(obj(e["error"])["error"])["message"]), str(obj(e["error"])["message"]),
			str(e["message"]), content, str(obj(e["cause"])["code"]), str(obj(m["cause"])["code"])), "")
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
		r.add("notice", cmp.Or(str(a["hookName"]), str(a["hookEvent"])), "")
		for _, v := range []any{obj(a["blockingError"])["blockingError"], a["blockingError"], a["stderr"], a["stdout"], a["content"], a["message"]} {
			if strings.TrimSpace(str(v)) != "" {
				r.add("notice", str(v), "")
				return
			}
		}
	case typ == "queued_command":
		var texts []string
		for _, e := range append([]any{a["prompt"]}, list(a["prompt"])...) {
			texts = append(texts, str(e), str(obj(e)["text"]))
		}
		texts = slices.DeleteFunc(texts, func(s string) bool { return s == "" })
		flat := strings.Join(texts, "\n")
		switch mode := str(a["commandMode"]); {
		case mode == "task-notification":
			r.add("notice", transcript.Untag(flat), "")
		case mode == "bash":
			r.add("command", transcript.BashText(flat), "")
		default:
			for _, s := range texts {
				r.add(map[bool]string{true: "prompt", false: "notice"}[mode == "prompt"], s, "")
			}
		}
	}
}
