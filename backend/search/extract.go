package search

import (
	"bytes"

	"dendro/backend/transcript"
)

// Part is one text of a record: a content block, or one string of a tool's input.
type Part struct {
	Kind   Kind
	Raw    transcript.Value // the JSON string that contains it, if any
	Block  int              // index of the content block
	Tool   string           // name of the tool, for a call
	ToolID transcript.Value // for a call and a result

	x    *Extractor
	text []byte // set once it is decoded
	// composed says that the text does not occur verbatim in the line, so that a search of
	// the line may miss it.
	composed bool
}

// Text returns the part's text, valid UTF-8. It is only valid during the call of visit.
func (p *Part) Text() []byte {
	if p.text == nil {
		p.x.buf = p.Raw.AppendText(p.x.buf[:0])
		p.text = p.x.buf
	}
	return p.text
}

// Extractor finds the texts of records. It alone defines the searchable texts: the Builder,
// the search and its tests all use it. It is not safe for concurrent use; its zero value is
// ready.
type Extractor struct {
	buf   []byte
	idBuf []byte
	part  Part
	want  kinds
	visit func(*Part)
	// unsent says that the current queued prompt was never sent.
	unsent bool
	shown  bool // the record has a text

	// output is like Builder.Output; nil: outputs in separate files are ignored. hasMoved
	// says that the current record names one.
	output   func(name string) []byte
	hasMoved bool
}

// allKinds are the kinds of texts in records.
const allKinds = kinds(1<<kindCount-1) &^ (1 << KindTitle)

// Parts calls visit with every visible text of r, in order.
func (x *Extractor) Parts(r *transcript.Record, visit func(*Part)) { x.parts(r, allKinds, visit) }

// parts is Parts for the texts of some kinds only.
func (x *Extractor) parts(r *transcript.Record, want kinds, visit func(*Part)) {
	x.want, x.visit, x.shown, x.hasMoved = want, visit, false, false
	x.part = Part{x: x}
	switch r.Kind {
	case transcript.KindUser:
		x.user(r)
	case transcript.KindAssistant:
		x.assistant(r)
	case transcript.KindSystem:
		x.system(r)
	case transcript.KindAttachment:
		x.attachment(r)
	case transcript.KindQueue:
		x.enqueued(r)
	case transcript.KindUnknown:
		x.composed(KindNotice, r.Type)
	}
}

// enqueued visits a prompt that only the queue contains.
func (x *Extractor) enqueued(r *transcript.Record) {
	d, sent := r.Delivered(r.Content)
	text := transcript.ContentText(r.Content)
	if sent {
		text = d.Text
	}
	switch {
	case x.unsent:
		x.composed(KindNotice, transcript.Unsent+text)
	case sent:
		x.delivery(&d)
	default:
		x.composed(KindPrompt, text)
	}
}

// searched reports whether a record can be found, which requires an id to open it by.
func searched(r *transcript.Record) bool {
	return r.Chained() || r.Kind == transcript.KindQueue && !r.UUID.ID.IsZero()
}

// value visits a JSON string.
func (x *Extractor) value(k Kind, v transcript.Value) {
	if v.IsBlank() {
		return
	}
	x.shown = true
	if !x.want.has(k) {
		return
	}
	x.part.Kind, x.part.Raw, x.part.text, x.part.composed = k, v, nil, false
	x.visit(&x.part)
}

// composed visits a text that does not occur verbatim in the record.
func (x *Extractor) composed(k Kind, text string) { x.text(k, text, true) }

func (x *Extractor) text(k Kind, text string, composed bool) {
	if text == "" {
		return
	}
	x.shown = true
	if !x.want.has(k) {
		return
	}
	x.buf = append(x.buf[:0], text...)
	x.part.Kind, x.part.Raw, x.part.text, x.part.composed = k, nil, x.buf, composed
	x.visit(&x.part)
}

// wordless visits visible content without text, a picture or redacted thinking, which is
// found by its id.
func (x *Extractor) wordless(k Kind) {
	if x.want.has(k) {
		x.part.Kind, x.part.Raw, x.part.text, x.part.composed = k, nil, x.buf[:0], false
		x.visit(&x.part)
	}
}

func (x *Extractor) user(r *transcript.Record) {
	class := transcript.Classify(r)
	switch class {
	case transcript.ClassNone:
		return
	case transcript.ClassInjected:
		if r.Meta {
			x.aside(r)
			return
		}
	}
	for i := range r.Blocks {
		b := &r.Blocks[i]
		x.part.Block, x.part.ToolID = i, nil
		switch b.Kind {
		case transcript.BlockText:
			if class == transcript.ClassCompactSummary {
				x.value(KindSummary, b.Text)
			} else {
				x.userText(r, b.Text, class)
			}
		case transcript.BlockDocument:
			kind := KindNotice
			switch class {
			case transcript.ClassPrompt, transcript.ClassTask:
				kind = KindPrompt
			case transcript.ClassMessage:
				kind = KindMessage
			}
			x.document(kind, b.Document())
		case transcript.BlockToolResult:
			x.part.ToolID = b.ToolID
			x.result(r, b)
		case transcript.BlockOther:
			x.composed(KindNotice, b.Type)
		}
	}
	if !x.shown && (class == transcript.ClassPrompt || class == transcript.ClassTask) {
		x.wordless(KindPrompt)
	}
}

