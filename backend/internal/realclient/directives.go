package main

import (
	"regexp"
	"strings"
)

// directive is one thing that a prompt tells the stand-in to do, {verb rest}.
// Braces nest, so that a task can carry directives for its agent.
type directive struct{ verb, rest string }

// directives finds those of a text, in order. A brace that is never closed is text.
func directives(text string) []directive {
	var found []directive
	for {
		open := strings.IndexByte(text, '{')
		if open < 0 {
			return found
		}
		end := closing(text[open:])
		if end < 0 {
			return found
		}
		verb, rest, _ := strings.Cut(text[open+1:open+end], " ")
		found = append(found, directive{verb, rest})
		text = text[open+end+1:]
	}
}

// closing is where the brace that a text begins with is closed, or -1.
func closing(text string) int {
	depth := 0
	for i, c := range []byte(text) {
		switch c {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// probeLabel marks the question that is asked to learn what a version loads.
const probeLabel = "PROBE"

// Every prompt of a scenario has a label, Q1 and on, and every task of an
// agent one, T1 and on: by these a reply finds its prompt.
var labels = regexp.MustCompile(`\b[QT]\d+\b|\b` + probeLabel + `\b`)

// labelOf is the first label of a text, or "".
func labelOf(text string) string { return labels.FindString(text) }

// question is the prompt that a request wants an answer to.
type question struct {
	label, text string
	done        int // how many replies there were since
}

// Texts that quote a prompt and ask nothing.
var quoting = regexp.MustCompile(`^\s*<(local-command|task-notification|command-)`)

// asked finds the last prompt with a label.
func asked(messages []message) question {
	done := 0
	for i := len(messages) - 1; i >= 0; i-- {
		m := messages[i]
		if m.Role == "assistant" {
			done++
			continue
		}
		for k := len(m.Content) - 1; k >= 0; k-- {
			text := reminders.ReplaceAllString(m.Content[k].Text, "")
			if label := labelOf(text); label != "" && !quoting.MatchString(text) {
				return question{label, text, done}
			}
		}
	}
	return question{}
}
