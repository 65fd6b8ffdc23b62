package export

import (
	"encoding/json"
	"fmt"
	"strings"

	"dendro/backend/thread"
)

// hunk is a part of a structuredPatch, as results of Edit and Write carry it.
type hunk struct {
	OldStart int      `json:"oldStart"`
	OldLines int      `json:"oldLines"`
	NewStart int      `json:"newStart"`
	NewLines int      `json:"newLines"`
	Lines    []string `json:"lines"`
}

// changes returns a call's change of a file as lines of a diff, or nil if unknown.
func changes(t *thread.Tool) []string {
	var detail struct {
		StructuredPatch []hunk `json:"structuredPatch"`
	}
	if json.Unmarshal(t.Detail, &detail) == nil && len(detail.StructuredPatch) > 0 {
		var lines []string
		for _, h := range detail.StructuredPatch {
			lines = append(lines, fmt.Sprintf("@@ -%d,%d +%d,%d @@", h.OldStart, h.OldLines, h.NewStart, h.NewLines))
			lines = append(lines, h.Lines...)
		}
		return lines
	}
	type edit struct {
		Old string `json:"old_string"`
		New string `json:"new_string"`
	}
	var input struct {
		edit
		Content *string `json:"content"`
		Edits   []edit  `json:"edits"`
	}
	if json.Unmarshal(t.Input, &input) != nil {
		return nil
	}
	switch t.Name {
	case "Edit":
		return replaced(input.Old, input.New)
	case "MultiEdit":
		var lines []string
		for i, e := range input.Edits {
			if i > 0 {
				lines = append(lines, "@@ @@")
			}
			lines = append(lines, replaced(e.Old, e.New)...)
		}
		return lines
	case "Write":
		if input.Content != nil {
			return marked("+", *input.Content)
		}
	}
	return nil
}

func replaced(before, after string) []string {
	return append(marked("-", before), marked("+", after)...)
}

func marked(sign, text string) []string {
	if text == "" {
		return nil
	}
	var lines []string
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		lines = append(lines, sign+line)
	}
	return lines
}

// isDiff reports whether a text is output of git diff.
func isDiff(text, language string) bool {
	return language == "diff" || language == "patch" || strings.HasPrefix(text, "diff --git ") ||
		strings.HasPrefix(text, "--- ") && strings.Contains(text, "\n+++ ") && strings.Contains(text, "\n@@ ")
}

// diffHTML renders lines of a diff in colours.
func diffHTML(lines []string) string {
	var b strings.Builder
	b.WriteString(`<pre class="diff"><code>`)
	for _, line := range lines {
		line = visible(line)
		class := ""
		switch {
		case strings.HasPrefix(line, "+++"), strings.HasPrefix(line, "---"), strings.HasPrefix(line, "diff "), strings.HasPrefix(line, "index "):
			class = "head"
		case strings.HasPrefix(line, "@@"):
			class = "at"
		case strings.HasPrefix(line, "+"):
			class = "add"
		case strings.HasPrefix(line, "-"):
			class = "del"
		}
		if class == "" {
			b.WriteString("<span>")
		} else {
			b.WriteString(`<span class="` + class + `">`)
		}
		b.WriteString(escaped(line))
		b.WriteString("\n</span>")
	}
	b.WriteString("</code></pre>\n")
	return b.String()
}
