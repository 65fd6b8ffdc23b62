package title

import (
	"cmp"
	"slices"
	"strings"
)

// unwrap removes the tags that programs put around typed text: it keeps a command's name
// and arguments, drops asides, and keeps the content of every other wrapper. Tags inside a
// line are left to [inline].
func unwrap(text string) string {
	if _, input, ok := strings.Cut(text, "<bash-input>"); ok { // of a line that begins with "!"
		input, _, _ = strings.Cut(input, "</bash-input>")
		if input = strings.TrimSpace(input); input != "" {
			return "! " + input
		}
	}
	if command := Command(text); command != "" {
		return command
	}
	var kept, dropped strings.Builder
	for at := 0; at < len(text); {
		end := strings.IndexByte(text[at:], '<')
		if end < 0 {
			kept.WriteString(text[at:])
			break
		}
		end += at
		kept.WriteString(text[at:end])
		name, inner, after, ok := element(text, end)
		switch {
		case !ok || !lineStart(text, end):
			kept.WriteByte('<')
			at = end + 1
		case aside(name):
			dropped.WriteString(inner)
			dropped.WriteByte('\n')
			at = after
		default: // its content may be wrapped again
			kept.WriteByte('\n')
			text = text[:end] + inner + "\n" + text[after:]
			at = end
		}
	}
	if strings.TrimSpace(kept.String()) == "" {
		return dropped.String()
	}
	return kept.String()
}

// Command returns a slash command as typed, from the tags that Claude Code writes for it:
// <command-name>, <command-message> and <command-args> (in any order, 1.0.x–2.1.x), or "".
func Command(text string) string {
	name := cmp.Or(Inside(text, "command-name"), Inside(text, "command-message"))
	if name == "" || strings.Contains(name, "\n") {
		return ""
	}
	if !strings.HasPrefix(name, "/") {
		name = "/" + name
	}
	_, args, _ := strings.Cut(text, "<command-args>")
	args, _, _ = strings.Cut(args, "</command-args>") // missing in a truncated text
	return strings.TrimSpace(name + " " + strings.TrimSpace(args))
}

// Inside returns the trimmed text between <tag> and </tag>, or "".
func Inside(text, tag string) string {
	_, text, ok := strings.Cut(text, "<"+tag+">")
	if !ok {
		return ""
	}
	text, _, ok = strings.Cut(text, "</"+tag+">")
	if !ok {
		return ""
	}
	return strings.TrimSpace(text)
}

// element parses the element whose tag opens at text[at]: its name, its content, and its
// end. Without a closing tag it is not an element.
func element(text string, at int) (name, inner string, after int, ok bool) {
	end := at + 1
	for end < len(text) && tagByte(text[end]) {
		end++
	}
	name = text[at+1 : end]
	if name == "" || !letter(name[0]) {
		return "", "", 0, false
	}
	for end < len(text) && text[end] != '>' && text[end] != '\n' && text[end] != '<' {
		end++
	}
	if end >= len(text) || text[end] != '>' {
		return "", "", 0, false
	}
	if text[end-1] == '/' {
		return name, "", end + 1, true
	}
	closing := "</" + name + ">"
	size := strings.Index(text[end+1:], closing)
	if size < 0 {
		return "", "", 0, false
	}
	return name, text[end+1 : end+1+size], end + 1 + size + len(closing), true
}

// lineStart reports whether only space precedes a position in its line.
func lineStart(text string, at int) bool {
	return strings.Trim(text[strings.LastIndexByte(text[:at], '\n')+1:at], " \t") == ""
}

// aside reports whether an element is not part of the prompt: added by the program
// (system-reminder, ide_opened_file, local-command-caveat), or pasted for reference.
func aside(name string) bool {
	name = strings.ToLower(strings.ReplaceAll(name, "_", "-"))
	switch name {
	case "system-reminder", "system", "context", "document", "documents", "document-content", "file", "files", "file-contents", "code", "log", "logs",
		"output", "diff", "stdout", "stderr", "error-log", "example", "examples", "attached-files", "attachment", "selection", "environment-details",
		"thinking", "env", "pre", "img", "image", "svg", "html", "head", "style", "script", "details":
		return true
	}
	return prefix(name, "ide-", "local-command-", "bash-", "task-notification", "user-prompt-submit-hook") != ""
}

// prefix returns the first of the given prefixes that a text begins with, or "".
func prefix(text string, list ...string) string {
	if i := slices.IndexFunc(list, func(p string) bool { return strings.HasPrefix(text, p) }); i >= 0 {
		return list[i]
	}
	return ""
}

func letter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

func digit(c byte) bool { return c >= '0' && c <= '9' }

func tagByte(c byte) bool { return letter(c) || digit(c) || c == '-' || c == '_' || c == ':' }
