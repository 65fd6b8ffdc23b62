package transcript

import (
	"cmp"
	"strings"
)

// FlatText returns the text of a string or of an array of blocks.
func FlatText(v Value) string {
	var texts []string
	v.Texts(func(t Value) { texts = append(texts, t.String()) })
	return strings.Join(texts, "\n")
}

// CommandText returns a slash command as it was typed, from the text of a
// record of ClassCommand.
func CommandText(s string) string {
	name := cmp.Or(Inside(s, "command-name"), Inside(s, "command-message"))
	if name == "" {
		return strings.TrimSpace(Untag(s))
	}
	if !strings.HasPrefix(name, "/") {
		name = "/" + name
	}
	if args := Inside(s, "command-args"); args != "" {
		return name + " " + args
	}
	return name
}

// BashText returns a bash command as it was typed, behind a "!", from the text
// of a record of ClassBash. A queued one stands there without its tag.
func BashText(s string) string {
	if _, in, ok := strings.Cut(s, "<bash-input>"); ok {
		s, _, _ = strings.Cut(in, "</bash-input>")
	}
	return "!" + strings.TrimRight(s, "\n")
}

// Inside returns what stands between <tag> and </tag>, without white space
// around it; "" where there is no such tag.
func Inside(s, tag string) string {
	_, s, ok := strings.Cut(s, "<"+tag+">")
	if !ok {
		return ""
	}
	s, _, ok = strings.Cut(s, "</"+tag+">")
	if !ok {
		return ""
	}
	return strings.TrimSpace(s)
}

// Untag removes the outer tags of a text that is wrapped in them, one after
// the other: "<bash-stdout>a</bash-stdout><bash-stderr>b</bash-stderr>" gives
// "a\nb". Tags inside stay: they are content.
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
