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
		short := strings.TrimSpace(strings.TrimPrefix(l, marker(l)))
		if placeholder(short) {
			short = strings.TrimSpace(short[strings.IndexByte(short, ']')+1:])
		}
		if heading(short) {
			short = strings.TrimSpace(strings.TrimRight(strings.TrimLeft(short, "#"), "# "))
		}
		if len(short) == len(l) {
			break
		}
		l = short
	}
	l = untag(unlink(unpaste(l)))
	var out strings.Builder
	out.Grow(len(l))
	seen := ""
	for w := range strings.SplitSeq(l, " ") {
		w = word(w)
		if w == "" || w == seen && len(w) > 12 {
			continue // the same link twice
		}
		seen = w
		if out.Len() > 0 {
			out.WriteByte(' ')
		}
		out.WriteString(w)
	}
	return strings.TrimRight(unmark(out.String()), " \\")
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

// unlink replaces [text](target) and ![text](target) by their text.
func unlink(l string) string {
	for from := 0; ; {
		at := strings.Index(l[from:], "](")
		if at < 0 {
			return l
		}
		at += from
		open := strings.LastIndexByte(l[:at], '[')
		end := strings.IndexByte(l[at:], ')')
		if open < 0 || end < 0 {
			from = at + 2
			continue
		}
		text := l[open+1 : at]
		if open > 0 && l[open-1] == '!' {
			open--
		}
		l = l[:open] + text + l[at+end+1:]
		from = open
	}
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
	head := 0
	for head < len(w) && strings.IndexByte("(\"'`@*<[", w[head]) >= 0 {
		head++
	}
	tail := len(w)
	for tail > head && strings.IndexByte(")\"'`*>],;.:?!", w[tail-1]) >= 0 {
		tail--
	}
	body := w[head:tail]
	lead := strings.Trim(w[:head], "@<")
	switch {
	case strings.Contains(body, "://"):
		return lead + link(body) + strings.Trim(w[tail:], ">")
	case strings.Count(body, "/") > 2 && !strings.ContainsAny(body, "()=|{}"), strings.Count(body, "\\") > 2:
		return lead + path(body) + w[tail:]
	case plain.IsUUID(body), len(body) == 40 && hex(body):
		return lead + body[:8] + w[tail:]
	case len(lead) < head:
		return lead + w[head:]
	}
	return w
}

// link returns the part of a link that identifies it: on a forge the repository and the
// number, else the host and the last part of the path.
func link(w string) string {
	from := strings.Index(w, "://")
	if again := strings.Index(w[from+3:], "http"); again > 0 && strings.Contains(w[from+3+again:], "://") {
		w = w[:from+3+again] // two in a row
	}
	_, rest, _ := strings.Cut(w, "://")
	rest, _, _ = strings.Cut(rest, "#")
	rest, _, _ = strings.Cut(rest, "?")
	parts := strings.FieldsFunc(rest, func(r rune) bool { return r == '/' })
	if len(parts) == 0 {
		return w
	}
	host := strings.TrimPrefix(parts[0], "www.")
	for i := 3; i+1 < len(parts); i++ {
		switch parts[i] {
		case "issues", "pull", "pulls", "merge_requests", "discussions":
			return parts[2] + "#" + parts[i+1]
		case "commit", "commits":
			return parts[2] + "@" + Clip(parts[i+1], 8)
		case "runs":
			return parts[2] + " run " + parts[i+1]
		}
	}
	switch {
	case len(parts) == 1:
		return host
	case len(parts) == 2:
		return host + "/" + parts[1]
	case len(parts) == 3 && (host == "github.com" || host == "gitlab.com"):
		return parts[1] + "/" + parts[2]
	}
	return host + "/…/" + Clip(parts[len(parts)-1], 48)
}

// path returns the last two parts of a path.
func path(p string) string {
	sep := "/"
	if strings.Contains(p, "\\") && !strings.Contains(p, "/") {
		sep = "\\"
	}
	parts := strings.Split(strings.TrimRight(p, sep), sep)
	if len(parts) < 4 {
		return p
	}
	return "…" + sep + strings.Join(parts[len(parts)-2:], sep)
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

// unmark removes marks of emphasis and code. An underscore or an asterisk inside a word is
// part of it.
func unmark(l string) string {
	if !strings.ContainsAny(l, "*_`~") {
		return l
	}
	var b strings.Builder
	for i := 0; i < len(l); {
		c := l[i]
		if strings.IndexByte("*_`~", c) < 0 {
			b.WriteByte(c)
			i++
			continue
		}
		end := i
		for end < len(l) && l[end] == c {
			end++
		}
		switch {
		case c == '`', c == '~' && end-i == 2:
		case c == '~', !emphasis(l, i, end):
			b.WriteString(l[i:end])
		}
		i = end
	}
	return strings.TrimSpace(b.String())
}

// emphasis reports whether the marks at l[i:end] open or close an emphasis: they touch a
// word on one side only, and matching marks are on the other side of that word or of a
// later one.
func emphasis(l string, i, end int) bool {
	mark := l[i:end]
	if opens(l, i, end) {
		for at := end; ; at++ {
			next := strings.Index(l[at:], mark)
			if next < 0 {
				return false
			}
			if at += next; closes(l, at, at+len(mark)) {
				return true
			}
		}
	}
	if !closes(l, i, end) {
		return false
	}
	for at := i; ; {
		if at = strings.LastIndex(l[:at], mark); at < 0 {
			return false
		}
		if opens(l, at, at+len(mark)) {
			return true
		}
	}
}

func opens(l string, i, end int) bool {
	return (i == 0 || strings.IndexByte(" (\"'[*_`—:", l[i-1]) >= 0) && end < len(l) && strings.IndexByte(" /.,;:)", l[end]) < 0
}

func closes(l string, i, end int) bool {
	return i > 0 && l[i-1] != ' ' && (end == len(l) || strings.IndexByte(" ).,;:!?\"']*_`…—", l[end]) >= 0)
}
