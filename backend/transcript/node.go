package transcript

import (
	"bytes"
	"strings"

	"dendro/backend/jsonl"
)

// Flags hold the properties of a chain record that lineage and rewind rules need.
type Flags uint32

// The flags of a Node.
const (
	FlagUser Flags = 1 << iota
	FlagAssistant
	FlagSystem
	FlagAttachment
	FlagProgress
	FlagPrompt     // a human prompt, including queued ones
	FlagCommand    // a slash or bash command as typed
	FlagToolUse    // an assistant record with a tool call
	FlagToolResult // a user record with tool results
	FlagText       // an assistant record or a prompt with a text that is not empty
	FlagSidechain
	FlagMeta           // isMeta, and neither a prompt nor a message
	FlagTeam           // teamName is set
	FlagCompactSummary // the summary after a compaction
	FlagBoundary       // system compact_boundary
	FlagCaveat         // the isMeta "Caveat: …" record of 1.0.x, the parent of local commands
	FlagOutput         // output of a local command
	FlagInterrupted    // "[Request interrupted by user…"
	FlagAPIError
	FlagBackground // sessionKind "bg"
	FlagForked     // carries forkedFrom
	FlagPlan       // a user record with planContent: a plan accepted with cleared context
	FlagRepeated   // the uuid occurs more than once in the file
	FlagBehindSide // a record outside the graph directly precedes it
	FlagAskedAgain // a human prompt with the promptId of the one before it (2.1.250+)
	FlagFailed     // a user record with the result of a call that failed
	FlagQueued     // an item of the queue, see queue.go
	FlagDelivered  // … that was delivered to the model, and no other record repeats it
	FlagMessage    // a text sent to the session: opens a turn, but was not typed by a person
	FlagSynthetic  // an assistant record written by the client itself
	FlagOtherID    // an assistant record whose message.id is not "msg_…": other services repeat ids
	FlagRetried    // a system api_error: a request that was retried
)

// These flags are those of a node with FlagQueued.
const (
	// FlagGone: it was returned to the input, or another record repeats it. It is not shown.
	FlagGone = FlagMeta
	// FlagUntyped: it is no prompt.
	FlagUntyped = FlagOutput
	// FlagUnsure: the records do not say whether it was delivered.
	FlagUnsure = FlagTeam
	// FlagLost: a later record shows that it was never delivered.
	FlagLost = FlagInterrupted
)

// IsPrompt reports whether a record counts as a prompt of a person: a prompt that the queue
// delivered without another record is one.
func (f Flags) IsPrompt() bool {
	return f.Has(FlagPrompt) || f.Has(FlagDelivered) && !f.Has(FlagUntyped)
}

// FlagTurn matches what people call messages: user and assistant records.
const FlagTurn = FlagUser | FlagAssistant

// FlagAsks matches records that open a turn: human prompts and messages.
const FlagAsks = FlagPrompt | FlagMessage

// Has reports whether f has any of the flags in mask.
func (f Flags) Has(mask Flags) bool { return f&mask != 0 }

// Node is the retained part of a chain record, 64 bytes.
type Node struct {
	ID      ID
	Parent  ID     // parentUuid of the first copy; zero: null
	Time    int64  // Unix milliseconds; 0 if unknown
	Message uint64 // hash of message.id; 0: none
	Content uint32 // fingerprint of the content, see fingerprint; 0 if there is none
	Flags   Flags
	Session uint16 // index into Facts.SessionIDs; use Facts.SessionID
	Branch  uint16 // index into Facts.Branches (git branches)
	Model   uint16 // index into Facts.Models, from 1; 0: none
}

// noSession is Node.Session of a record without a sessionId.
const noSession = 1<<16 - 1

// isEmptyReply reports whether a reply's text is empty: clients do not send it.
func isEmptyReply(v jsonl.Value) bool {
	var buf [HeadBytes + jsonl.HeadSlack]byte
	text := bytes.TrimSpace(v.AppendHead(buf[:0], HeadBytes))
	return len(text) == 0 || string(text) == "(no content)"
}

// flagsOf returns the flags of a chain record.
func flagsOf(r *Record, class Class) Flags {
	var f Flags
	switch r.Kind {
	case KindUser:
		f = FlagUser
	case KindAssistant:
		f = FlagAssistant
	case KindSystem:
		f = FlagSystem
	case KindAttachment:
		f = FlagAttachment
	case KindProgress:
		f = FlagProgress
	}
	set := func(on bool, flag Flags) {
		if on {
			f |= flag
		}
	}
	set(class == ClassPrompt, FlagPrompt)
	set(class == ClassCommand || class == ClassBash, FlagCommand)
	set(class == ClassToolResult, FlagToolResult)
	set(class == ClassCompactSummary, FlagCompactSummary)
	set(class == ClassOutput, FlagOutput)
	set(class == ClassInterruption, FlagInterrupted)
	set(r.Sidechain, FlagSidechain)
	set(class == ClassMessage, FlagMessage)
	set(r.Meta && !asks(class), FlagMeta)
	set(r.TeamName != "", FlagTeam)
	set(r.APIError, FlagAPIError)
	// The client uses UUIDs for messages it writes itself.
	set(r.Kind == KindAssistant && r.MessageID != "" && !r.Synthetic() && !strings.HasPrefix(r.MessageID, "msg_"), FlagOtherID)
	set(r.SystemKind() == SystemAPIError, FlagRetried)
	set(r.SessionKind == "bg", FlagBackground)
	set(r.ForkedSession != "", FlagForked)
	set(r.Boundary(), FlagBoundary)
	if r.Kind == KindAssistant {
		set(r.Synthetic(), FlagSynthetic)
		for i := range r.Blocks {
			set(r.Blocks[i].Kind == BlockToolUse, FlagToolUse)
		}
	}
	if r.Kind == KindAssistant || asks(class) {
		for i := range r.Blocks {
			set(r.Blocks[i].Kind == BlockText && !isEmptyReply(r.Blocks[i].Text), FlagText)
		}
	}
	if class == ClassToolResult {
		for i := range r.Blocks {
			set(r.Blocks[i].Kind == BlockToolResult && r.Blocks[i].IsError, FlagFailed)
		}
	}
	if r.Kind == KindUser && r.Meta && len(r.Blocks) > 0 {
		set(IsCaveat(r.Blocks[0].Text), FlagCaveat)
	}
	if r.Kind == KindUser && asks(class) {
		set(len(r.Plan) > len(`""`) && r.Plan.IsString(), FlagPlan)
	}
	return f
}
