package transcript

import (
	"bytes"
	"cmp"
	"strings"
	"time"
	"unicode"

	"dendro/backend/title"
)

// TitleRunes is how long a title may be.
const TitleRunes = 200

// titleBytes is enough of a text to make a title from: four bytes a rune, and
// some for the white space that is folded away.
const titleBytes = 4*TitleRunes + 400

// OneLine returns s on one line, white space folded, without control
// characters, terminal colours, and what turns the direction of the text after
// it (embeddings, overrides and isolates of bidirectional text), cut at
// TitleRunes.
func OneLine(s string) string { return oneLine([]byte(s)) } // does not copy it

func oneLine(text []byte) string {
	var b strings.Builder
	b.Grow(min(len(text), TitleRunes))
	runes, space := 0, false
	before, sequence := rune(0), false
	for _, r := range string(text) { // nor this
		opens := r == '[' && before == '\x1b'
		before = r
		switch {
		case sequence: // ESC [ parameters and a final byte
			sequence = r >= ' ' && r < '@'
			continue
		case opens:
			sequence = true
			continue
		case unicode.IsSpace(r):
			space = runes > 0
			continue
		case unicode.IsControl(r), r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
			continue
		case space:
			if runes++; runes < TitleRunes {
				b.WriteByte(' ')
			}
		}
		if space = false; runes >= TitleRunes {
			break
		}
		b.WriteRune(r)
		runes++
	}
	return b.String()
}

// lineOf is OneLine for the beginning of a text as it stands in a record.
func lineOf(v Value) string {
	var buf [titleBytes + headSlack]byte
	return oneLine(v.appendHead(buf[:0], titleBytes))
}

// promptText returns the text of a human prompt for a list: its first text that a
// person typed.
func promptText(r *Record) string {
	if d, ok := firstDelivery(r); ok {
		return OneLine(d.opening())
	}
	text, _ := typed(r)
	return text
}

// namedBytes is how much of a prompt its name is made of.
const namedBytes = 16 << 10

// tellsMore reports whether a name made of all of a text may be better than one made of
// its line in a list: something is escaped in it, as line breaks are, or a tag, a link or
// a path stands in it.
func tellsMore(v Value) bool { return bytes.ContainsAny(v[:min(len(v), titleBytes)], `\</`) }

// promptName returns what a text is called.
func promptName(v Value) string {
	var buf [titleBytes + headSlack]byte
	return title.Of(string(v.appendHead(buf[:0], namedBytes)))
}

// firstDelivery returns what r delivers, where nobody typed a text beside it.
func firstDelivery(r *Record) (first Delivery, ok bool) {
	if r.Kind == KindAttachment {
		return r.Delivered(r.QueuedCommand().Prompt)
	}
	for i := range r.Blocks {
		b := &r.Blocks[i]
		if b.Kind != BlockText {
			continue
		}
		d, sent := r.Delivered(b.Text)
		switch {
		case sent && d.Text != "" && (!ok || first.IsStatus):
			first, ok = d, true
		case !sent && typedText(b.Text):
			return Delivery{}, false
		}
	}
	return first, ok
}

// typedText reports whether a text that was not delivered is one that a person typed.
func typedText(v Value) bool {
	var buf [HeadBytes + headSlack]byte
	head := beginning(buf[:0], v)
	if len(head) == 0 || !asks(ClassOfText(head)) || hasPrefix(head, "<ide_") {
		return false
	}
	_, picture := Breadcrumb(v)
	return !picture
}

// typed returns the first text of a human prompt that a person typed and that is not
// blank, on one line and as it stands in the record.
func typed(r *Record) (text string, at Value) {
	if r.Kind == KindAttachment {
		return queuedText(r.QueuedCommand().Prompt)
	}
	var given string
	for i := range r.Blocks {
		switch b := &r.Blocks[i]; b.Kind {
		case BlockText:
			if _, sent := r.Delivered(b.Text); sent || !typedText(b.Text) {
				continue
			}
			if text = lineOf(b.Text); text != "" {
				return text, b.Text
			}
		case BlockImage:
			given = cmp.Or(given, imageOnly)
		case BlockDocument:
			if given == "" {
				d := b.Document()
				given = d.Label()
			}
		}
	}
	if given != "" {
		return given, nil
	}
	for i := range r.Blocks {
		at = r.Blocks[i].Text
		if _, sent := r.Delivered(at); sent {
			continue
		}
		if text = lineOf(at); text != "" {
			return text, at
		}
	}
	return "", nil
}

// imageOnly stands for a prompt that has no text.
const imageOnly = "[Image]"

// queuedText is typed for the prompt of a queued command: a string or content
// blocks.
func queuedText(prompt Value) (text string, at Value) {
	if prompt.IsString() {
		return lineOf(prompt), prompt
	}
	prompt.Elements(func(v Value) {
		if text == "" {
			at = v.Get("text")
			text = lineOf(at)
		}
	})
	if text == "" {
		prompt.Documents(func(d Document) { text, at = cmp.Or(text, d.Label()), nil })
	}
	if text == "" && prompt.HasImage() {
		return imageOnly, nil
	}
	return text, at
}

// IsCaveat reports whether a text is the caveat that Claude Code puts before
// the output of local commands.
func IsCaveat(v Value) bool {
	var buf [HeadBytes + headSlack]byte
	head := beginning(buf[:0], v)
	return hasPrefix(head, "Caveat:") || hasPrefix(head, "<local-command-caveat>")
}

// IsAPIError reports whether v, a text of the assistant record r, is an error
// of the API that stands where a reply would.
func IsAPIError(r *Record, v Value) bool {
	if r.APIError {
		return true
	}
	var buf [HeadBytes + headSlack]byte
	return r.Synthetic() && hasPrefix(beginning(buf[:0], v), "API Error")
}

// beginning returns the beginning of a text without the space before it; dst is
// its buffer.
func beginning(dst []byte, v Value) []byte {
	return bytes.TrimLeft(v.appendHead(dst, HeadBytes), " \t\r\n")
}

// Stamp writes a time in Unix milliseconds as records do, "" for none.
func Stamp(ms int64) string {
	if ms == 0 {
		return ""
	}
	return time.UnixMilli(ms).UTC().Format("2006-01-02T15:04:05.000Z")
}

// endOfTime is the first instant that no record can be from, in Unix milliseconds:
// the year 3000.
const endOfTime = 32_503_680_000_000

// Millis parses an RFC 3339 timestamp into Unix milliseconds. It returns 0 for
// anything else, and for a time up to 1970 or from the year 3000 on: programs write
// such a time, 0001-01-01 or 9999-12-31 for example, where they have none.
func Millis(v Value) int64 {
	if len(v) < 12 || len(v) > 64 {
		return 0
	}
	var buf [64]byte
	t, err := time.Parse(time.RFC3339Nano, string(v.AppendText(buf[:0]))) // does not allocate
	if err != nil {
		return 0
	}
	if ms := t.UnixMilli(); 0 < ms && ms < endOfTime {
		return ms
	}
	return 0
}
