package transcript

import (
	"bytes"
	"strings"
)

// Flags say what lineage and rewind rules need to know of a chain record.
type Flags uint32

// The flags of a Node.
const (
	FlagUser Flags = 1 << iota
	FlagAssistant
	FlagSystem
	FlagAttachment
	FlagProgress
	FlagPrompt     // a human prompt, queued ones too
	FlagCommand    // a slash or bash command as typed
	FlagToolUse    // an assistant record with a tool call
	FlagToolResult // a user record with tool results
	FlagText       // an assistant record or a prompt with text that says something
	FlagSidechain
	FlagMeta           // isMeta, and nothing that somebody said
	FlagTeam           // teamName is set
	FlagCompactSummary // the summary after a compaction
	FlagBoundary       // system compact_boundary
	FlagCaveat         // the isMeta "Caveat: …" record of 1.0.x that local commands hang on
	FlagOutput         // output of a local command
	FlagInterrupted    // "[Request interrupted by user…"
	FlagAPIError
	FlagBackground // sessionKind "bg"
	FlagForked     // carries forkedFrom
	FlagPlan       // a user record with planContent: a plan accepted with cleared context
	FlagRepeated   // the uuid stands in the file more than once
	FlagBehindSide // a record that is no part of the graph stands directly before it
	FlagAskedAgain // a human prompt with the promptId of the one before it (2.1.250+)
	FlagFailed     // a user record with the result of a call that failed
	FlagQueued     // a prompt that was put in the queue, see queue.go
	FlagDelivered  // … and taken from there for the model, and no other record repeats it
	FlagMessage    // a text that was sent to the session: opens a turn, and no person typed it
	FlagSynthetic  // an assistant record that the client wrote itself
	FlagOtherID    // an assistant record whose message.id is no "msg_…": other services repeat ids
	FlagRetried    // a system api_error: a request that was sent again
)

// FlagGone is set on a node with FlagQueued whose prompt was taken back into the input, or
// which another record repeats: nothing is shown of it.
const FlagGone = FlagMeta

// FlagTurn is set on what people mean by a message: user or assistant.
const FlagTurn = FlagUser | FlagAssistant

// FlagAsks is set on what opens a turn: a human prompt or a message.
const FlagAsks = FlagPrompt | FlagMessage

// Has reports whether f has any of the flags in mask.
func (f Flags) Has(mask Flags) bool { return f&mask != 0 }

// Node is what is kept of a chain record: 64 bytes.
type Node struct {
	ID      ID
	Parent  ID     // parentUuid of the first copy; zero: null
	Time    int64  // Unix milliseconds; 0: none
	Message uint64 // hash of message.id; 0: none
	Content uint32 // what tells its content from another one's, see fingerprint; 0: none
	Flags   Flags
	Session uint16 // index into Facts.SessionIDs; for readers, see Facts.SessionID
	Branch  uint16 // index into Facts.Branches (git branches)
	Model   uint16 // index into Facts.Models, from 1; 0: none
}

// noSession stands in Node.Session for a record without a sessionId.
const noSession = 1<<16 - 1

// mute reports whether a text says nothing: clients do not send such a reply.
func isEmptyReply(v Value) bool {
	var buf [HeadBytes + headSlack]byte
	text := bytes.TrimSpace(v.appendHead(buf[:0], HeadBytes))
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
	// The client numbers what it writes itself by UUIDs.
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
