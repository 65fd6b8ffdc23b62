package desktop

import (
	"strings"
	"unicode/utf8"

	"dendro/backend/internal/plain"
)

// Notification is a desktop notification in plain text: markup in its texts is shown
// literally.
type Notification struct {
	Key   string // a later one with the same key replaces it
	Title string
	// Frame returns our own text around the title, which is never truncated; nil: none.
	Frame func(title string) string
	Body  string
	Open  string // the label of the action that opens it, where one is shown
}

// Maximum lengths of a notification's texts, in runes.
const (
	maxNotifiedTitle = 100
	maxNotifiedBody  = 200
)

// Plain returns the two texts of a notification as lines of plain text.
func (note Notification) Plain() (title, body string) {
	frame := note.Frame
	if frame == nil {
		frame = func(title string) string { return title }
	}
	title = frame(plain.Cut(line(note.Title), maxNotifiedTitle-utf8.RuneCountInString(frame("")))) // titles are never markup
	return title, plain.Cut(line(note.Body), maxNotifiedBody)
}

// line returns a text as a line of valid characters: D-Bus takes no others.
func line(text string) string { return plain.Line(strings.ToValidUTF8(text, "")) }

// Inert replaces characters that the notification library of Windows interprets. It inserts
// texts into XML unescaped, where "]]>" ends them, and, if COM fails, inserts that XML into
// a PowerShell script, which expands "$" and backquotes.
func Inert(line string) string {
	line = strings.Map(func(r rune) rune {
		switch r {
		case '$':
			return '＄'
		case '`':
			return '´'
		case 0xFFFE, 0xFFFF: // not allowed in XML
			return -1
		}
		return r
	}, line)
	return strings.ReplaceAll(line, "]]>", "]] >")
}
