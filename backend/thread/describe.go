package thread

import (
	"bytes"
	"strings"

	"dendro/backend/transcript"
)

// form is the way to compose a row's text from its record.
type form uint8

const (
	formPlain        form = iota
	formCommand           // <command-name>, <command-args>: as typed
	formBash              // <bash-input>: with a "!" before it
	formOutput            // the inside of stdout and stderr tags
	formNotification      // <task-notification>: its summary
	formTag               // the inside of one tag: <ide_opened_file> …
	formReminded          // the text after <system-reminder> …
	formAPIError          // system api_error
	formHook              // an attachment hook_*_error
	formFile              // an attachment file: its name
	formDelivery          // a delivered text, without its envelope
	formContent           // the texts and documents of a queued command
	formUnsent            // a queued prompt that was never sent
	formDocument          // a document: its name, and its text
	formPicture           // pictures: their origin
	formName              // only the name of an unknown kind of content
)

// The values of Row.Notice.
const (
	noticeAPIError     = "api-error"
	noticeOutput       = "output"
	noticeInterruption = "interruption"
	noticeNotification = "notification"
	noticeHook         = "hook"
	noticeFile         = "file"
	noticeContext      = "context"
	noticeInfo         = "info"
	noticeComment      = "comment"
	noticeUnknown      = "unknown"
	noticeQueued       = "queued"
)

// part describes the row of one content block of a record. A record without blocks has at
// most one part.
type part struct {
	kind   RowKind // rowNone: no row of its own
	form   form
	text   transcript.Value
	name   string // of formName
	block  int    // index of the content block
	notice string
	level  transcript.Level // of a notice; "": LevelInfo
	queued bool
}

// describe appends the parts of r to dst. It alone decides which rows exist, both for the
// index and for the page.
func describe(dst []part, r *transcript.Record, class transcript.Class) []part {
	switch r.Kind {
	case transcript.KindUser:
		return describeUser(dst, r, class)
	case transcript.KindAssistant:
		return describeAssistant(dst, r)
	case transcript.KindSystem:
		return describeSystem(dst, r)
	case transcript.KindAttachment:
		return describeAttachment(dst, r, class)
	case transcript.KindQueue:
		p := part{kind: RowPrompt, form: formContent, text: r.Content, queued: true}
		if d, ok := r.Delivered(r.Content); ok {
			p = describeDelivery(p, &d)
		}
		return append(dst, p)
	case transcript.KindUnknown:
		return append(dst, part{kind: RowNotice, form: formName, name: r.Type, notice: noticeUnknown})
	}
	return dst
}

func describeUser(dst []part, r *transcript.Record, class transcript.Class) []part {
	switch class {
	case transcript.ClassNone:
		return dst
	case transcript.ClassInjected:
		if r.Meta {
			return describeAside(dst, r)
		}
	case transcript.ClassCompactSummary:
		for i := range r.Blocks {
			if r.Blocks[i].Kind == transcript.BlockText {
				return append(dst, part{kind: RowCompaction, text: r.Blocks[i].Text, block: i})
			}
		}
		return append(dst, part{kind: RowCompaction})
	}
	start := len(dst)
	for i := range r.Blocks {
		b := &r.Blocks[i]
		switch b.Kind {
		case transcript.BlockText:
			if p := describeText(r, b, class); p.kind != rowNone {
				p.block = i
				dst = append(dst, p)
			}
		case transcript.BlockToolResult:
			dst = append(dst, part{kind: RowTool, block: i})
		case transcript.BlockDocument:
			p := documentPart(b, i)
			switch class {
			case transcript.ClassPrompt, transcript.ClassTask:
				p.kind = RowPrompt
			case transcript.ClassMessage:
				p.kind = RowMessage
			default: // read by a tool
				p.kind, p.notice = RowNotice, noticeFile
			}
			dst = append(dst, p)
		case transcript.BlockOther:
			dst = appendUnknown(dst, b, i)
		}
	}
	if len(dst) == start { // only pictures
		switch class {
		case transcript.ClassPrompt, transcript.ClassTask:
			dst = append(dst, part{kind: RowPrompt})
		case transcript.ClassMessage:
			dst = append(dst, part{kind: RowMessage})
		}
	}
	return dst
}

