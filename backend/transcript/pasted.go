package transcript

import (
	"bytes"
	"regexp"
)

// pastedOpens is in the tag around a paste of more than some lines, in prompts and in the queue
// (2.1.332). The tag is sent, but nobody typed it.
const pastedOpens = "pasted_content id="

var pastedTags = regexp.MustCompile(`</?pasted_content id="[^"<>]*">\n?`)

// isPasted reports whether a person's text holds tags around pastes.
func (t *Text) isPasted() bool {
	switch t.Kind {
	case TextPrompt, TextMessage, TextCommand, TextNotice:
		return bytes.Contains(t.Raw, []byte(pastedOpens)) && t.form != formName
	}
	return false
}

// unpasted returns a text without the tags around its pastes.
func unpasted(text string) string { return pastedTags.ReplaceAllString(text, "") }
