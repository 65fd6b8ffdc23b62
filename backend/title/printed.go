package title

import (
	"slices"
	"strings"
	"unicode"
)

// printed reports whether a program wrote a line: a log, a trace, a compiler's message, a
// diff, a table, code.
func printed(l string) bool {
	switch {
	case stamped(l), traced(l), placed(l), prompted(l), patched(l):
		return true
	case strings.HasPrefix(l, "|") && strings.HasSuffix(l, "|"):
		return true
	}
	return coded(l)
}

// stamped reports whether a line begins with a time, a date or a level.
func stamped(l string) bool {
	l = strings.TrimLeft(l, "[( ")
	digits := 0
	for digits < len(l) && digits < 4 && digit(l[digits]) {
		digits++
	}
	if rest := l[digits:]; len(rest) > 2 && digits > 0 {
		switch {
		case digits == 4 && (rest[0] == '-' || rest[0] == '/') && digit(rest[1]):
			return true
		case digits == 2 && rest[0] == ':' && digit(rest[1]) && strings.Count(l[:min(len(l), 9)], ":") == 2:
			return true
		}
	}
	word, _, _ := strings.Cut(l, " ")
	switch strings.Trim(word, "[]:|") {
	case "INFO", "WARN", "WARNING", "DEBUG", "TRACE", "FATAL", "ERROR", "npm", "FAIL", "PASS", "---", "===", "panic", "Traceback", "goroutine", "E", "error", "warning", "Warning", "Error",
		"TypeError", "SyntaxError", "ReferenceError", "ValueError", "KeyError", "AttributeError", "ImportError", "ModuleNotFoundError", "RuntimeError", "Exception", "AssertionError":
		return strings.HasPrefix(l, "npm ERR") || strings.HasPrefix(l, "npm error") || word != "npm" && (strings.ContainsAny(word, ":[]") || strings.ToUpper(word) == word || word == "Traceback" || word == "goroutine")
	}
	return false
}

// traced reports whether a line is a frame of a stack trace.
func traced(l string) bool {
	switch prefix(l, "at ", "File \"", "from /", "in <", "caused by:", "Caused by:", "#0 ", "#1 ") {
	case "":
		return false
	case "at ":
		return strings.Contains(l, "(") || strings.Contains(l, ".js:") || strings.Contains(l, ".ts:")
	}
	return strings.ContainsAny(l, "(\"/<:")
}

// placed reports whether a line begins with a position in a file, as in a compiler's
// message: path/file.go:12:3: message.
func placed(l string) bool {
	word, rest, _ := strings.Cut(l, " ")
	if rest == "" && !strings.Contains(word, "/") {
		return false
	}
	colon := strings.IndexByte(word, ':')
	return colon > 0 && colon+1 < len(word) && digit(word[colon+1]) && strings.ContainsRune(word[:colon], '.') &&
		strings.HasSuffix(word, ":")
}

// prompted reports whether a line is a command after a shell prompt.
func prompted(l string) bool {
	word, _, ok := strings.Cut(l, " ")
	return prefix(l, "$ ", "% ", "❯ ", "PS C:\\", ">>> ", "➜ ") != "" || ok && strings.Contains(word, "@") && strings.HasSuffix(word, "$")
}

// patched reports whether a line is the header of a diff.
func patched(l string) bool {
	switch mark := prefix(l, "diff --git ", "@@ -", "+++ ", "--- a/", "index ", "commit "); mark {
	case "":
		return false
	case "index ", "commit ":
		return len(l) > len(mark)+6 && hex(l[len(mark):len(mark)+7])
	}
	return true
}

func hex(s string) bool { return strings.Trim(s, "0123456789abcdef") == "" }

// coded reports whether most of a line is punctuation.
func coded(l string) bool {
	letters, marks, all := 0, 0, 0
	for _, r := range l {
		switch {
		case unicode.IsLetter(r):
			letters++
		case strings.ContainsRune("{}()[]<>;=|&\\$^~_\"'`:,", r):
			marks++
		case unicode.IsSpace(r):
			continue
		}
		all++
	}
	if all >= 8 && marks*10 > all*3 {
		return true
	}
	end := l[len(l)-1]
	return (end == '{' || end == ';') && marks >= 2 && letters < 60
}

// troubled reports whether a pasted line names an error.
func troubled(l string) bool {
	low := strings.ToLower(l)
	words := []string{"error", "fail", "panic", "exception", "fatal", "cannot", "denied", "not found", "undefined"}
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(low, word) })
}
