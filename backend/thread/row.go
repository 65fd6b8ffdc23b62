package thread

import (
	"encoding/json"

	"dendro/backend/transcript"
)

// RowKind is the kind of a row. Its numbers are part of the wire format.
type RowKind uint8

// The kinds of rows, in the order of the wire format.
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

// Row is one row of a thread with its contents, as in "show --json" and the window's pages.
// The contract's fields come first and are always present; the others are omitted if zero.
type Row struct {
	Kind      string          `json:"kind"`
	UUID      string          `json:"uuid"`
	Time      transcript.Time `json:"time"`
	Text      string          `json:"text"`
	Tool      *Tool           `json:"tool,omitempty"`
	Sidechain *Sidechain      `json:"sidechain,omitempty"`
	Inherited bool            `json:"inherited"`
	// Session is the ancestor whose file contains the row; "" for the session's own.
	Session string `json:"session,omitempty"`

	Index     int               `json:"index"`
	Turn      int               `json:"turn"`            // 1-based; 0 before the first
	Block     int               `json:"block,omitempty"` // index of the content block within its record
	Model     string            `json:"model,omitempty"`
	GitBranch string            `json:"gitBranch,omitempty"`
	MessageID string            `json:"messageId,omitempty"`
	Tokens    *transcript.Usage `json:"tokens,omitempty"`    // only on the first row of a message
	Truncated int               `json:"truncated,omitempty"` // bytes of Text omitted from this page
	Redacted  bool              `json:"redacted,omitempty"`  // thinking that is encrypted
	Queued    bool              `json:"queued,omitempty"`    // a prompt typed while the model was busy
	// Loaded is false on a text that the client delivered inside the result before it, without
	// a record of its own: a resume does not send it again. Elsewhere it is nil.
	Loaded *bool `json:"loaded,omitempty"`
	// From is the sender of a message, or of a prompt that came through a channel.
	From     *transcript.Sender `json:"from,omitempty"`
	Subject  string             `json:"subject,omitempty"` // one line about the text, from its sender
	Images   int                `json:"images,omitempty"`
	Pictures []Image            `json:"pictures,omitempty"`

	// Notice is the kind of a notice: "api-error", "output", "interruption",
	// "notification", "hook", "file", "context", "info", "comment", "unknown", "queued" (a
	// prompt that was not sent, or maybe not), "task" (a background task began).
	Notice transcript.Notice `json:"notice,omitempty"`
	Level  transcript.Level  `json:"level,omitempty"` // of notices
	// Call is where the task of a notice was started, and End, of a "task", where its end was
	// reported.
	Call *RowRef `json:"call,omitempty"`
	End  *RowRef `json:"end,omitempty"`

	// Of compactions (2.x).
	Trigger    string `json:"trigger,omitempty"`
	PreTokens  int64  `json:"preTokens,omitempty"`
	PostTokens int64  `json:"postTokens,omitempty"`
	// SummaryUUID is the record of the summary, if a boundary precedes it.
	SummaryUUID string `json:"summaryUuid,omitempty"`
}

// RowRef leads to the row of a content block of a record.
type RowRef struct {
	UUID  string `json:"uuid"`
	Block int    `json:"block"`
}

// Sender returns who sent a row with a sender, and what about, for display.
func (r *Row) Sender() string {
	if r.Subject == "" {
		return r.From.Label()
	}
	return r.From.Label() + " · " + r.Subject
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
	Truncated      int                     `json:"truncated,omitempty"`      // bytes of Result omitted from this page
	InputTruncated int                     `json:"inputTruncated,omitempty"` // bytes of strings in Input omitted
	Pictures       []Image                 `json:"pictures,omitempty"`       // of the result
	Detail         json.RawMessage         `json:"detail,omitempty"`         // toolUseResult without file contents
	Spilled        string                  `json:"spilled,omitempty"`        // base name under tool-results/
	Denied         string                  `json:"denied,omitempty"`         // why the user or a rule denied the call
	Said           string                  `json:"said,omitempty"`           // what the person said instead of allowing the call
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
	Rows  []Row  `json:"rows"`  // empty on pages: request it by First, else by Agent

	// First is the key of a sidechain that Agent does not identify: the uuid of the first
	// record of an inline one, "call-…" or "at-…" for a group (the agents of a workflow),
	// "AGENT~2" for the part of an agent's conversation that a later call began.
	First       string `json:"first,omitempty"`
	Type        string `json:"type,omitempty"`
	Description string `json:"description,omitempty"`
	Model       string `json:"model,omitempty"`
	Total       int    `json:"total"`
	Tokens      int64  `json:"tokens,omitempty"` // in and out
	MS          int64  `json:"ms,omitempty"`
	Depth       int    `json:"depth,omitempty"` // 1: started by the session itself
	// Phase and State are the agent's in its workflow run.
	Phase string `json:"phase,omitempty"`
	State string `json:"state,omitempty"`
	// Inherits is set if the agent began with its parent's context, which is not repeated
	// here (fork-context-ref).
	Inherits bool `json:"inherits,omitempty"`
}

// Image describes a picture. Index counts the pictures of one record.
type Image struct {
	Index  int    `json:"index"`
	Type   string `json:"type"`
	Bytes  int    `json:"bytes"`
	Width  int    `json:"width,omitempty"`
	Height int    `json:"height,omitempty"`
	URL    string `json:"url,omitempty"`  // of a source outside the file
	Path   string `json:"path,omitempty"` // of the file that was sent, as written by the client
}
