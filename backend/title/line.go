package title

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// line is one line of a text, without surrounding space.
type line struct {
	text   string
	fenced bool // in a code block or a diff
	after  bool // a blank line precedes it
}

// lineBytes is the length of the prefix of a line that is examined: more than any title
// holds.
const lineBytes = 4 * Runes

// linesOf yields the lines of a text that are not blank. They are yielded lazily, because
// an answer's sentence is usually in the first one.
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
				// An unclosed fence with words after it is an ordinary line.
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

// best returns the line that describes a text: the heading of a plan, else the first line
// that was written rather than pasted, else the pasted line that names the trouble.
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

// planHeading returns the heading of a plan: the client writes "Implement the following
// plan:" above it (2.1.x), and people write similar lines.
func planHeading(lines []line) string {
	first, rest := telling(lines)
	after, ok := planIntroduced(first)
	switch {
	case !ok:
		return ""
	case after != "":
		heading, _, _ := strings.Cut(after, " ## ") // the lines may have been folded into one
		return heading
	}
	heading, _ := telling(rest)
	return heading
}

// telling returns the first line with readable content, and the lines after it, or "".
func telling(lines []line) (string, []line) {
	for i, l := range lines {
		if !hollow(l.text) {
			return l.text, lines[i+1:]
		}
	}
	return "", nil
}

// planIntroduced reports whether a line introduces a plan, and returns the text after the
// introduction.
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

// cutFold is strings.CutPrefix ignoring case. The prefix must be ASCII, since other letters
// may differ in length between cases.
func cutFold(s, prefix string) (after string, found bool) {
	if len(s) < len(prefix) || !strings.EqualFold(s[:len(prefix)], prefix) {
		return s, false
	}
	return s[len(prefix):], true
}

// joined returns a line, extended by the rest of its paragraph if it ends in the middle of
// a sentence or is very short.
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

// join returns a lead such as "Feedback on the change" with the text that it introduces: of
// a compiler's line, the message.
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

// lead returns a line that only introduces the next one, without its colon.
func lead(l string) string {
	if strings.HasSuffix(l, ":") && !heading(l) && utf8.RuneCountInString(l) < 70 {
		return strings.TrimRight(l, ": ")
	}
	return ""
}

// label reports whether a line only names the pasted text below it.
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

// hollow reports whether a line has no readable content: rules, table borders, brackets,
// placeholders for pictures or pasted texts.
func hollow(l string) bool {
	for placeholder(l) {
		l = strings.TrimSpace(l[strings.IndexByte(l, ']')+1:])
	}
	return !strings.ContainsFunc(l, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// placeholder reports whether a line begins with a placeholder that Claude Code writes for
// pasted content: [Image #1], [Pasted text #1 +20 lines], [Image: source: …].
func placeholder(l string) bool {
	return strings.Contains(l, "]") && prefix(l, "[Image #", "[Image:", "[Pasted text", "[...Truncated text", "[Attachment") != ""
}

// marker returns the list or quotation mark at the start of a line.
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