// result visits the texts of a result.
func (x *Extractor) result(r *transcript.Record, b *transcript.Block) {
	x.shown = true
	if x.want.has(KindResult) {
		x.part.ToolID = b.ToolID
		blank := true
		r.ResultTexts(b, func(v transcript.Value, made string) {
			blank = blank && v.IsBlank() && made == ""
			x.value(KindResult, v)
			x.composed(KindResult, made)
		})
		if blank {
			x.wordless(KindResult)
		}
		x.moved(r, b)
	}
}

// userText visits one text of a user record.
func (x *Extractor) userText(r *transcript.Record, v transcript.Value, class transcript.Class) {
	head := []byte(v.Head(transcript.HeadBytes))
	if d, ok := r.Delivered(v); ok {
		x.delivery(&d)
		return
	}
	switch transcript.ClassOfText(head) {
	case transcript.ClassCommand:
		x.composed(KindCommand, transcript.CommandText(v.String()))
		return
	case transcript.ClassBash:
		x.composed(KindCommand, transcript.BashText(v.String()))
		return
	case transcript.ClassOutput:
		x.composed(KindNotice, transcript.Untag(v.String()))
		return
	case transcript.ClassNotification:
		x.composed(KindNotice, transcript.NotificationText(v.String()))
		return
	case transcript.ClassInterruption:
		x.value(KindNotice, v)
		return
	case transcript.ClassPrompt, transcript.ClassMessage:
	default:
		x.composed(KindNotice, transcript.Unremind(v.String()))
		return
	}
	if about, ok := r.BreadcrumbOf(v); ok {
		x.composed(KindPrompt, about)
		return
	}
	if _, ok := transcript.Breadcrumb(v); ok {
		x.value(KindNotice, v)
		return
	}
	switch class {
	case transcript.ClassPrompt, transcript.ClassTask, transcript.ClassMessage:
		if len(r.Blocks) > 1 && bytes.HasPrefix(bytes.TrimLeft(head, " \t\r\n"), []byte("<ide_")) {
			x.composed(KindNotice, transcript.Untag(v.String()))
			return
		}
		x.value(KindPrompt, v)
	default: // comments next to results; messages of other programs
		x.value(KindNotice, v)
	}
}

// document visits a document's name and text.
func (x *Extractor) document(k Kind, d transcript.Document) {
	x.composed(k, d.String())
}

// aside visits the pictures and documents that the client sent after a prompt.
func (x *Extractor) aside(r *transcript.Record) {
	pictured := false
	for i := range r.Blocks {
		b := &r.Blocks[i]
		x.part.Block = i
		switch {
		case b.Kind == transcript.BlockImage && !pictured:
			pictured = true
			x.composed(KindNotice, r.PictureText())
		case b.Kind == transcript.BlockDocument:
			x.document(KindNotice, b.Document())
		}
	}
}

// delivery visits a delivered message: its text, sender and subject.
func (x *Extractor) delivery(d *transcript.Delivery) {
	kind := KindMessage
	switch d.Class() {
	case transcript.ClassNotification:
		kind = KindNotice
	case transcript.ClassPrompt:
		kind = KindPrompt
	}
	x.composed(kind, d.Text)
	x.composed(kind, d.From.Name)
	x.composed(kind, d.Summary)
}

func (x *Extractor) assistant(r *transcript.Record) {
	for i := range r.Blocks {
		b := &r.Blocks[i]
		x.part.Block, x.part.Tool, x.part.ToolID = i, "", nil
		switch b.Kind {
		case transcript.BlockText:
			kind := KindReply
			if transcript.IsAPIError(r, b.Text) {
				kind = KindNotice
			}
			x.value(kind, b.Text)
		case transcript.BlockThinking, transcript.BlockRedactedThinking:
			if len(b.Text) <= len(`""`) {
				x.wordless(KindThinking)
			}
			x.value(KindThinking, b.Text)
		case transcript.BlockImage, transcript.BlockDocument:
			x.wordless(KindReply)
		case transcript.BlockToolUse:
			if !x.want.has(KindTool) {
				continue
			}
			x.part.Tool, x.part.ToolID = b.Name, b.ToolID
			x.text(KindTool, b.Name, !plainName(b.Name))
			x.strings(b.Input, 0)
		case transcript.BlockToolResult: // of a call that the server ran itself
			x.result(r, b)
		case transcript.BlockOther:
			x.composed(KindNotice, b.Type)
		}
	}
}

// plainName reports whether JSON can write a name only in one way.
func plainName(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' || c == '/' {
			return false
		}
	}
	return true
}

// maxNesting limits the depth to which inputs are searched.
const maxNesting = 64

// strings visits all strings of a tool's input except image data.
func (x *Extractor) strings(v transcript.Value, depth int) {
	switch {
	case v.IsString():
		x.value(KindTool, v)
	case depth == maxNesting: // too deep to be read by a person
	case v.IsObject():
		v.Members(func(key []byte, m transcript.Value) {
			if v.Embedded(key) {
				return
			}
			x.strings(m, depth+1)
		})
	case v.IsArray():
		v.Elements(func(e transcript.Value) { x.strings(e, depth+1) })
	}
}
