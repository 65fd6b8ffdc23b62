package title

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// line is one line of a text, without the space around it.
type line struct {
	text   string
	fenced bool // in a code block or a diff
	after  bool // a blank line stands before it
}

// lineBytes is how much of a line is looked at: more than any title holds.
const lineBytes = 4 * Runes

// linesOf returns the lines of a text that are not blank. The sentence of an answer
// stands in the first one, mostly: the others are not looked at then.
func linesOf(text string) iter.Seq[line] {
	return func(yield func(line) bool) {
		fenced, blank, patch := false, false, false
		for l := range strings.SplitSeq(text, "\n") {
			if l = strings.TrimSpace(clean(l)); len(l) > lineBytes {
				l = strings.ToValidUTF8(l[:lineBytes], "")
			}
			switch {
			case l == "":
				blank = true
			case strings.HasPrefix(l, "```") || strings.HasPrefix(l, "~~~"):
				// A fence with words behind it and no end is somebody's own line.
				fenced, blank = !fenced, true
			default:
				patch = patched(l) || patch && (l[0] == '+' || l[0] == '-')
				if !yield(line{l, fenced || patch, blank}) {
					return
				}
				blank = false
			}
		}
	}
}

// best returns the line that says what a text is about: the heading of a plan,
// else the first line that somebody wrote rather than pasted, else the line of
// what was pasted that names the trouble.
func best(lines []line) string {
	if heading := planHeading(lines); heading != "" {
		return heading
	}
	weak, pasted := "", ""
	for i, l := range lines {
		if hollow(l.text) {
			continue
		}
		if l.fenced || printed(l.text) {
			if pasted == "" || troubled(l.text) && !troubled(pasted) {
				pasted = l.text
			}
			continue
		}
		if label(l.text) {
			if weak == "" {
				weak = l.text
			}
			continue
		}
		if lead := lead(l.text); lead != "" {
			return join(lead, lines[i+1:])
		}
		return joined(l.text, lines[i+1:])
	}
	switch {
	case weak != "" && pasted != "":
		return strings.TrimRight(weak, ": ") + ": " + pasted
	case weak != "":
		return weak
	}
	return pasted
}

// planHeading returns the heading of a plan that is handed over: the client
// writes "Implement the following plan:" above it (2.1.x), people write much
// the same.
func planHeading(lines []line) string {
	first, rest := telling(lines)
	after, ok := planIntroduced(first)
	switch {
	case !ok:
		return ""
	case after != "":
		heading, _, _ := strings.Cut(after, " ## ") // of a text whose lines were folded into one
		return heading
	}
	heading, _ := telling(rest)
	return heading
}

// telling returns the first line that has something to read, and those behind it; ""
// where there is none.
func telling(lines []line) (string, []line) {
	for i, l := range lines {
		if !hollow(l.text) {
			return l.text, lines[i+1:]
		}
	}
	return "", nil
}

// planIntroduced reports whether a line hands over a plan, and returns what
// stands behind that.
func planIntroduced(l string) (after string, ok bool) {
	if asked, ok := cutFold(l, "please "); ok {
		l = asked
	}
	for _, verb := range []string{"implement", "execute", "carry out", "follow"} {
		what, ok := cutFold(l, verb)
		if !ok {
			continue
		}
		for _, object := range []string{" the following plan", " this plan", " the plan below", " the attached plan"} {
			if behind, ok := cutFold(what, object); ok {
				if after = strings.TrimLeft(behind, ".: "); len(after) < len(behind) || after == "" {
					return after, true
				}
			}
		}
	}
	return "", false
}

// cutFold is strings.CutPrefix where case does not count. The letters of the prefix are
// ASCII: others may be longer in one case than in the other.
func cutFold(s, prefix string) (after string, found bool) {
	if len(s) < len(prefix) || !strings.EqualFold(s[:len(prefix)], prefix) {
		return s, false
	}
	return s[len(prefix):], true
}

// joined returns a line with what follows it in its paragraph, where it ends
// in the middle of a sentence or is too short to tell much.
func joined(l string, rest []line) string {
	for _, n := range rest {
		if utf8.RuneCountInString(l) >= Runes || n.after && utf8.RuneCountInString(l) >= 24 || n.fenced || hollow(n.text) || printed(n.text) || strings.HasPrefix(n.text, "#") {
			break
		}
		if heading(l) || strings.HasSuffix(l, ":") && marker(n.text) == "" && n.after {
			break
		}
		if end := l[len(l)-1]; (end == '.' || end == '?' || end == '!') && utf8.RuneCountInString(l) >= 24 {
			break
		}
		l += " " + strings.TrimPrefix(n.text, marker(n.text))
	}
	return l
}

// join returns a lead, "Feedback on the change", with what it introduces: of a
// compiler's line the message.
func join(lead string, rest []line) string {
	for _, n := range rest {
		switch {
		case hollow(n.text):
			continue
		case n.fenced:
			return lead
		case placed(n.text):
			_, message, _ := strings.Cut(n.text, " ")
			return lead + ": " + message
		case printed(n.text):
			return lead
		}
		return lead + ": " + strings.TrimPrefix(n.text, marker(n.text))
	}
	return lead
}

// lead returns a line that only introduces what follows it, without its colon.
func lead(l string) string {
	if strings.HasSuffix(l, ":") && !heading(l) && utf8.RuneCountInString(l) < 70 {
		return strings.TrimRight(l, ": ")
	}
	return ""
}

// label reports whether a line only names what is pasted below it.
func label(l string) bool {
	switch strings.ToLower(strings.Trim(l, "*_#: ")) {
	case "error", "errors", "log", "logs", "output", "low severity", "medium severity", "high severity", "critical", "context", "problem", "bug", "todo", "stack trace",
		"traceback", "console", "result", "description", "comment", "feedback", "review", "note", "details", "task":
		return true
	}
	return false
}

func heading(l string) bool {
	text := strings.TrimLeft(l, "#")
	return len(text) < len(l) && strings.HasPrefix(text, " ")
}

// hollow reports whether a line has nothing to read: rules, table borders,
// brackets, what stands for a picture or a pasted text.
func hollow(l string) bool {
	for placeholder(l) {
		l = strings.TrimSpace(l[strings.IndexByte(l, ']')+1:])
	}
	return !strings.ContainsFunc(l, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// placeholder reports whether a line begins with what Claude Code writes where
// something was pasted: [Image #1], [Pasted text #1 +20 lines], [Image: source: …].
func placeholder(l string) bool {
	return strings.Contains(l, "]") && prefix(l, "[Image #", "[Image:", "[Pasted text", "[...Truncated text", "[Attachment") != ""
}

// marker returns the mark of a list or of a quotation at the head of a line.
func marker(l string) string {
	at := 0
	for at < len(l) && (l[at] == '>' || l[at] == ' ') {
		at++
	}
	from := at
	for at < len(l) && digit(l[at]) {
		at++
	}
	switch {
	case at > from && at-from <= 3 && at+1 < len(l) && (l[at] == '.' || l[at] == ')') && l[at+1] == ' ':
		at += 2
	case at == from && at+1 < len(l) && strings.IndexByte("-*+", l[at]) >= 0 && l[at+1] == ' ':
		at += 2
		at += len(prefix(l[at:], "[ ] ", "[x] ", "[X] "))
	case prefix(l[from:], "• ", "⏺ ", "❯ ") != "":
		at = from + len("• ")
	default:
		at = from
	}
	return l[:at]
}
