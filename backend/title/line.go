package title

import (
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

// lines are those of a text that are not blank. They are read as far as somebody
// looks: most titles stand in the first one.
type lines struct {
	read []line
	text string // what is not read yet

	fenced, blank, patch bool
}

func linesOf(text string) *lines { return &lines{text: text} }

// at returns the line with a number, from 0; nil behind the last one.
func (t *lines) at(i int) *line {
	for len(t.read) <= i && t.text != "" {
		t.next()
	}
	if i >= len(t.read) {
		return nil
	}
	return &t.read[i]
}

func (t *lines) next() {
	var l string
	l, t.text, _ = strings.Cut(t.text, "\n")
	if len(l) > 2*lineBytes {
		l = l[:2*lineBytes]
	}
	if l = strings.TrimSpace(clean(l)); len(l) > lineBytes {
		l = strings.ToValidUTF8(l[:lineBytes], "")
	}
	switch {
	case l == "":
		t.blank = true
	case strings.HasPrefix(l, "```") || strings.HasPrefix(l, "~~~"):
		// A fence with words behind it and no end is somebody's own line.
		t.fenced, t.blank = !t.fenced, true
	default:
		t.patch = patched(l) || t.patch && (l[0] == '+' || l[0] == '-')
		t.read = append(t.read, line{l, t.fenced || t.patch, t.blank})
		t.blank = false
	}
}

// best returns the line that says what a text is about: the heading of a plan,
// else the first line that somebody wrote rather than pasted, else the line of
// what was pasted that names the trouble.
func best(t *lines) string {
	if heading := planHeading(t); heading != "" {
		return heading
	}
	weak, pasted := "", ""
	for i := 0; t.at(i) != nil; i++ {
		l := *t.at(i)
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
			return join(lead, t, i+1)
		}
		return joined(l.text, t, i+1)
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
func planHeading(t *lines) string {
	first, i := t.telling(0)
	after, ok := planIntroduced(first)
	switch {
	case !ok:
		return ""
	case after != "":
		return before(after, " ## ") // a text whose lines were folded into one
	}
	heading, _ := t.telling(i + 1)
	return heading
}

// telling returns the first line from a number on that has something to read, and
// its number; "" where there is none.
func (t *lines) telling(i int) (string, int) {
	for ; t.at(i) != nil; i++ {
		if l := t.at(i).text; !hollow(l) {
			return l, i
		}
	}
	return "", i
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

func before(s, sep string) string {
	head, _, _ := strings.Cut(s, sep)
	return head
}

// joined returns a line with what follows it in its paragraph, where it ends
// in the middle of a sentence or is too short to tell much.
func joined(l string, t *lines, next int) string {
	for ; utf8.RuneCountInString(l) < Runes; next++ {
		n := t.at(next)
		if n == nil || n.after && utf8.RuneCountInString(l) >= 24 || n.fenced || hollow(n.text) || printed(n.text) || strings.HasPrefix(n.text, "#") {
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
func join(lead string, t *lines, next int) string {
	for ; t.at(next) != nil; next++ {
		n := t.at(next).text
		switch {
		case hollow(n):
			continue
		case t.at(next).fenced:
			return lead
		case placed(n):
			_, message, _ := strings.Cut(n, " ")
			return lead + ": " + message
		case printed(n):
			return lead
		}
		return lead + ": " + strings.TrimPrefix(n, marker(n))
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
	for {
		open := strings.IndexByte(l, '[')
		if open != 0 || !placeholder(l) {
			break
		}
		end := strings.IndexByte(l, ']')
		l = strings.TrimSpace(l[end+1:])
	}
	for _, r := range l {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return false
		}
	}
	return true
}

// placeholder reports whether a line begins with what Claude Code writes where
// something was pasted: [Image #1], [Pasted text #1 +20 lines], [Image: source: …].
func placeholder(l string) bool {
	end := strings.IndexByte(l, ']')
	if end < 0 {
		return false
	}
	for _, prefix := range []string{"[Image #", "[Image:", "[Pasted text", "[...Truncated text", "[Attachment"} {
		if strings.HasPrefix(l, prefix) {
			return true
		}
	}
	return false
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
		for _, box := range []string{"[ ] ", "[x] ", "[X] "} {
			if strings.HasPrefix(l[at:], box) {
				at += len(box)
			}
		}
	case strings.HasPrefix(l[from:], "• ") || strings.HasPrefix(l[from:], "⏺ ") || strings.HasPrefix(l[from:], "❯ "):
		at = from + len("• ")
	default:
		at = from
	}
	return l[:at]
}
