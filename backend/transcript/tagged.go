package transcript

import (
	"strings"

	"dendro/backend/jsonl"
	"dendro/backend/title"
)

// FlatText returns the text of a string or of an array of blocks.
func FlatText(v jsonl.Value) string {
	var texts []string
	ContentTexts(v, func(t jsonl.Value) { texts = append(texts, t.String()) })
	return strings.Join(texts, "\n")
}

// CommandText returns a slash command as typed, from the text of a record of ClassCommand.
func CommandText(s string) string {
	if command := title.Command(s); command != "" {
		return command
	}
	return strings.TrimSpace(Untag(s))
}

// BashText returns a bash command as typed, after a "!", from the text of a record of
// ClassBash. A queued one has no tag.
func BashText(s string) string {
	if _, in, ok := strings.Cut(s, "<bash-input>"); ok {
		s, _, _ = strings.Cut(in, "</bash-input>")
	}
	return "!" + strings.TrimRight(s, "\n")
}

// Untag removes the outer tags of a text, one after the other:
// "<bash-stdout>a</bash-stdout><bash-stderr>b</bash-stderr>" gives "a\nb". Inner tags are
// content and remain.
func Untag(s string) string {
	var out []string
	rest := strings.TrimSpace(s)
	for strings.HasPrefix(rest, "<") {
		end := strings.IndexByte(rest, '>')
		if end < 0 {
			break
		}
		name, _, _ := strings.Cut(rest[1:end], " ")
		body, after, ok := strings.Cut(rest[end+1:], "</"+name+">")
		if name == "" || !ok {
			break
		}
		if strings.TrimSpace(body) != "" {
			out = append(out, strings.Trim(body, "\n"))
		}
		rest = strings.TrimSpace(after)
	}
	if rest != "" {
		out = append(out, rest)
	}
	return strings.Join(out, "\n")
}
