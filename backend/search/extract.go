package search

import (
	"dendro/backend/jsonl"
	"dendro/backend/search/fold"
	"dendro/backend/transcript"
)

// Part is one text of a record: a content block, or one string of a tool's input.
type Part struct {
	Kind   Kind
	Raw    jsonl.Value // the JSON string that contains it, if any
	Block  int         // index of the content block
	Tool   string      // name of the tool, for a call
	ToolID jsonl.Value // for a call and a result

	x    *Extractor
	text []byte // set once it is decoded
	// composed says that the text does not occur verbatim in the line, so that a search of
	// the line may miss it.
	composed bool
}

// Text returns the part's text as it is searched, valid UTF-8. It is only valid during the call of visit.
func (p *Part) Text() []byte {
	if p.text == nil {
		p.x.buf = p.Raw.AppendText(p.x.buf[:0])
		p.text = p.asShown(p.x.buf)
	}
	return p.text
}

// asShown returns a text as it is searched, and sets composed if the line has another form.
func (p *Part) asShown(text []byte) []byte {
	shown := fold.AsShown(text)
	if len(shown) != len(text) || len(text) > 0 && &shown[0] != &text[0] {
		p.composed = true
	}
	return shown
}

// Extractor finds the texts of records, which [transcript.Record.Texts] decides, for the
// Builder, the search and its tests. It is not safe for concurrent use; its zero value is
// ready.
type Extractor struct {
	buf   []byte
	idBuf []byte
	part  Part
	want  kinds
	visit func(*Part)
	// fate is what became of the current item of the queue.
	fate transcript.Fate

	// output is like Builder.Output; nil: outputs in separate files are ignored. hasMoved
	// says that the current record names one.
	output   func(name string) []byte
	hasMoved bool
}

// allKinds are the kinds of texts in records.
const allKinds = kinds(1<<kindCount-1) &^ (1 << KindTitle)

// textKinds are the kinds of hits in texts, by the kinds of these.
var textKinds = [...]Kind{
	transcript.TextPrompt:     KindPrompt,
	transcript.TextMessage:    KindMessage,
	transcript.TextCommand:    KindCommand,
	transcript.TextReply:      KindReply,
	transcript.TextThinking:   KindThinking,
	transcript.TextCall:       KindTool,
	transcript.TextResult:     KindResult,
	transcript.TextCompaction: KindSummary,
	transcript.TextNotice:     KindNotice,
	transcript.TextPicture:    KindPrompt,
}

// Parts calls visit with every visible text of r, in order.
func (x *Extractor) Parts(r *transcript.Record, visit func(*Part)) { x.parts(r, allKinds, visit) }

// parts is Parts for the texts of some kinds only.
func (x *Extractor) parts(r *transcript.Record, want kinds, visit func(*Part)) {
	x.want, x.visit, x.hasMoved = want, visit, false
	x.part = Part{x: x}
	texts := r.Texts()
	for i := range texts {
		t := &texts[i]
		if r.Kind == transcript.KindQueue {
			is := t.In(x.fate)
			t = &is
		}
		if kind := textKinds[t.Kind]; want.has(kind) {
			x.textOf(r, t, kind)
		}
	}
}

// textOf visits the pieces of a text. Visible content without text, such as a picture or
// redacted thinking, is found by its id.
func (x *Extractor) textOf(r *transcript.Record, t *transcript.Text, kind Kind) {
	x.part.Block, x.part.Tool, x.part.ToolID = t.Block, "", nil
	switch kind {
	case KindTool:
		b := &r.Blocks[t.Block]
		x.part.Tool, x.part.ToolID = b.Name, b.ToolID
		x.text(kind, b.Name, !plainName(b.Name))
		x.strings(t.Raw, 0)
		return
	case KindResult:
		x.part.ToolID = r.Blocks[t.Block].ToolID
	}
	blank := true
	t.Pieces(r, func(raw jsonl.Value, made string) {
		blank = blank && raw.IsBlank() && made == ""
		x.value(kind, raw)
		x.text(kind, made, true)
	})
	if blank && t.Kind != transcript.TextCompaction {
		x.visitText(kind, nil, x.buf[:0], false)
	}
	if kind == KindResult {
		x.moved(r, &r.Blocks[t.Block])
	}
}

// searched reports whether a record can be found, which requires an id to open it by.
func searched(r *transcript.Record) bool {
	return r.Chained() || r.Kind == transcript.KindQueue && !r.UUID.ID.IsZero()
}

// value visits a JSON string.
func (x *Extractor) value(k Kind, v jsonl.Value) {
	if !v.IsBlank() {
		x.visitText(k, v, nil, false)
	}
}

// text visits a text; composed as in [Part].
func (x *Extractor) text(k Kind, text string, composed bool) {
	if text != "" {
		x.buf = append(x.buf[:0], text...)
		x.part.composed = composed
		x.visitText(k, nil, x.part.asShown(x.buf), x.part.composed)
	}
}

func (x *Extractor) visitText(k Kind, raw jsonl.Value, text []byte, composed bool) {
	x.part.Kind, x.part.Raw, x.part.text, x.part.composed = k, raw, text, composed
	x.visit(&x.part)
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
func (x *Extractor) strings(v jsonl.Value, depth int) {
	switch {
	case v.IsString():
		x.value(KindTool, v)
	case depth == maxNesting: // too deep to be read by a person
	case v.IsObject():
		v.Members(func(key []byte, m jsonl.Value) {
			if transcript.Embedded(v, key) {
				return
			}
			x.strings(m, depth+1)
		})
	case v.IsArray():
		v.Elements(func(e jsonl.Value) { x.strings(e, depth+1) })
	}
}