// appendUnknown appends a block of an unknown type. A value without a type, such as null,
// gets no row.
func appendUnknown(dst []part, b *transcript.Block, i int) []part {
	if b.Type == "" {
		return dst
	}
	return append(dst, part{kind: RowNotice, form: formName, name: b.Type, block: i, notice: noticeUnknown})
}

// documentPart returns the part of a document, without its kind.
func documentPart(b *transcript.Block, i int) part {
	d := b.Document()
	return part{form: formDocument, text: d.Text, name: d.Name, block: i}
}

// describeAside appends the visible parts of a record that the client injected: the
// pictures and documents of the prompt before it.
func describeAside(dst []part, r *transcript.Record) []part {
	pictured := false
	for i := range r.Blocks {
		switch b := &r.Blocks[i]; b.Kind {
		case transcript.BlockImage:
			if !pictured { // one row shows them all
				dst = append(dst, part{kind: RowNotice, form: formPicture, name: "[Image]", notice: noticeFile, block: i})
			}
			pictured = true
		case transcript.BlockDocument:
			p := documentPart(b, i)
			p.kind, p.notice = RowNotice, noticeFile
			dst = append(dst, p)
		}
	}
	return dst
}

// describeText describes one text of a user record.
func describeText(r *transcript.Record, b *transcript.Block, class transcript.Class) part {
	p := part{kind: rowNone, text: b.Text}
	head := []byte(b.Text.Head(transcript.HeadBytes))
	trimmed := bytes.TrimLeft(head, " \t\r\n")
	if b.Text.IsBlank() {
		return p
	}
	notice := func(f form, name string) part {
		p.kind, p.form, p.notice = RowNotice, f, name
		return p
	}
	if d, ok := r.Delivered(b.Text); ok {
		return describeDelivery(p, &d)
	}
	switch transcript.ClassOfText(head) {
	case transcript.ClassCommand:
		p.kind, p.form = RowCommand, formCommand
		return p
	case transcript.ClassBash:
		p.kind, p.form = RowCommand, formBash
		return p
	case transcript.ClassOutput:
		if !hasOutput(b.Text) {
			return p
		}
		if bytes.HasPrefix(trimmed, []byte("<local-command-stderr")) || bytes.HasPrefix(trimmed, []byte("<bash-stderr")) {
			p.level = transcript.LevelWarning
		}
		return notice(formOutput, noticeOutput)
	case transcript.ClassNotification:
		return notice(formNotification, noticeNotification)
	case transcript.ClassInterruption:
		p.level = transcript.LevelWarning
		return notice(formPlain, noticeInterruption)
	case transcript.ClassPrompt, transcript.ClassMessage:
	default:
		if transcript.Unremind(b.Text.String()) != "" {
			return notice(formReminded, noticeComment)
		}
		return p
	}
	if _, ok := r.BreadcrumbOf(b.Text); ok {
		return p // the picture's row shows it
	}
	if _, ok := transcript.Breadcrumb(b.Text); ok {
		return notice(formPlain, noticeFile)
	}
	switch class {
	case transcript.ClassPrompt, transcript.ClassTask, transcript.ClassMessage:
		if len(r.Blocks) > 1 && bytes.HasPrefix(trimmed, []byte("<ide_")) {
			return notice(formTag, noticeContext)
		}
		p.kind = RowPrompt
		return p
	case transcript.ClassToolResult:
		return notice(formPlain, noticeComment)
	}
	return notice(formPlain, noticeInfo)
}

// describeDelivery describes a delivered text.
func describeDelivery(p part, d *transcript.Delivery) part {
	p.form = formDelivery
	switch d.Class() {
	case transcript.ClassNotification:
		p.kind, p.notice = RowNotice, noticeNotification
	case transcript.ClassPrompt:
		p.kind = RowPrompt
	default:
		p.kind = RowMessage
	}
	return p
}

// hasOutput reports whether the tags of an output are not empty.
func hasOutput(v transcript.Value) bool {
	if len(v) > 400 {
		return true
	}
	return strings.TrimSpace(transcript.Untag(v.String())) != ""
}

