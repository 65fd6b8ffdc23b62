package thread

import (
	"encoding/json"

	"dendro/backend/transcript"
)

// RowKind is the kind of a row. Its numbers are those of the wire's skeleton.
type RowKind uint8

// The kinds of rows, in the order of the wire.
const (
	RowPrompt RowKind = iota
	RowReply
	RowThinking
	RowTool
	RowCompaction
	RowCommand
	RowNotice
	RowMessage         // sent from elsewhere, see transcript.Delivery
	rowNone    RowKind = 255
)

var kindNames = [...]string{"prompt", "reply", "thinking", "tool", "compaction", "command", "notice", "message"}

// String returns the kind's name in the contract.
func (k RowKind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return ""
}

// Row is one row of a thread with its contents, as "show --json" and the
// window's pages give it. The fields of the contract stand first and are
// always there; the others are left out where they are zero.
type Row struct {
	Kind      string          `json:"kind"`
	UUID      string          `json:"uuid"`
	Time      transcript.Time `json:"time"`
	Text      string          `json:"text"`
	Tool      *Tool           `json:"tool,omitempty"`
	Sidechain *Sidechain      `json:"sidechain,omitempty"`
	Inherited bool            `json:"inherited"`
	// Session is the ancestor in whose file the row stands; "" for the session's own.
	Session string `json:"session,omitempty"`

	Index     int               `json:"index"`
	Turn      int               `json:"turn"`            // 1-based; 0 before the first
	Block     int               `json:"block,omitempty"` // index of the content block within its record
	Model     string            `json:"model,omitempty"`
	GitBranch string            `json:"gitBranch,omitempty"`
	MessageID string            `json:"messageId,omitempty"`
	Tokens    *transcript.Usage `json:"tokens,omitempty"`    // on the first row of a message only
	Truncated int               `json:"truncated,omitempty"` // bytes of Text left out of this page
	Redacted  bool              `json:"redacted,omitempty"`  // thinking that is not to be read
	Queued    bool              `json:"queued,omitempty"`    // a prompt typed while the model was busy
	// From is who sent a message, or a prompt that came through a channel.
	From     *transcript.Sender `json:"from,omitempty"`
	Images   int                `json:"images,omitempty"`
	Pictures []Image            `json:"pictures,omitempty"`

	// Notice says what a notice is: "api-error", "output", "interruption",
	// "notification", "hook", "file", "context", "info", "comment", "unknown",
	// "queued" (a prompt that was never sent).
	Notice string           `json:"notice,omitempty"`
	Level  transcript.Level `json:"level,omitempty"` // of notices

	// Of compactions (2.x).
	Trigger    string `json:"trigger,omitempty"`
	PreTokens  int64  `json:"preTokens,omitempty"`
	PostTokens int64  `json:"postTokens,omitempty"`
	// SummaryUUID is the record that holds the summary, where a boundary stands before it.
	SummaryUUID string `json:"summaryUuid,omitempty"`
}

// Tool is a tool call with its result.
type Tool struct {
	ID     string          `json:"id"`
	Name   string          `json:"name"`
	Status string          `json:"status"` // ok, error, missing
	Input  json.RawMessage `json:"input"`
	Result string          `json:"result"`
	Images int             `json:"images"`

	ResultTime     string                  `json:"resultTime,omitempty"`
	ResultUUID     string                  `json:"resultUuid,omitempty"`
	ResultBlock    int                     `json:"resultBlock,omitempty"`
	Truncated      int                     `json:"truncated,omitempty"`      // bytes of Result left out of this page
	InputTruncated int                     `json:"inputTruncated,omitempty"` // bytes of strings in Input left out
	Pictures       []Image                 `json:"pictures,omitempty"`       // of the result
	Detail         json.RawMessage         `json:"detail,omitempty"`         // toolUseResult without file contents
	Spilled        string                  `json:"spilled,omitempty"`        // base name under tool-results/
	Denied         string                  `json:"denied,omitempty"`         // why the person or a rule refused the call
	Workflow       *transcript.WorkflowRun `json:"workflow,omitempty"`       // the run that the call started, once it has ended
}

// The values of Tool.Status.
const (
	StatusOK      = "ok"
	StatusError   = "error"
	StatusMissing = "missing"
)

// Sidechain is the conversation of an agent, on the row of its call.
type Sidechain struct {
	Agent string `json:"agent"` // "" for inline sidechains and groups
	Rows  []Row  `json:"rows"`  // empty on pages: fetched by First, else by Agent

	// First is the key of a sidechain that Agent doesn't name: the uuid of the first
	// record of an inline one, "call-…" or "at-…" for a group (the agents of a workflow),
	// "AGENT~2" for the part of an agent's conversation that a later call began.
	First       string `json:"first,omitempty"`
	Type        string `json:"type,omitempty"`
	Description string `json:"description,omitempty"`
	Model       string `json:"model,omitempty"`
	Total       int    `json:"total"`
	Tokens      int64  `json:"tokens,omitempty"` // in and out
	MS          int64  `json:"ms,omitempty"`
	Depth       int    `json:"depth,omitempty"` // 1 is started by the session itself
	// Phase and State are what its workflow's run says of the agent.
	Phase string `json:"phase,omitempty"`
	State string `json:"state,omitempty"`
	// Inherits says that the agent began with its parent's context, which is
	// not repeated here (fork-context-ref).
	Inherits bool `json:"inherits,omitempty"`
}

// Image describes a picture: Index counts those of one record.
type Image struct {
	Index  int    `json:"index"`
	Type   string `json:"type"`
	Bytes  int    `json:"bytes"`
	Width  int    `json:"width,omitempty"`
	Height int    `json:"height,omitempty"`
	URL    string `json:"url,omitempty"`  // of a source that is not in the file
	Path   string `json:"path,omitempty"` // of the file that was sent, as the client wrote it
}
