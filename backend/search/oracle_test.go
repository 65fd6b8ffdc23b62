package search_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"dendro/backend/search"
	"dendro/backend/search/query"
	"dendro/backend/transcript"

	"golang.org/x/text/unicode/norm"
)

// The reference: every line parsed by encoding/json, every text looked through
// by strings. It shares nothing with the search but the catalog.

// refRecord is a record with its texts.
type refRecord struct {
	info     *search.FileInfo
	uuid     string
	identity transcript.ID
	ms       int64
	branch   string
	model    string
	texts    []refText
}

type refText struct {
	kind   string
	folded string
	text   string // NFC
	tool   string
}

// reference holds all records of a world.
type reference struct {
	w       *world
	records []refRecord
}

func newReference(t testing.TB, w *world) *reference {
	t.Helper()
	r := &reference{w: w}
	for _, path := range jsonl(t, w.dir) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		r.file(w.File(path), data)
	}
	return r
}

func (r *reference) file(info *search.FileInfo, data []byte) {
	tools := map[string]string{}
	first := len(r.records)
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	for _, line := range bytes.Split(data, []byte("\n")) {
		var m map[string]any
		if json.Unmarshal(line, &m) != nil || m == nil {
			continue
		}
		rec, ok := refParse(m, tools)
		if ok {
			rec.info = info
			r.records = append(r.records, rec)
		}
	}
	for i := first; i < len(r.records); i++ {
		for j := range r.records[i].texts {
			if t := &r.records[i].texts[j]; t.kind == "result" {
				t.tool = tools[t.tool]
			}
		}
	}
}

func str(v any) string         { s, _ := v.(string); return s }
func obj(v any) map[string]any { m, _ := v.(map[string]any); return m }
func list(v any) []any         { l, _ := v.([]any); return l }

func refParse(m map[string]any, tools map[string]string) (refRecord, bool) {
	uuid := str(m["uuid"])
	id, _ := transcript.ParseID(uuid)
	rec := refRecord{uuid: uuid, identity: id, branch: str(m["gitBranch"])}
	if orig := str(obj(m["forkedFrom"])["messageUuid"]); orig != "" {
		rec.identity, _ = transcript.ParseID(orig)
	}
	stamp, _ := json.Marshal(str(m["timestamp"]))
	rec.ms = transcript.Millis(stamp)
	message := obj(m["message"])
	rec.model = str(message["model"])
	content := message["content"]
	var blocks []any
	switch c := content.(type) {
	case string:
		blocks = []any{map[string]any{"type": "text", "text": c}}
	case map[string]any:
		blocks = []any{c}
	case []any:
		blocks = c
	}
	for i, b := range blocks {
		if s, ok := b.(string); ok {
			blocks[i] = map[string]any{"type": "text", "text": s}
		}
	}
	switch str(m["type"]) {
	case "user":
		rec.user(m, blocks)
	case "assistant":
		rec.assistant(m, blocks, tools)
	case "system":
		rec.system(m)
	case "attachment":
		rec.attachment(m)
	default:
		return rec, false
	}
	return rec, uuid != ""
}

func (r *refRecord) add(kind, text, tool string) {
	if text != "" {
		r.texts = append(r.texts, refText{kind, refFold(text), norm.NFC.String(text), tool})
	}
}

var notTyped = []string{
	"<local-command-", "<command-", "<bash-", "<task-notification", "<system-reminder", "[Request interrupted by user", "Caveat:",
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
			r.userText(text, prompt && !hasResult, len(blocks) > 1)
		}
	}
}

func (r *refRecord) userText(text string, prompt, mixed bool) {
	switch head := refHead(text); {
	case head == "<local-command-":
		t := strings.TrimLeft(text, " \t\r\n")
		if strings.HasPrefix(t, "<local-command-stdout") || strings.HasPrefix(t, "<local-command-stderr") {
			r.add("notice", search.Untag(text), "")
		}
	case head == "<command-":
		r.add("command", search.CommandText(text), "")
	case head == "<bash-":
		if strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "<bash-input") {
			r.add("command", search.BashText(text), "")
		} else {
			r.add("notice", search.Untag(text), "")
		}
	case head == "<task-notification":
		r.add("notice", search.Untag(text), "")
	case strings.HasPrefix(head, "[Request"):
		r.add("notice", text, "")
	case head != "":
		r.add("notice", transcript.Unremind(text), "")
	case prompt && mixed && strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "<ide_"):
		r.add("notice", search.Untag(text), "")
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
		for k, e := range v {
			if k != "data" || str(v["type"]) != "base64" {
				r.input(e, tool)
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
			r.add("command", search.CommandText(content), "")
		case "<local-command-", "<bash-":
			r.add("notice", search.Untag(content), "")
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
		side, _ := m["isSidechain"].(bool)
		meta, _ := m["isMeta"].(bool)
		switch mode := str(a["commandMode"]); {
		case mode == "task-notification":
			r.add("notice", search.Untag(flat), "")
		case mode == "bash":
			r.add("command", search.BashText(flat), "")
		case mode == "prompt" && (side || meta):
		default:
			for _, s := range texts {
				r.add(map[bool]string{true: "prompt", false: "notice"}[mode == "prompt"], s, "")
			}
		}
	}
}