func describeAssistant(dst []part, r *transcript.Record) []part {
	for i := range r.Blocks {
		b := &r.Blocks[i]
		switch b.Kind {
		case transcript.BlockText:
			switch {
			case b.Text.IsBlank():
			case transcript.IsAPIError(r, b.Text):
				dst = append(dst, part{kind: RowNotice, text: b.Text, block: i, notice: noticeAPIError, level: transcript.LevelError})
			default:
				dst = append(dst, part{kind: RowReply, text: b.Text, block: i})
			}
		case transcript.BlockThinking, transcript.BlockRedactedThinking:
			dst = append(dst, part{kind: RowThinking, text: b.Text, block: i})
		case transcript.BlockToolUse:
			dst = append(dst, part{kind: RowTool, text: b.Input, block: i})
		case transcript.BlockToolResult: // from a tool that the server runs
			dst = append(dst, part{kind: RowTool, block: i})
		case transcript.BlockImage, transcript.BlockDocument:
			p := part{block: i}
			if b.Kind == transcript.BlockDocument {
				p = documentPart(b, i)
			}
			p.kind = RowReply
			dst = append(dst, p)
		case transcript.BlockOther:
			dst = appendUnknown(dst, b, i)
		}
	}
	return dst
}

func describeSystem(dst []part, r *transcript.Record) []part {
	p := part{kind: RowNotice, text: r.Content, notice: noticeInfo, level: r.Level()}
	blank := r.Content.IsBlank()
	switch r.SystemKind() {
	case transcript.SystemBoundary:
		return append(dst, part{kind: RowCompaction})
	case transcript.SystemQuiet:
		return dst
	case transcript.SystemHooks:
		if hooks := r.StopHooks(); !hooks.Failed() {
			return dst
		}
		p.form, p.notice, p.level = formHook, noticeHook, transcript.LevelError
		return append(dst, p)
	case transcript.SystemAPIError:
		p.form, p.notice, p.level = formAPIError, noticeAPIError, transcript.LevelError
		return append(dst, p)
	case transcript.SystemLocalCommand:
		return describeLocal(dst, r, p)
	case transcript.SystemUntyped:
		if blank || p.level == transcript.LevelInfo {
			return dst
		}
	default:
		if blank {
			p.form, p.name, p.notice = formName, r.Subtype, noticeUnknown
		}
	}
	return append(dst, p)
}

func describeLocal(dst []part, r *transcript.Record, p part) []part {
	head := []byte(r.Content.Head(transcript.HeadBytes))
	switch transcript.ClassOfText(head) {
	case transcript.ClassCommand:
		return append(dst, part{kind: RowCommand, form: formCommand, text: r.Content})
	case transcript.ClassOutput:
		if !hasOutput(r.Content) {
			return dst
		}
		p.form, p.notice = formOutput, noticeOutput
	case transcript.ClassInjected:
		return dst
	}
	if r.Content.IsBlank() {
		return dst
	}
	return append(dst, p)
}

func describeAttachment(dst []part, r *transcript.Record, class transcript.Class) []part {
	switch r.AttachmentKind() {
	case transcript.AttachmentQueued:
		return describeQueued(dst, r, class)
	case transcript.AttachmentFile:
		return append(dst, part{kind: RowNotice, form: formFile, text: r.Attachment, notice: noticeFile})
	case transcript.AttachmentHook:
		level := transcript.LevelError
		if h := r.HookFailure(); h.Warning {
			level = transcript.LevelWarning
		}
		return append(dst, part{kind: RowNotice, form: formHook, text: r.Attachment, notice: noticeHook, level: level})
	}
	return dst
}

// describeQueued describes a prompt or notification that arrived while the model was busy.
func describeQueued(dst []part, r *transcript.Record, class transcript.Class) []part {
	q := r.QueuedCommand()
	switch q.Mode {
	case transcript.QueuedPrompt:
		p := part{kind: RowPrompt, form: formContent, text: q.Prompt, queued: true}
		if d, ok := r.Delivered(q.Prompt); ok {
			p = describeDelivery(p, &d)
		} else if class == transcript.ClassNotification {
			p.kind, p.form, p.notice = RowNotice, formNotification, noticeNotification
		}
		return append(dst, p)
	case transcript.QueuedNotification:
		return append(dst, part{kind: RowNotice, form: formNotification, text: q.Prompt, notice: noticeNotification})
	case transcript.QueuedBash:
		return append(dst, part{kind: RowCommand, form: formBash, text: q.Prompt, queued: true})
	}
	return append(dst, part{kind: RowNotice, text: q.Prompt, notice: noticeInfo})
}
