package desktop

import (
	"strings"
	"unicode"
)

// Notification is what a desktop shows for a moment, as plain text: whatever
// markup its texts hold is shown and not followed.
type Notification struct {
	Key   string // a later one with the same key takes its place
	Title string
	Tail  string // words of ours that end the title, also where that is cut
	Body  string
}

// Lengths in runes that a notification's texts are cut to.
const (
	maxNotifiedTitle = 100
	maxNotifiedBody  = 200
)

// plainLine makes one line of text that nothing hides in: no control characters,
// and none that turn the direction of what follows.
func plainLine(text string, most int) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r), r == unicode.ReplacementChar:
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, ""))
	runes := []rune(strings.Join(strings.Fields(text), " "))
	if len(runes) <= most {
		return string(runes)
	}
	return strings.TrimSpace(string(runes[:most-1])) + "…"
}

// Plain returns the two texts of a notification as lines of plain text.
func (note Notification) Plain() (title, body string) {
	title = plainLine(note.Title, maxNotifiedTitle-len(note.Tail)) + note.Tail // which is never markup
	return title, plainLine(note.Body, maxNotifiedBody)
}

// Inert replaces what is not only text to the library that shows notifications
// on Windows. It writes texts into XML as they are, where "]]>" ends them, and
// where COM fails that XML into a PowerShell script, which fills in what stands
// behind "$" and a backquote.
func Inert(line string) string {
	line = strings.Map(func(r rune) rune {
		switch r {
		case '$':
			return '＄'
		case '`':
			return '´'
		case 0xFFFE, 0xFFFF: // no XML holds them
			return -1
		}
		return r
	}, line)
	return strings.ReplaceAll(line, "]]>", "]] >")
}
