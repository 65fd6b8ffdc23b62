package export_test

import (
	"fmt"
	"strings"
	"testing"

	"dendro/backend/export"
	"dendro/backend/thread"
)

// TestHostileMarkdownIsText: text whose layout would take disproportionate time or space is
// shown verbatim.
func TestHostileMarkdownIsText(t *testing.T) {
	list := ""
	for i := range 150 {
		list += strings.Repeat("  ", i) + "- a\n"
	}
	wide := "|" + strings.Repeat("a|", 8000) + "\n|" + strings.Repeat("-|", 8000) + "\n" + strings.Repeat("|\n", 500)
	for name, text := range map[string]string{
		"links":         strings.Repeat("[a](<", 80_000),
		"links, lines":  strings.Repeat("[a](<\n", 3000),
		"images":        strings.Repeat("![a](", 1000),
		"definitions":   strings.Repeat("[a]: b\n", 3000),
		"quotes":        strings.Repeat("> ", 80_000),
		"lists":         strings.Repeat("- ", 1000) + "a",
		"mixed":         strings.Repeat("1. > ", 1000) + "a",
		"nested lists":  list,
		"heading":       "# " + strings.Repeat("[a](<", 80_000),
		"setext":        strings.Repeat("[a](<\n", 3000) + "===\n",
		"table":         wide,
		"quoted table":  "> " + strings.ReplaceAll(wide, "\n", "\n> "),
		"cell of links": "|a|b|\n|-|-|\n|" + strings.Repeat("[a](<", 80_000) + "|b|",
	} {
		page := pageOf(t, reply(text))
		_, body, _ := strings.Cut(page, `<article class="reply">`)
		for _, tag := range []string{"<ul>", "<td", "<a ", "<h1", "</blockquote>\n</blockquote>"} {
			if strings.Contains(body, tag) {
				t.Errorf("%s: %s stands in it", name, tag)
			}
		}
		if !strings.Contains(body, "<pre>") || len(body) > 20*len(text) {
			t.Errorf("%s: %d bytes became %d", name, len(text), len(body))
		}
		harmless(t, page)
	}
}

// TestLongProseIsLaidOut: the limits are far above the texts of people and models.
func TestLongProseIsLaidOut(t *testing.T) {
	row := "| a | b | c |\n"
	text := "# Title\n\n" + strings.Repeat("A paragraph with a [link](https://a.example) and `code`.\n\n", 2000) +
		"- - -\n\n* * *\n\n" + row + "|---|---|---|\n" + strings.Repeat(row, 2000) +
		"\n- 1\n  - 2\n    - 3\n      - 4\n\n```\n" + strings.Repeat("x[0] = y[0] // a long line of code\n", 3000) + strings.Repeat(" ", 60) + "- indented\n```\n"
	page := pageOf(t, reply(text))
	for tag, want := range map[string]int{"<h1": 1, "<a href": 2000, "<td": 6000, "<hr": 2, "<li": 4} {
		if _, body, _ := strings.Cut(page, `<article class="reply">`); strings.Count(body, tag) != want {
			t.Errorf("%s stands there %d times, want %d", tag, strings.Count(body, tag), want)
		}
	}
}

// TestDeepAgentsInMarkdown: every level is written, and the size of the document is linear.
func TestDeepAgentsInMarkdown(t *testing.T) {
	const depth = 400
	var rows []thread.Row
	for i := range depth {
		rows = []thread.Row{
			{Kind: "prompt", Text: fmt.Sprintf("task %d.", depth-i)},
			{Kind: "tool", Tool: &thread.Tool{Name: "Task", Status: "ok", Result: fmt.Sprintf("answer %d.", depth-i)}, Sidechain: &thread.Sidechain{Type: "Explore", Rows: rows}},
		}
	}
	md := string(export.Markdown(&export.Document{Session: "s", Rows: rows}, export.Options{}))
	for i := 1; i <= depth; i++ {
		for _, want := range []string{"task", "answer"} {
			if text := fmt.Sprintf("%s %d.", want, i); strings.Count(md, text) != 1 {
				t.Errorf("%q stands there %d times", text, strings.Count(md, text))
			}
		}
	}
	if len(md) > depth*400 {
		t.Errorf("%d levels take %d bytes", depth, len(md))
	}
}
