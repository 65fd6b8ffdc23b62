package title

import (
	"strings"

	"dendro/backend/internal/plain"
)

// inline returns a line without Markdown marks and tags. Links, paths and long ids are
// shortened to their ends.
func inline(l string) string {
	if strings.HasPrefix(l, "|") && strings.HasSuffix(l, "|") {
		l = strings.Trim(strings.Join(strings.Fields(strings.ReplaceAll(l, "|", " · ")), " "), " ·")
	}
	for l != "" {
		short := strings.TrimSpace(unplaced(l[len(marker(l)):]))
		if heading(short) {
			short, _, _ = strings.Cut(short, " ## ") // the lines may have been folded into one
			short = strings.Trim(short, "# ")
		}
		if len(short) == len(l) {
			break
		}
		l = short
	}
	if l = unpaste(l); strings.Contains(l, "](") {
		l = rules().link.ReplaceAllString(l, "$1")
	}
	var kept []string
	seen := ""
	for w := range strings.FieldsSeq(untag(l)) {
		if w = word(w); w == "" || w == seen && len(w) > 12 {
			continue // the same link twice
		}
		seen = w
		kept = append(kept, w)
	}
	return strings.TrimRight(unmark(strings.Join(kept, " ")), " \\")
}

// unpaste removes a JSON object that was pasted after words and ends the line, or is cut
// off there.
func unpaste(l string) string {
	at := strings.Index(l, `{"`)
	if at < 0 || !words(l[:at], 3) {
		return l
	}
	end := max(at, strings.LastIndexByte(l, '}'))
	if after := strings.TrimSpace(l[end+1:]); end > at && after != "" && letter(after[0]) {
		return l
	}
	return strings.TrimRight(l[:at], " :`[")
}

// untag removes the tags of a line that come in pairs, or lost their partner in a cut text.
// A lone <div> that the text talks about stays.
func untag(l string) string {
	for from := 0; ; {
		at := strings.IndexByte(l[from:], '<')
		if at < 0 {
			return l
		}
		at += from
		name, inner, after, ok := element(l, at)
		switch {
		case ok && aside(name) && strings.TrimSpace(l[after:]) != "":
			l = l[:at] + " " + l[after:]
			from = at
		case ok:
			l = l[:at] + inner + l[after:]
			from = at
		case strings.HasPrefix(l[at:], "</") && strings.IndexByte(l[at:], '>') > 0 && at > 0 && !strings.Contains(l[:at], "`"):
			l = l[:at] + " " + l[at+strings.IndexByte(l[at:], '>')+1:]
			from = at
		default:
			from = at + 1
		}
	}
}

// word shortens one word of a line if it is a link, a path or an id.
func word(w string) string {
	if len(w) < 10 {
		return w
	}
	body := strings.TrimLeft(w, "(\"'`@*<[")
	lead := strings.Trim(w[:len(w)-len(body)], "@<")
	body = strings.TrimRight(body, ")\"'`*>],;.:?!")
	tail := w[strings.LastIndex(w, body)+len(body):]
	switch {
	case strings.Contains(body, "://"):
		return lead + link(body) + strings.Trim(tail, ">")
	case strings.Count(body, "/") > 2 && !strings.ContainsAny(body, "()=|{}"):
		return lead + lastTwo(body, "/") + tail
	case strings.Count(body, "\\") > 2:
		return lead + lastTwo(body, "\\") + tail
	case plain.IsUUID(body), len(body) == 40 && strings.Trim(body, "0123456789abcdef") == "":
		return lead + body[:8] + tail
	}
	return lead + body + tail
}

// link returns the part of a link that identifies it: on a forge the repository and the
// number, else the host and the last part of the path.
func link(w string) string {
	if second := strings.LastIndex(w, "http"); strings.Count(w, "://") > 1 && second > 0 {
		w = w[:second] // two in a row
	}
	if number := rules().forge.ReplaceAllString(w, "$1#$2"); number != w {
		return number
	}
	_, rest, _ := strings.Cut(w, "://")
	if end := strings.IndexAny(rest, "?#"); end >= 0 {
		rest = rest[:end]
	}
	rest = strings.TrimPrefix(strings.Trim(strings.TrimPrefix(rest, "www."), "/"), "github.com/")
	if parts := strings.Split(rest, "/"); len(parts) > 2 {
		return parts[0] + "/…/" + Clip(word(parts[len(parts)-1]), 48)
	}
	return rest
}

// lastTwo returns the last two parts of a path.
func lastTwo(p, separator string) string {
	parts := strings.Split(strings.TrimRight(p, separator), separator)
	if len(parts) < 4 {
		return p
	}
	return "…" + separator + strings.Join(parts[len(parts)-2:], separator)
}

// Clip returns the first n runes of a text.
func Clip(s string, most int) string {
	n := 0
	for at := range s {
		if n == most {
			return s[:at]
		}
		n++
	}
	return s
}

// unmark removes marks of emphasis and code. An asterisk inside or between words is part of
// the text, and an underscore of a name.
func unmark(l string) string {
	if !strings.ContainsAny(l, "*`~") {
		return l
	}
	l = strings.NewReplacer("`", "", "~~", "").Replace(l)
	if strings.Count(l, "*")%2 == 1 { // a glob or a pointer
		return l
	}
	var b strings.Builder
	for i := 0; i < len(l); {
		end := i
		for end < len(l) && l[end] == '*' {
			end++
		}
		switch {
		case end == i:
			end++
			b.WriteByte(l[i])
		case opens(l, i, end) == closes(l, i, end): // it touches a word on both sides, or on none
			b.WriteString(l[i:end])
		}
		i = end
	}
	return strings.TrimSpace(b.String())
}

func opens(l string, i, end int) bool {
	return (i == 0 || strings.IndexByte(" (\"'[_—:", l[i-1]) >= 0) && end < len(l) && strings.IndexByte(" /.,;:)", l[end]) < 0
}

func closes(l string, i, end int) bool {
	return i > 0 && l[i-1] != ' ' && l[i-1] != '/' && (end == len(l) || strings.IndexByte(" ).,;:!?\"']_…—", l[end]) >= 0)
}
