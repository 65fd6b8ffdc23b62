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

const (
	// lineBytes is the length of the prefix of a line that is examined: more than any title
	// holds.
	lineBytes = 4 * Runes
	// fullRunes is the length from which a line needs no continuation.
	fullRunes = 24
	// leadBytes is the length up to which a line that ends with a colon introduces the next one.
	leadBytes = 70
)

// linesOf yields the lines of a text that are not blank. They are yielded lazily, because
// an answer's sentence is usually in the first one.
func linesOf(text string) iter.Seq[line] {
	return func(yield func(line) bool) {
		fenced, blank, diff := false, false, false
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
				diff = rules().patch.MatchString(l) || diff && (l[0] == '+' || l[0] == '-')
				if !yield(line{l, fenced || diff, blank}) {
					return
				}
				blank = false
			}
		}
	}
}

// best returns the line that describes a text: the first one that was written rather than
// pasted, else the pasted line that names the trouble.
func best(lines []line) string {
	pasted := ""
	for i, l := range lines {
		switch {
		case hollow(l.text):
		case !l.fenced && !printed(l.text):
			return joined(l.text, lines[i+1:])
		case pasted == "" || rules().trouble.MatchString(l.text) && !rules().trouble.MatchString(pasted):
			pasted = l.text
		}
	}
	return pasted
}

// joined returns a line with the text that it introduces ("fix lint errors:"), of a
// compiler's line the message. A line that is very short, or ends in the middle of a sentence,
// is extended by the rest of its paragraph.
func joined(l string, rest []line) string {
	introduces := strings.HasSuffix(l, ":") && len(l) < leadBytes
	for _, n := range rest {
		if hollow(n.text) && introduces {
			continue
		}
		full := utf8.RuneCountInString(l) >= fullRunes
		if heading(l) || heading(n.text) || hollow(n.text) || n.fenced || len(l) >= Runes ||
			!introduces && full && (n.after || strings.ContainsAny(l[len(l)-1:], ".?!")) {
			break
		}
		if at := rules().position.FindString(n.text); introduces && at != "" {
			return l + " " + n.text[len(at):]
		}
		if printed(n.text) {
			break
		}
		l += " " + strings.TrimPrefix(n.text, marker(n.text))
		if introduces {
			break
		}
	}
	return l
}

func heading(l string) bool {
	text := strings.TrimLeft(l, "#")
	return len(text) < len(l) && strings.HasPrefix(text, " ")
}

// unplaced returns a line without the placeholders at its start.
func unplaced(l string) string {
	if strings.HasPrefix(l, "[") {
		return l[len(rules().placeholders.FindString(l)):]
	}
	return l
}

// hollow reports whether a line has no readable content: rules, table borders, brackets,
// placeholders for pictures or pasted texts.
func hollow(l string) bool {
	return !strings.ContainsFunc(unplaced(l), func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// marker returns the list or quotation mark at the start of a line.
func marker(l string) string {
	if l == "" || letter(l[0]) { // cheaper than the expression
		return ""
	}
	return rules().marker.FindString(l)
}
