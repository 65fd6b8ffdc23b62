package export

import (
	"regexp"
	"strings"
)

// Patterns in the Markdown of a reply.
var (
	heading   = regexp.MustCompile(`^( {0,3}(?:> ?)*)(#{1,6})(\s|$)`)
	underline = regexp.MustCompile(`^ {0,3}(?:=+|-+)\s*$`)
	linkTo    = regexp.MustCompile(`\]\(\s*<?([^)\s]*)`)
	reference = regexp.MustCompile(`^ {0,3}\[[^\]]*\]:`)
)

// below embeds a model's Markdown into a larger document, below a heading of the given
// level: its headings become deeper, HTML becomes text, no picture is fetched, links lead
// to http, https and mailto only, and an unclosed fence is closed at its end. Code is
// unchanged.
func below(text string, level int) string {
	var out []string
	fence, paragraph := "", false
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		mark := fenceOf(line)
		switch {
		case fence != "":
			if mark != "" && mark[0] == fence[0] && len(mark) >= len(fence) && strings.TrimSpace(line) == mark {
				fence = ""
			}
		case mark != "":
			fence, paragraph = mark, false
		case paragraph && underline.MatchString(line):
			line = `\` + strings.TrimLeft(line, " ")
		case strings.HasPrefix(line, "    ") || strings.HasPrefix(line, "\t"): // code, or part of a list
			line = inline(line)
		default:
			if h := heading.FindStringSubmatch(line); h != nil {
				line = h[1] + strings.Repeat("#", min(6, level+len(h[2]))) + line[len(h[1])+len(h[2]):]
			} else if reference.MatchString(line) {
				line = `\` + strings.TrimLeft(line, " ")
			}
			paragraph = strings.TrimSpace(line) != ""
			line = inline(line)
		}
		out = append(out, line)
	}
	if fence != "" {
		out = append(out, fence)
	}
	return strings.Join(out, "\n")
}

// fenceOf returns the fence that a line opens or closes, or "".
func fenceOf(line string) string {
	line = strings.TrimLeft(line, " >")
	for _, mark := range [...]string{"`", "~"} {
		if strings.HasPrefix(line, strings.Repeat(mark, 3)) {
			n := len(line) - len(strings.TrimLeft(line, mark))
			if mark == "`" && strings.Contains(line[n:], "`") {
				return "" // inline code
			}
			return line[:n]
		}
	}
	return ""
}

// inline makes a line safe, except for inline code.
func inline(line string) string {
	var out strings.Builder
	for line != "" {
		at := strings.IndexByte(line, '`')
		if at < 0 {
			out.WriteString(outsideCode(line))
			break
		}
		out.WriteString(outsideCode(line[:at]))
		line = line[at:]
		marks := len(line) - len(strings.TrimLeft(line, "`"))
		end := closing(line[marks:], marks)
		if end < 0 { // it may continue on the next line: not code here
			out.WriteString(strings.ReplaceAll(line[:marks], "`", "\\`"))
			line = line[marks:]
			continue
		}
		out.WriteString(line[:marks+end+marks])
		line = line[marks+end+marks:]
	}
	return out.String()
}

// closing returns the position of a run of exactly n backquotes, or -1.
func closing(text string, marks int) int {
	for i := 0; i < len(text); {
		if text[i] != '`' {
			i++
			continue
		}
		n := len(text[i:]) - len(strings.TrimLeft(text[i:], "`"))
		if n == marks {
			return i
		}
		i += n
	}
	return -1
}

// outsideCode makes text outside of code safe. A user's prompt is escaped entirely: it may be
// anything.
func outsideCode(text string) string {
	text = strings.ReplaceAll(text, "<", "&lt;")
	text = strings.ReplaceAll(text, "![", `!\[`)
	return linkTo.ReplaceAllStringFunc(text, func(found string) string {
		to := strings.TrimLeft(found[2:], " \t")
		if leadsOut(strings.TrimPrefix(to, "&lt;")) || strings.HasPrefix(to, "#") {
			return found
		}
		return `]\(` + found[2:]
	})
}
