package transcript

import (
	"encoding/json"
	"errors"
	"fmt"

	"dendro/backend/jsonl"
)

// Errors of Decode. The report on the health of a history lists them.
var (
	ErrNotObject  = errors.New("not a JSON object")
	ErrZeroBytes  = errors.New("NUL bytes, as after a crash")
	ErrTwoObjects = errors.New("more than one object on the line")
)

// NotJSON begins the error of a line that is not JSON, before the decoder's own.
const NotJSON = "not JSON: "

// Decoder decodes lines and reuses its buffers. It is not safe for concurrent use. The zero
// value is ready.
type Decoder struct {
	rec    Record
	line   jsonl.Map
	source jsonl.Scanner
	last   memos
}

// Decode decodes one line without its line end. The Decoder owns the Record, which is valid
// until the next call. An error means that the line is not a JSON object; fields of
// unexpected types are left empty.
func (d *Decoder) Decode(line []byte) (*Record, error) {
	r := &d.rec
	r.reset()
	i := jsonl.SkipSpace(line, 0)
	if i >= len(line) || line[i] != '{' {
		return nil, refusal(line[i:])
	}
	d.source = d.line.Read(line)
	if d.line.Suspect && !json.Valid(line) {
		return nil, refusal(line[i:])
	}
	in := &d.source
	end := in.Walk(i, 0, func(key []byte, i int) int {
		if string(key) == "message" {
			return d.message(r, in, i)
		}
		if string(key) == "toolUseResult" {
			return d.toolUseResult(r, in, i)
		}
		end := in.SkipValue(i, 1)
		if end >= 0 {
			d.field(r, key, jsonl.Value(line[i:end:end]))
		}
		return end
	})
	if end < 0 || jsonl.SkipSpace(line, end) != len(line) {
		return nil, refusal(line[i:])
	}
	r.Raw = jsonl.Value(line[i:end:end])
	r.Kind, r.PlainEscapes, r.ASCII, r.Codes = KindOf(r.Type), d.line.Plain, d.line.ASCII, d.line.Codes
	if r.Kind == KindQueue {
		r.UUID = r.queuedRef()
	}
	if r.UUID.ID.IsZero() && (r.Kind == KindUser || r.Kind == KindAssistant) {
		r.UUID, r.Unlinked = madeRef(r.Raw), true
	}
	r.Sidechain = r.Sidechain || r.CapturedFrom != ""
	return r, nil
}

func (d *Decoder) field(r *Record, key []byte, v jsonl.Value) {
	switch string(key) {
	case "type":
		r.Type = d.last.typ.of(v)
	case "subtype":
		r.Subtype = d.last.subtype.of(v)
	case "uuid":
		r.UUID = refOf(v)
	case "parentUuid":
		r.Parent = refOf(v)
	case "logicalParentUuid":
		r.LogicalParent = refOf(v)
	case "sessionId":
		r.SessionID = d.last.session.of(v)
	case "timestamp":
		r.Timestamp = timestampOf(v)
	case "cwd":
		r.CWD = d.last.cwd.of(v)
	case "gitBranch":
		r.GitBranch = d.last.branch.of(v)
	case "version":
		r.Version = d.last.version.of(v)
	case "entrypoint":
		r.Entrypoint = d.last.entrypoint.of(v)
	case "agentId":
		r.AgentID = d.last.agent.of(v)
	case "teamName":
		r.TeamName = d.last.team.of(v)
	case "sessionKind":
		r.SessionKind = d.last.kind.of(v)
	case "isSidechain":
		r.Sidechain = v.IsTrue()
	case "isMeta":
		r.Meta = v.IsTrue()
	case "promptId":
		r.PromptID = d.last.prompt.of(v)
	case "sourceToolAssistantUUID":
		r.CallerID = refOf(v).ID
	case "attachment":
		r.Attachment = v
	case "data":
		r.Data = v
	case "content":
		r.Content = v
	default:
		d.rareField(r, key, v)
	}
}

// rareField is field for rare keys.
func (d *Decoder) rareField(r *Record, key []byte, v jsonl.Value) {
	switch string(key) {
	case "isCompactSummary":
		r.CompactSummary = v.IsTrue()
	case "isApiErrorMessage":
		r.APIError = v.IsTrue()
	case "origin":
		kind := v.Get("kind")
		r.HasOrigin = kind.IsString()
		r.HumanOrigin = d.last.origin.of(kind) == "human"
	case "forkedFrom":
		r.ForkedSession, r.ForkedMessage = d.last.forked.of(v.Get("sessionId")), refOf(v.Get("messageUuid"))
	case "session_id":
		r.EarlierSession = d.last.earlier.of(v)
	case "requestSessionId":
		if r.EarlierSession == "" {
			r.EarlierSession = d.last.earlier.of(v)
		}
	case "parentToolUseID":
		r.ParentTool = d.last.call.of(v)
	case "parent_tool_use_id": // of an agent's records in captures of stream-json, which lack isSidechain
		r.CapturedFrom = d.last.call.of(v)
	case "compactMetadata":
		r.compactMeta = v
	case "planContent":
		r.Plan = v
	case "requestId":
		r.RequestID = v
	case "slug":
		r.Slug = d.last.slug.of(v)
	}
}

// refusal describes why Decode rejected a line.
func refusal(line []byte) error {
	if len(line) > 0 && line[0] == 0 {
		return ErrZeroBytes
	}
	if len(line) > 0 && line[0] == '{' {
		if end := jsonl.NewScanner(line).SkipValue(0, 0); end > 0 {
			if next := jsonl.SkipSpace(line, end); next < len(line) && line[next] == '{' {
				return ErrTwoObjects
			}
		}
	}
	var v map[string]json.RawMessage
	switch err := json.Unmarshal(line, &v); {
	case err == nil:
		return ErrNotObject // null
	default:
		var typ *json.UnmarshalTypeError
		if errors.As(err, &typ) {
			return ErrNotObject
		}
		return fmt.Errorf(NotJSON+"%w", err)
	}
}
