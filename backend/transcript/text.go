package transcript

import (
	"bytes"
	"cmp"
	"math"
	"strconv"
	"strings"
	"time"

	"dendro/backend/internal/plain"
	"dendro/backend/jsonl"
	"dendro/backend/title"
)

// TitleRunes is the maximum length of a title.
const TitleRunes = 200

// titleBytes is the length of a text prefix that suffices for a title: four bytes per rune,
// plus room for white space that is folded.
const titleBytes = 4*TitleRunes + 400

// OneLine returns the beginning of s on one line, at most TitleRunes: see [plain.Head].
func OneLine(s string) string { return plain.Head([]byte(s), TitleRunes) } // does not copy s

// lineOf is OneLine for the prefix of a raw text.
func lineOf(v jsonl.Value) string {
	var buf [titleBytes + jsonl.HeadSlack]byte
	return plain.Head(v.AppendHead(buf[:0], titleBytes), TitleRunes)
}

// heading returns what a list shows of a prompt or of a task: on one line, the first text that
// a person typed, else a sent text, else the name of a document or a picture. name is what
// it is called in a title, if more of the text says that better.
func heading(r *Record) (text, name string) {
	var sent Delivery
	given, any := "", ""
	for i := range r.Texts() {
		t := &r.texts[i]
		switch {
		case t.form == formDelivery:
			if d, _ := t.Delivery(r); d.Text != "" && (sent.Text == "" || sent.IsStatus) {
				sent = d
			}
		case t.Kind != TextPrompt:
			if any == "" {
				any = OneLine(t.Line(r, titleBytes))
			}
		case t.form == formDocument:
			given = cmp.Or(given, t.Line(r, titleBytes))
		case t.form == formWords || t.isPasted():
			if words := t.String(r); strings.TrimSpace(words) != "" {
				return OneLine(words), title.Of(words[:min(len(words), namedBytes)])
			}
		default:
			line, raw := typed(t.Raw)
			if line != "" && tellsMore(raw) {
				return line, promptName(raw)
			}
			if line != "" {
				return line, ""
			}
		}
	}
	if sent.Text != "" {
		return OneLine(sent.opening()), title.Of(sent.opening())
	}
	for i := range r.Blocks {
		if given == "" && r.Blocks[i].Kind == BlockImage {
			given = imageOnly
		}
	}
	return cmp.Or(given, any), ""
}

// namedBytes is the length of a prompt's prefix that its name is made from.
const namedBytes = 16 << 10

// tellsMore reports whether a name made from the whole text may be better than one made
// from its line in a list: the text holds an escape, such as a line break, or a tag, a link
// or a path.
func tellsMore(v jsonl.Value) bool { return bytes.ContainsAny(v[:min(len(v), titleBytes)], `\</`) }

// promptName returns the name of a text.
func promptName(v jsonl.Value) string {
	var buf [titleBytes + jsonl.HeadSlack]byte
	return title.Of(string(v.AppendHead(buf[:0], namedBytes)))
}

// imageOnly is the text of a prompt that consists of images.
const imageOnly = "[Image]"

// typed returns the first text of a prompt, a string or content blocks, that is not blank: on
// one line and raw.
func typed(prompt jsonl.Value) (line string, raw jsonl.Value) {
	if prompt.IsString() {
		return lineOf(prompt), prompt
	}
	prompt.Elements(func(v jsonl.Value) {
		if line == "" {
			raw = v.Get("text")
			line = lineOf(raw)
		}
	})
	if line == "" {
		Documents(prompt, func(d Document) { line, raw = cmp.Or(line, d.Label()), nil })
	}
	if line == "" && HasImage(prompt) {
		return imageOnly, nil
	}
	return line, raw
}

// IsCaveat reports whether a text is the caveat that Claude Code puts before the output of
// local commands.
func IsCaveat(v jsonl.Value) bool {
	var buf [HeadBytes + jsonl.HeadSlack]byte
	return isCaveat(beginning(buf[:0], v))
}

func isCaveat(head []byte) bool {
	return hasPrefix(head, "Caveat:") || hasPrefix(head, "<local-command-caveat>")
}

// IsAPIError reports whether v, a text of the assistant record r, is an API error in place
// of a reply.
func IsAPIError(r *Record, v jsonl.Value) bool {
	if r.APIError {
		return true
	}
	var buf [HeadBytes + jsonl.HeadSlack]byte
	return r.Synthetic() && hasPrefix(beginning(buf[:0], v), "API Error")
}

// beginning returns the prefix of a text without leading space; dst is its buffer.
func beginning(dst []byte, v jsonl.Value) []byte {
	return bytes.TrimLeft(v.AppendHead(dst, HeadBytes), " \t\r\n")
}

// Stamp formats a time in Unix milliseconds as in records, or "" for 0.
func Stamp(ms int64) string {
	if ms == 0 {
		return ""
	}
	return time.UnixMilli(ms).UTC().Format("2006-01-02T15:04:05.000Z")
}

// endOfTime is the exclusive upper bound of valid times in Unix milliseconds: the year
// 3000.
const endOfTime = 32_503_680_000_000

// timestampOf returns a timestamp as a string: converters also write numbers, of seconds or
// milliseconds. Other values are unchanged.
func timestampOf(v jsonl.Value) jsonl.Value {
	const (
		firstSecond = 1e8  // in 1973: smaller numbers are no times
		firstMillis = 1e11 // in seconds this is the year 5138, in milliseconds 1973
	)
	if len(v) == 0 || v[0] < '0' || v[0] > '9' {
		return v
	}
	at, err := strconv.ParseFloat(string(v), 64)
	if err != nil || at < firstSecond {
		return v
	}
	if at < firstMillis {
		at *= 1000
	}
	if at = math.Round(at); at >= endOfTime {
		return v
	}
	return jsonl.Value(time.UnixMilli(int64(at)).UTC().Format(`"2006-01-02T15:04:05.000Z"`))
}

// Millis parses an RFC 3339 timestamp into Unix milliseconds. It returns 0 for anything
// else, and for times up to 1970 or from the year 3000 on: programs write 0001-01-01 or
// 9999-12-31 if they have no time.
func Millis(v jsonl.Value) int64 {
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
