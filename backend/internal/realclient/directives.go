package main

import (
	"regexp"
	"strings"
)

// directive is an instruction to the stand-in inside a prompt, {verb rest}. Braces nest, so
// that a task can carry directives for its agent.
type directive struct{ verb, rest string }

// directives returns the directives of a text, in order. An unclosed brace is text.
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

// closing returns the position of the brace that closes the first one, or -1.
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

// probeLabel marks the prompt of the probe, which finds out what a version loads.
const probeLabel = "PROBE"

// Every prompt of a scenario has a label, Q1 and on, and every task of an agent one, T1 and
// on: a reply finds its prompt by label.
var labels = regexp.MustCompile(`\b[QT]\d+\b|\b` + probeLabel + `\b`)

// labelOf returns the first label of a text, or "".
func labelOf(text string) string { return labels.FindString(text) }

// question is the prompt that a request asks to answer.
type question struct {
	label, text string
	done        int // number of replies since
}

// Texts that quote a prompt without asking it.
var quoting = regexp.MustCompile(`^\s*<(local-command|command-)|<(task|agent)-notification>`)

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