// refFold folds by the definition: NFC, then the least of a rune's orbit.
func refFold(s string) string {
	return strings.Map(func(r rune) rune {
		least := r
		for o := unicode.SimpleFold(r); o != r; o = unicode.SimpleFold(o) {
			least = min(least, o)
		}
		return least
	}, norm.NFC.String(s))
}

var refFields = map[string]query.Fields{
	"prompt": query.Prompts, "command": query.Prompts, "summary": query.Prompts, "reply": query.Replies,
	"thinking": query.Thinking, "tool": query.Tools, "result": query.Results, "notice": query.Results,
}

// refTerm is one term of a query, looked for the plain way.
type refTerm struct {
	not    bool
	folded string
	re     *regexp.Regexp
}

func (t *refTerm) in(x *refText) bool {
	if t.re != nil {
		return t.re.MatchString(x.text)
	}
	return strings.Contains(x.folded, t.folded)
}

func refTerms(q *query.Query) []refTerm {
	var terms []refTerm
	for _, t := range q.Terms {
		one := refTerm{not: t.Not, folded: refFold(t.Text)}
		if t.Kind == query.Regex {
			one.re = regexp.MustCompile("(?im)" + t.Text)
		}
		terms = append(terms, one)
	}
	return terms
}

// hits returns what q has to find but titles: the owner's session, agent and
// uuid of each record. Copies may have another time and branch, and those of
// the original count.
func (r *reference) hits(q *query.Query) []string {
	terms := refTerms(q)
	found := map[string]bool{}
	for i := range r.records {
		rec := &r.records[i]
		if !r.matches(rec, q, terms) {
			continue
		}
		owner := rec.info
		if copies := r.w.Copies(rec.info.Key, rec.identity); copies != nil {
			owner = copies[0]
		}
		if owner != rec.info && (len(q.Filters) > 0 || !q.After.IsZero() || !q.Before.IsZero()) {
			continue
		}
		found[owner.Session+" "+owner.Agent+" "+r.uuid(rec, owner)] = true
	}
	list := make([]string, 0, len(found))
	for k := range found {
		list = append(list, k)
	}
	slices.Sort(list)
	return list
}

// uuid returns the uuid of a record as its owner has it.
func (r *reference) uuid(rec *refRecord, owner *search.FileInfo) string {
	if owner == rec.info {
		return rec.uuid
	}
	return transcript.Names(nil).Text(rec.identity)
}

func (r *reference) matches(rec *refRecord, q *query.Query, terms []refTerm) bool {
	fields := q.Fields(query.Default)
	if !q.After.IsZero() && rec.ms < q.After.UnixMilli() || !q.Before.IsZero() && rec.ms >= q.Before.UnixMilli() {
		return false
	}
	var texts []*refText
	for i := range rec.texts {
		if t := &rec.texts[i]; fields&refFields[t.kind] != 0 && refAllowed(rec, t, q) {
			texts = append(texts, t)
		}
	}
	if len(texts) == 0 {
		return false
	}
	for i := range terms {
		if terms[i].not == slices.ContainsFunc(texts, terms[i].in) {
			return false
		}
	}
	return true
}

// refAllowed applies the filters: those of one key widen, but for file and is.
func refAllowed(rec *refRecord, t *refText, q *query.Query) bool {
	wanted, given := map[query.Key]bool{}, map[query.Key]bool{}
	for _, f := range q.Filters {
		var ok bool
		switch f.Key {
		case query.Project:
			ok = strings.Contains(refFold(rec.info.Project), refFold(f.Value))
		case query.Branch:
			ok = strings.Contains(refFold(rec.branch), refFold(f.Value))
		case query.Tool:
			ok = strings.EqualFold(t.tool, f.Value)
		case query.File:
			ok = slices.ContainsFunc(rec.info.Touched, func(p string) bool { return strings.Contains(refFold(p), refFold(f.Value)) })
			if ok == f.Not {
				return false
			}
			continue
		default:
			panic("no reference for " + f.Key)
		}
		if f.Not && ok {
			return false
		}
		if !f.Not {
			given[f.Key] = true
			wanted[f.Key] = wanted[f.Key] || ok
		}
	}
	for key := range given {
		if !wanted[key] {
			return false
		}
	}
	return true
}

// found returns what the search has found, in the reference's form.
func found(r search.Result) []string {
	list := []string{}
	for _, h := range r.Hits {
		if h.Kind != "title" {
			list = append(list, h.Session+" "+h.Agent+" "+h.UUID)
		}
	}
	slices.Sort(list)
	return list
}

// realdata returns the roots of the real histories, which are not part of the
// project.
func realdata(t testing.TB) []string {
	t.Helper()
	var roots []string
	for _, pattern := range []string{"../../../shared/realdata/*/projects", "../../../shared/realdata/*/*/projects"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range found {
			roots = append(roots, filepath.Dir(p))
		}
	}
	if len(roots) == 0 {
		t.Skip("no real histories here")
	}
	return roots
}
