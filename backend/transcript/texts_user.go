package transcript

import (
	"slices"
	"strings"

	"dendro/backend/jsonl"
)

// userTexts appends the texts of a user record. Of a summary it is the first text: clients
// write one.
func userTexts(dst []Text, r *Record, class Class) []Text {
	switch class {
	case ClassNone:
		return dst
	case ClassInjected:
		if r.Meta {
			return asideTexts(dst, r)
		}
	case ClassCompactSummary:
		for i := range r.Blocks {
			if r.Blocks[i].Kind == BlockText {
				return append(dst, Text{Kind: TextCompaction, Raw: r.Blocks[i].Text, Block: i})
			}
		}
		return append(dst, Text{Kind: TextCompaction})
	}
	start, said := len(dst), false // something other than the origin of a picture
	var words []Text               // behind texts of the client
	for i := range r.Blocks {
		b := &r.Blocks[i]
		switch b.Kind {
		case BlockText:
			t, behind := userText(r, b, class)
			if t.Kind != TextNone {
				t.Block = i
				dst, said = append(dst, t), said || t.Kind != TextPicture
			}
			if behind.Kind != TextNone {
				behind.Block, behind.Part = i, 1
				words, said = append(words, behind), true
			}
		case BlockToolResult:
			dst, said = append(dst, Text{Kind: TextResult, Block: i}), true
		case BlockDocument:
			t := documentText(b, i)
			switch class {
			case ClassPrompt, ClassTask:
				t.Kind = TextPrompt
			case ClassMessage:
				t.Kind = TextMessage
			default: // read by a tool
				t.Kind, t.Notice = TextNotice, NoticeFile
			}
			dst, said = append(dst, t), true
		case BlockOther:
			if b.Type != "" {
				dst, said = append(dst, unknownText(b, i)), true
			}
		}
	}
	if dst = append(dst, words...); said {
		return dst
	}
	switch class { // only pictures
	case ClassPrompt, ClassTask:
		dst = slices.Insert(dst, start, Text{Kind: TextPrompt})
	case ClassMessage:
		dst = slices.Insert(dst, start, Text{Kind: TextMessage})
	}
	return dst
}

// unknownText returns the text of a block of an unknown type. A value without a type, such as
// null, has none.
func unknownText(b *Block, i int) Text {
	return Text{Kind: TextNotice, form: formName, name: b.Type, Block: i, Notice: NoticeUnknown}
}

// documentText returns the text of a document, without its kind.
func documentText(b *Block, i int) Text {
	d := b.Document()
	return Text{form: formDocument, Raw: d.Text, name: d.Name, Block: i}
}

// asideTexts appends what a record says that the client injected: the
// pictures and documents of the prompt before it.
func asideTexts(dst []Text, r *Record) []Text {
	pictured := false
	for i := range r.Blocks {
		switch b := &r.Blocks[i]; b.Kind {
		case BlockImage:
			if !pictured { // one row shows them all
				dst = append(dst, Text{Kind: TextNotice, form: formPicture, name: "[Image]", Notice: NoticeFile, Block: i})
			}
			pictured = true
		case BlockDocument:
			t := documentText(b, i)
			t.Kind, t.Notice = TextNotice, NoticeFile
			dst = append(dst, t)
		}
	}
	return dst
}

// userText returns one text of a user record, and the words behind it if envelopes of the client
// precede a person's words in it. A text has no kind if nobody is shown it.
func userText(r *Record, b *Block, class Class) (t, words Text) {
	t = Text{Kind: TextNone, Raw: b.Text}
	if b.Text.IsBlank() {
		return t, words
	}
	if d, ok := r.Delivered(b.Text); ok {
		return deliveryText(t, &d), words
	}
	if r.typedHere() {
		return typedText(t, r, class), words
	}
	said := speakOf(b.Text)
	if said.class == ClassNone {
		return typedText(t, r, class), words
	}
	if said.words != "" {
		words = typedText(Text{Raw: b.Text, form: formWords}, r, class)
	}
	return saidText(t, &said), words
}

// saidText returns t as a text that the client wrote. It has no kind if it says nothing.
func saidText(t Text, said *spoken) Text {
	t.Kind, t.form, t.Notice = TextNotice, formClient, NoticeContext
	switch said.class {
	case ClassCommand, ClassBash:
		t.Kind, t.Notice = TextCommand, ""
		return t
	case ClassOutput:
		t.Notice = NoticeOutput
		if first := said.deciding().text; strings.HasPrefix(first, "<local-command-stderr") || strings.HasPrefix(first, "<bash-stderr") {
			t.Level = LevelWarning
		}
	case ClassNotification:
		t.Notice = NoticeNotification
	case ClassInterruption:
		t.Notice, t.Level = NoticeInterruption, LevelWarning
	}
	if strings.TrimSpace(said.said()) == "" {
		return Text{Raw: t.Raw}
	}
	return t
}

// typedText returns t as a text that a person wrote, or that the client wrote about pictures and
// open files.
func typedText(t Text, r *Record, class Class) Text {
	notice := func(f textForm, kind Notice) Text {
		t.Kind, t.form, t.Notice = TextNotice, f, kind
		return t
	}
	if about, ok := r.BreadcrumbOf(t.Raw); ok {
		t.Kind, t.form, t.name = TextPicture, formName, about
		return t
	}
	if _, ok := Breadcrumb(t.Raw); ok {
		return notice(formPlain, NoticeFile)
	}
	switch class {
	case ClassPrompt, ClassTask, ClassMessage:
		var buf [HeadBytes + jsonl.HeadSlack]byte
		if len(r.Blocks) > 1 && hasPrefix(beginning(buf[:0], t.Raw), "<ide_") {
			return notice(formTag, NoticeContext)
		}
		t.Kind = TextPrompt
		return t
	case ClassToolResult:
		return notice(t.form, NoticeComment)
	}
	return notice(t.form, NoticeInfo)
}

// deliveryText returns t as a delivered text.
func deliveryText(t Text, d *Delivery) Text {
	t.form = formDelivery
	switch d.Class() {
	case ClassNotification:
		t.Kind, t.Notice = TextNotice, NoticeNotification
	case ClassPrompt:
		t.Kind = TextPrompt
	default:
		t.Kind = TextMessage
	}
	return t
}

// hasOutput reports whether the tags of an output are not empty.
func hasOutput(v jsonl.Value) bool {
	if len(v) > 400 {
		return true
	}
	return strings.TrimSpace(Untag(v.String())) != ""
}
