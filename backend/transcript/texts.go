package transcript

import (
	"strings"

	"dendro/backend/jsonl"
)

// TextKind is what a text of a record is to its reader.
type TextKind uint8

// The kinds of texts.
const (
	TextNone       TextKind = iota
	TextPrompt              // what a person typed, or a task for a subagent
	TextMessage             // sent from elsewhere, see Delivery
	TextCommand             // a slash or bash command as typed
	TextReply               // of the assistant
	TextThinking            // its text is empty where it is encrypted
	TextCall                // a tool call: its text is the input
	TextResult              // the output of a tool
	TextCompaction          // a compaction boundary, which has no text, or the summary
	TextNotice              // of the client itself: errors, outputs of commands, hooks …
	TextPicture             // the origin of a picture, which is shown with the picture
)

// Notice is the kind of a [TextNotice]. Its values are part of the contract.
type Notice string

// The kinds of notices.
const (
	NoticeAPIError     Notice = "api-error"
	NoticeOutput       Notice = "output"
	NoticeInterruption Notice = "interruption"
	NoticeNotification Notice = "notification"
	NoticeHook         Notice = "hook"
	NoticeFile         Notice = "file"
	NoticeContext      Notice = "context"
	NoticeInfo         Notice = "info"
	NoticeComment      Notice = "comment"
	NoticeUnknown      Notice = "unknown"
	NoticeQueued       Notice = "queued" // a queued prompt that was not sent, or maybe not
	NoticeTask         Notice = "task"   // a background task began
)

// textForm is the way to compose a text from its record.
type textForm uint8

const (
	formPlain        textForm = iota
	formClient                // what the client's envelopes at the beginning say
	formBash                  // a shell command of the queue: with a "!" before it
	formNotification          // <task-notification> of the queue: its summary
	formTag                   // the inside of one tag: <ide_opened_file> …
	formWords                 // a person's words behind envelopes of the client
	formAPIError              // system api_error
	formHook                  // an attachment hook_*_error
	formFile                  // an attachment file: its name
	formDelivery              // a delivered text, without its envelope
	formContent               // the texts and documents of a queued command
	formUnsent                // an item of the queue behind what became of it, the name
	formTask                  // the queue's item of a background task: its description
	formDocument              // a document: its name, and its text
	formPicture               // pictures: their origin
	formName                  // only the name of an unknown kind of content
)

// Text is one thing that a record says: a content block, or the text of a record without
// blocks. It is valid as long as its record.
type Text struct {
	Kind   TextKind
	Block  int         // index of the content block; 0 for a record without blocks
	Raw    jsonl.Value // what it is made of: a string, or content blocks; nil: nothing
	Notice Notice      // of a notice
	Level  Level       // of a notice; "": LevelInfo
	Queued bool        // it was typed, or arrived, while the model was busy
	// Part counts the texts of one block: 1 for a person's words behind the client's. These
	// follow all other texts.
	Part int

	form textForm
	name string // of formName, formDocument, formPicture and formUnsent
}

// Texts returns what a record says, in the order of its blocks. It alone decides that: rows
// show these texts, and a search finds them. It is decided once for a record; the caller must
// not change it.
func (r *Record) Texts() []Text {
	if !r.decided {
		r.texts, r.decided = textsOf(r.texts[:0], r), true
	}
	return r.texts
}

func textsOf(dst []Text, r *Record) []Text {
	class := Classify(r)
	switch r.Kind {
	case KindUser:
		return userTexts(dst, r, class)
	case KindAssistant:
		return assistantTexts(dst, r)
	case KindSystem:
		return systemTexts(dst, r)
	case KindAttachment:
		return attachmentTexts(dst, r, class)
	case KindQueue:
		return itemTexts(dst, r)
	case KindUnknown:
		return append(dst, Text{Kind: TextNotice, form: formName, name: r.Type, Notice: NoticeUnknown})
	}
	return dst
}

// Name returns the name of a text that is not written in the record itself: of a document, a
// picture or an unknown kind of content.
func (t *Text) Name() string { return t.name }

// IsEmpty reports whether t holds nothing: thinking that is encrypted, or a prompt of pictures
// alone.
func (t *Text) IsEmpty() bool { return t.form == formPlain && len(t.Raw) <= len(`""`) }

// String returns the whole text for display. r is its record.
func (t *Text) String(r *Record) string {
	if t.isPasted() {
		return unpasted(t.raw(r))
	}
	return t.raw(r)
}

func (t *Text) raw(r *Record) string {
	switch t.form {
	case formClient:
		s := speakOf(t.Raw)
		return s.said()
	case formBash:
		return BashText(FlatText(t.Raw))
	case formNotification:
		return NotificationText(FlatText(t.Raw))
	case formTag:
		return strings.TrimSpace(Untag(FlatText(t.Raw)))
	case formWords:
		s := speak(t.Raw.String())
		return s.words
	case formAPIError:
		return r.APIErrorText()
	case formHook:
		return r.HookText()
	case formFile:
		return r.AttachedFile().String()
	case formDelivery:
		d, _ := r.Delivered(t.Raw)
		return d.Text
	case formUnsent:
		return t.name + r.saidInItem(t.Raw)
	case formTask:
		return taskItemText(t.Raw.String())
	case formContent:
		return ContentText(t.Raw)
	case formDocument:
		return (&Document{Name: t.name, Text: t.Raw}).String()
	case formPicture:
		return r.PictureText()
	case formName:
		return t.name
	}
	return FlatText(t.Raw)
}

// Line returns the beginning of the text for a list: it decodes no more of a long text than
// about bytes.
func (t *Text) Line(r *Record, bytes int) string {
	switch {
	case t.form == formDelivery:
		d, _ := r.Delivered(t.Raw)
		return d.Line()
	case t.form == formDocument:
		return (&Document{Name: t.name}).Label()
	case (t.form == formPlain || t.form == formContent) && t.Raw.IsString() && !t.isPasted():
		return t.Raw.Head(bytes)
	}
	return t.String(r)
}

// Pieces calls visit with the texts that t consists of: a JSON string of the record, or else
// a text that was made from it and does not occur in the line as it is. Unlike String it has
// the sender and the summary of a delivery, which a row shows beside its text. Calls have
// none: see [Block.Input].
func (t *Text) Pieces(r *Record, visit func(raw jsonl.Value, made string)) {
	if t.isPasted() && t.form != formDelivery {
		visit(nil, t.String(r))
		return
	}
	switch t.form {
	case formPlain:
		switch {
		case t.Kind == TextCall:
		case t.Kind == TextResult:
			r.ResultTexts(&r.Blocks[t.Block], visit)
		case t.Raw.IsString():
			visit(t.Raw, "")
		default:
			ContentTexts(t.Raw, func(v jsonl.Value) { visit(v, "") })
		}
	case formContent:
		ContentTexts(t.Raw, func(v jsonl.Value) { visit(v, "") })
		Documents(t.Raw, func(d Document) { visit(nil, d.String()) })
	case formFile:
		visit(r.AttachedFile(), "")
	case formDelivery:
		d, _ := r.Delivered(t.Raw)
		visit(nil, d.Text)
		visit(nil, d.From.Name)
		visit(nil, d.Summary)
	default:
		visit(nil, t.String(r))
	}
}

// Delivery returns the text as a delivery, or false if it was typed.
func (t *Text) Delivery(r *Record) (Delivery, bool) { return r.Delivered(t.Raw) }
