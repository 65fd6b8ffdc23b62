package transcript

import "dendro/backend/jsonl"

// Record is a decoded line. Strings own their bytes; Values and Refs refer to the line and
// are valid until the line's buffer or the Decoder is reused.
type Record struct {
	Kind    Kind
	Type    string // as written, even if Kind is KindUnknown
	Subtype string // of system records

	UUID, Parent, LogicalParent Ref
	Unlinked                    bool // written without a uuid, as by converters: UUID is made of the line
	CallerID                    ID   // sourceToolAssistantUUID: the record of the call that a result answers (2.0.7x+)
	SessionID                   string
	Timestamp                   jsonl.Value // RFC 3339 as written
	CWD, GitBranch, Version     string
	Entrypoint                  string
	AgentID, TeamName           string
	SessionKind                 string // "bg": a background fork (2.1.14x+)

	Sidechain, Meta            bool
	CompactSummary             bool // isCompactSummary; the text prefix also counts, see Class
	APIError                   bool
	HasOrigin, HumanOrigin     bool // origin.kind is there; is "human" (2.1.205+)
	ForkedSession              string
	PromptID                   string // (2.1.114+)
	Slug                       string // names the session's plan (2.0.5x+)
	EarlierSession             string // session_id (2.1.250+), else requestSessionId (2.1.330)
	ForkedMessage              Ref    // forkedFrom.messageUuid: the identity of a remapped copy
	ParentTool                 string
	CapturedFrom               string // parent_tool_use_id: the call of the agent whose record this is, in captures
	MessageID, Model           string
	RequestID                  jsonl.Value // the request that an assistant record answers
	Usage                      jsonl.Value
	Blocks                     []Block // of message.content; a plain string is one text block
	ToolUseResult, Attachment  jsonl.Value
	stderr, persistedPath      jsonl.Value // of ToolUseResult
	named                      namedAgents // of ToolUseResult
	Data, Content, compactMeta jsonl.Value // progress data; system content; compactMetadata
	Plan                       jsonl.Value // planContent: a plan accepted with cleared context
	Raw                        jsonl.Value // the whole object
	PlainEscapes               bool        // every escape in Raw is the usual spelling of its character: \n, \u001b
	ASCII                      bool        // all bytes of the line are ASCII
	Codes                      bool        // the line has \u001b, with which the codes of a terminal begin

	texts   []Text // see Texts
	decided bool   // texts is
}

// Block is one content block of a message.
type Block struct {
	Kind    BlockKind
	Type    string      // as written
	Text    jsonl.Value // of text and thinking
	ToolID  jsonl.Value // id of a tool_use, tool_use_id of a tool_result
	Name    string      // of a tool_use
	Input   jsonl.Value // of a tool_use
	Content jsonl.Value // of a tool_result: a string or an array of blocks
	IsError bool        // of a tool_result
	Source  jsonl.Value // of an image or document
	Raw     jsonl.Value
}

// field returns a top-level field of the record by name, for fields that are too rare to
// locate in advance.
func (r *Record) field(name string) jsonl.Value { return r.Raw.Get(name) }

// Chained reports whether r is part of the graph: a chain record, or one of an unknown type
// with a uuid that others may continue.
func (r *Record) Chained() bool {
	return (r.Kind.Chain() || r.Kind == KindUnknown) && !r.UUID.ID.IsZero()
}

// Synthetic reports whether Claude Code wrote r itself in place of a model.
func (r *Record) Synthetic() bool { return r.Model == "<synthetic>" }

// reset clears r but retains the capacity of Blocks and texts.
func (r *Record) reset() { *r = Record{Blocks: r.Blocks[:0], texts: r.texts[:0]} }
