package transcript

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"dendro/backend/jsonl"
)

// oracleFields returns the members of the object on a line according to encoding/json, and
// false if it rejects the line.
func oracleFields(line []byte) (map[string]json.RawMessage, bool) {
	var m map[string]json.RawMessage
	if json.Unmarshal(line, &m) != nil || m == nil {
		return nil, false
	}
	return m, true
}

// object, elements and text decode a raw value with encoding/json. They return nothing for
// another type.
func object(raw json.RawMessage) map[string]json.RawMessage {
	m, _ := oracleFields(raw)
	return m
}

func elements(raw json.RawMessage) (list []json.RawMessage) {
	if len(raw) > 0 && raw[0] == '[' {
		_ = json.Unmarshal(raw, &list)
	}
	return list
}

func text(raw json.RawMessage) (s string) {
	if len(raw) > 0 && raw[0] == '"' {
		_ = json.Unmarshal(raw, &s)
	}
	return s
}

func isTrue(raw json.RawMessage) bool { return string(raw) == "true" }

// view is a record as names and values, for comparison and display. It lists only fields
// that are set.
type view struct{ lines []string }

func (v *view) add(name string, value any) {
	switch x := value.(type) {
	case string:
		if x != "" {
			v.lines = append(v.lines, fmt.Sprintf("%s=%q", name, x))
		}
	case bool:
		if x {
			v.lines = append(v.lines, name)
		}
	case json.RawMessage:
		if x != nil {
			v.lines = append(v.lines, fmt.Sprintf("%s=%s", name, x))
		}
	default:
		panic(fmt.Sprintf("view of %T", value))
	}
}

func (v *view) String() string {
	slices.Sort(v.lines)
	return strings.Join(v.lines, "\n")
}

// oracleView returns the expected recordView, made with encoding/json alone.
func oracleView(m map[string]json.RawMessage) string {
	var v view
	for _, name := range [...]string{
		"type", "subtype", "uuid", "parentUuid", "logicalParentUuid", "sessionId", "cwd", "gitBranch", "version",
		"entrypoint", "agentId", "teamName", "sessionKind", "parentToolUseID", "parent_tool_use_id",
	} {
		v.add(name, text(m[name]))
	}
	for _, name := range [...]string{"isSidechain", "isMeta", "isCompactSummary", "isApiErrorMessage"} {
		v.add(name, isTrue(m[name]) || name == "isSidechain" && text(m["parent_tool_use_id"]) != "")
	}
	v.add("timestamp", json.RawMessage(timestampOf(jsonl.Value(m["timestamp"]))))
	for _, name := range [...]string{"toolUseResult", "attachment", "data", "content", "compactMetadata", "planContent"} {
		v.add(name, m[name])
	}
	kind := object(m["origin"])["kind"]
	v.add("origin", len(kind) > 0 && kind[0] == '"')
	v.add("origin human", text(kind) == "human")
	v.add("forkedFrom.sessionId", text(object(m["forkedFrom"])["sessionId"]))
	v.add("forkedFrom.messageUuid", text(object(m["forkedFrom"])["messageUuid"]))

	message := object(m["message"])
	v.add("message.id", text(message["id"]))
	v.add("message.model", text(message["model"]))
	v.add("message.usage", message["usage"])
	blocks := elements(message["content"])
	switch content := message["content"]; {
	case len(content) > 0 && content[0] == '"':
		blocks = []json.RawMessage{content}
	case len(content) > 0 && content[0] == '{':
		blocks = []json.RawMessage{content}
	}
	for i, b := range blocks {
		oracleBlock(&v, fmt.Sprintf("block %d ", i), b)
	}
	return v.String()
}

func oracleBlock(v *view, at string, raw json.RawMessage) {
	v.add(at+"raw", raw)
	if raw[0] == '"' {
		v.add(at+"type", "text")
		v.add(at+"text", text(raw))
		return
	}
	b := object(raw)
	v.add(at+"type", text(b["type"]))
	v.add(at+"name", text(b["name"]))
	v.add(at+"input", b["input"])
	v.add(at+"content", b["content"])
	v.add(at+"is_error", isTrue(b["is_error"]))
	v.add(at+"source", b["source"])
	typ := text(b["type"])
	switch {
	case typ == "tool_use" || strings.HasSuffix(typ, "_tool_use"):
		v.add(at+"tool", b["id"])
	case typ == "tool_result" || strings.HasSuffix(typ, "_tool_result"):
		v.add(at+"tool", b["tool_use_id"])
	case typ == "thinking":
		v.add(at+"text", text(b["thinking"]))
	default:
		v.add(at+"text", text(b["text"]))
	}
}

// recordView returns Decode's result for a line.
func recordView(r *Record) string {
	raw := func(v jsonl.Value) json.RawMessage { return json.RawMessage(v) }
	var v view
	v.add("type", r.Type)
	v.add("subtype", r.Subtype)
	if r.Kind != KindQueue && !r.Unlinked { // their ids are derived, see madeRef
		v.add("uuid", r.UUID.String())
	}
	v.add("parentUuid", r.Parent.String())
	v.add("logicalParentUuid", r.LogicalParent.String())
	v.add("sessionId", r.SessionID)
	v.add("cwd", r.CWD)
	v.add("gitBranch", r.GitBranch)
	v.add("version", r.Version)
	v.add("entrypoint", r.Entrypoint)
	v.add("agentId", r.AgentID)
	v.add("teamName", r.TeamName)
	v.add("sessionKind", r.SessionKind)
	v.add("parentToolUseID", r.ParentTool)
	v.add("parent_tool_use_id", r.CapturedFrom)
	v.add("isSidechain", r.Sidechain)
	v.add("isMeta", r.Meta)
	v.add("isCompactSummary", r.CompactSummary)
	v.add("isApiErrorMessage", r.APIError)
	v.add("timestamp", raw(r.Timestamp))
	v.add("toolUseResult", raw(r.ToolUseResult))
	v.add("attachment", raw(r.Attachment))
	v.add("data", raw(r.Data))
	v.add("content", raw(r.Content))
	v.add("compactMetadata", raw(r.compactMeta))
	v.add("planContent", raw(r.Plan))
	v.add("origin", r.HasOrigin)
	v.add("origin human", r.HumanOrigin)
	v.add("forkedFrom.sessionId", r.ForkedSession)
	v.add("forkedFrom.messageUuid", r.ForkedMessage.String())
	v.add("message.id", r.MessageID)
	v.add("message.model", r.Model)
	v.add("message.usage", raw(r.Usage))
	for i := range r.Blocks {
		blockView(&v, fmt.Sprintf("block %d ", i), &r.Blocks[i])
	}
	return v.String()
}

func blockView(v *view, at string, b *Block) {
	v.add(at+"raw", json.RawMessage(b.Raw))
	v.add(at+"type", b.Type)
	v.add(at+"name", b.Name)
	v.add(at+"text", b.Text.String())
	v.add(at+"tool", json.RawMessage(b.ToolID))
	v.add(at+"input", json.RawMessage(b.Input))
	v.add(at+"content", json.RawMessage(b.Content))
	v.add(at+"is_error", b.IsError)
	v.add(at+"source", json.RawMessage(b.Source))
}
