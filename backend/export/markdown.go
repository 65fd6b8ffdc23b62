package export

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"

	"dendro/backend/internal/plain"
	"dendro/backend/thread"
	"dendro/backend/transcript"
)

// Markdown writes a document as Markdown. Replies are Markdown already, and are embedded
// safely; everything else is quoted or fenced. An agent's conversation is quoted below the
// call that started it.
func Markdown(d *Document, o Options) []byte {
	m := markdown{o: o, author: d.author()}
	shown := m.o.selected(d)
	m.document(shown, "")
	for i := range shown.Branches {
		m.b.WriteByte('\n')
		m.document(&shown.Branches[i], "Branch: ")
	}
	return m.b.Bytes()
}

func (m *markdown) document(d *Document, before string) {
	fmt.Fprintf(&m.b, "# %s%s\n\n", before, escapeMarkdown(m.o.clean(d.Heading())))
	if d.Project != "" {
		fmt.Fprintf(&m.b, "- Project: %s\n", code(d.Project))
	}
	fmt.Fprintf(&m.b, "- Session: %s\n", code(d.Session))
	if d.Continues != "" {
		fmt.Fprintf(&m.b, "- Continues: %s\n", code(d.Continues))
	}
	if d.Agent != nil {
		fmt.Fprintf(&m.b, "- Agent: %s\n", code(d.Agent.ID))
		fmt.Fprintf(&m.b, "- Agent of: %s\n", escapeMarkdown(cmp.Or(d.Title, d.Session)))
	}
	m.rows(d.Rows, 2)
}

type markdown struct {
	b      bytes.Buffer
	o      Options
	author string // the heading of prompts
	quotes int    // nesting of the current output in quotes
}

// maxQuotes is the maximum nesting of quoted agents: each level repeats all deeper ones
// with a longer prefix.
const maxQuotes = 8

func (m *markdown) rows(rows []thread.Row, level int) {
	for i := range rows {
		if !unrecorded(&rows[i]) {
			m.row(&rows[i], min(level, 6))
		}
	}
}

func (m *markdown) row(r *thread.Row, level int) {
	heading := escapeMarkdown(label(r, m.author))
	if r.Tool != nil {
		heading = escapeMarkdown(transcript.ToolTitle(r.Tool.Name))
		if t := target(r.Tool); t != "" {
			heading += " " + code(t)
		}
		if r.Tool.Status != thread.StatusOK {
			heading += " (" + r.Tool.Status + ")"
		}
	}
	fmt.Fprintf(&m.b, "\n%s %s\n", strings.Repeat("#", level), heading)
	if r.Time != "" {
		fmt.Fprintf(&m.b, "\n<sub>%s</sub>\n", escapeMarkdown(string(r.Time)))
	}
	switch {
	case r.Tool != nil:
		m.call(r, level)
	case r.Kind == "reply":
		m.reply(r.Text, level)
	case r.Kind == "command" || r.Kind == "notice":
		m.fence("", r.Text)
	default:
		m.quote(r.Text)
	}
	for _, p := range m.o.pictures(r) {
		fmt.Fprintf(&m.b, "\n![image](%s)\n", dataURL(p))
	}
	if did := sidechain(r); did != nil && r.Tool == nil {
		m.agent(did, level)
	}
}

// call writes the input of a call, its agent's conversation if any, and its answer.
func (m *markdown) call(r *thread.Row, level int) {
	did := sidechain(r)
	given, answered := parts(r.Tool, did)
	m.part(given, level)
	if did != nil {
		m.agent(did, level)
	}
	answered.text = plain.Codes(answered.text)
	m.part(answered, level)
}

func (m *markdown) part(p part, level int) {
	switch {
	case p.diff != nil:
		m.fence("diff", strings.Join(p.diff, "\n"))
	case p.asked:
		m.quote(p.text)
	case p.prose:
		m.reply(p.text, level)
	default:
		m.fence(p.language, p.text)
	}
}

func (m *markdown) reply(text string, level int) {
	if text != "" {
		fmt.Fprintf(&m.b, "\n%s\n", below(text, level))
	}
}

// agent quotes an agent's conversation: headings are limited to six levels, quotes to
// maxQuotes. Deeper agents follow each other in the last quote.
func (m *markdown) agent(s *thread.Sidechain, level int) {
	inner := &markdown{author: task, o: m.o, quotes: m.quotes + 1}
	if m.quotes == maxQuotes {
		inner = m
		m.b.WriteByte('\n')
	}
	before := inner.b.Len()
	if about := strings.TrimSpace(s.Type + " " + s.Description); about != "" {
		fmt.Fprintf(&inner.b, "**Agent** %s\n", escapeMarkdown(about))
	}
	inner.rows(s.Rows, level+1)
	if inner == m || inner.b.Len() == before {
		return
	}
	m.b.WriteByte('\n')
	for line := range strings.SplitSeq(strings.Trim(inner.b.String(), "\n"), "\n") {
		m.b.WriteString(strings.TrimRight("> "+line, " ") + "\n")
	}
}

func (m *markdown) quote(s string) {
	if s == "" {
		return
	}
	m.b.WriteByte('\n')
	for line := range strings.SplitSeq(strings.TrimRight(s, "\n"), "\n") {
		fmt.Fprintf(&m.b, "> %s\n", outsideCode(line))
	}
}

// fence writes a text between fences longer than any run of backticks in it.
func (m *markdown) fence(language, s string) {
	if s == "" {
		return
	}
	if strings.ContainsFunc(language, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		language = "" // file name extensions may be anything
	}
	marks := strings.Repeat("`", max(3, longestRun(s)+1))
	fmt.Fprintf(&m.b, "\n%s%s\n%s\n%s\n", marks, language, strings.TrimRight(s, "\n"), marks)
}

func longestRun(s string) int {
	longest, run := 0, 0
	for i := range len(s) {
		if s[i] != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}

// code writes a short text as inline code.
func code(s string) string {
	s = strings.ReplaceAll(s, "\n", " ")
	marks := strings.Repeat("`", longestRun(s)+1)
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") {
		s = " " + s + " "
	}
	return marks + s + marks
}

func escapeMarkdown(s string) string {
	return strings.NewReplacer("\\", "\\\\", "`", "\\`", "*", "\\*", "_", "\\_", "#", "\\#", "<", "&lt;", "[", "\\[", "\n", " ").Replace(s)
}

func indented(raw json.RawMessage) string {
	var b bytes.Buffer
	if json.Indent(&b, raw, "", "  ") != nil {
		return string(raw)
	}
	if b.String() == "{}" || b.String() == "null" {
		return ""
	}
	return b.String()
}
