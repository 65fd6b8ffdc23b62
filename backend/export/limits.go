package export

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// History is hostile text, and the time of Markdown rendering is quadratic in some of it.
// Beyond these limits, which real prose does not reach, a text is shown verbatim.
const (
	// maxProse is the maximum length of a text.
	maxProse = 512 << 10
	// maxLine is the maximum length of a line, the only bound of headings and table cells.
	maxLine = 16 << 10
	// maxNesting is the maximum number of quotes and lists that one line opens.
	maxNesting = 24
	// maxParagraph is the maximum length of a paragraph, and maxLinks the number of links
	// that may begin in it, or in a line.
	maxParagraph = 16 << 10
	maxLinks     = 500
	// maxPadding is the maximum number of missing cells in all rows of a table.
	maxPadding = 4 << 10
)

// isProse reports whether a text is within the limits and may be rendered as Markdown.
func isProse(s string) bool {
	if len(s) > maxProse {
		return false
	}
	for line := range strings.SplitSeq(s, "\n") {
		if len(line) > maxLine || nesting(line) > maxNesting || strings.Count(line, "[") > maxLinks {
			return false
		}
	}
	return true
}

// nesting returns an upper bound of the number of nested blocks at the end of a line's
// markers: the lists of earlier lines have indented it.
func nesting(line string) int {
	markers, columns := 0, 0
	rule := true // * * * and - - - open nothing
	for i := range len(line) {
		c := line[i]
		ends := i+1 == len(line) || line[i+1] == ' ' || line[i+1] == '\t'
		switch {
		case c == ' ':
			columns++
			continue
		case c == '\t':
			columns += 4
			continue
		case c == '>' || c == '+' && ends:
			markers++
			rule = false
			continue
		case (c == '-' || c == '*') && ends:
			markers++
			continue
		case '0' <= c && c <= '9':
			rule = false
			continue
		case (c == '.' || c == ')') && i > 0 && '0' <= line[i-1] && line[i-1] <= '9' && ends:
			markers++
			continue
		}
		rule = false
		break
	}
	if rule || markers == 0 {
		return 0
	}
	return markers + columns/6 // two would be exact, but fenced code is indented, too
}

// limits returns parser options that leave paragraphs and tables beyond the limits as text.
func limits() parser.Option {
	return parser.WithParagraphTransformers(
		util.Prioritized(longParagraphs{}, 50), // before all parsers of paragraphs
		util.Prioritized(wideTables{}, 150),    // before tables are parsed
	)
}

type longParagraphs struct{}

// Transform implements parser.ParagraphTransformer. The cells of a table are separate
// paragraphs.
func (longParagraphs) Transform(p *ast.Paragraph, reader text.Reader, _ parser.Context) {
	lines := p.Lines()
	if lines.Len() > 1 {
		if second := lines.At(1); isDelimiter(second.Value(reader.Source())) {
			return
		}
	}
	length, links := 0, 0
	for i := range lines.Len() {
		at := lines.At(i)
		length += at.Len()
		links += bytes.Count(at.Value(reader.Source()), []byte("["))
	}
	if length > maxParagraph || links > maxLinks {
		asText(p)
	}
}

// isDelimiter reports whether a line separates a table's header from its rows.
func isDelimiter(line []byte) bool {
	return bytes.ContainsRune(line, '-') && len(bytes.Trim(line, "|:- \t\r\n")) == 0
}

type wideTables struct{}

// Transform implements parser.ParagraphTransformer. Each row of a table has as many cells
// as its second line has columns, including missing ones.
func (wideTables) Transform(p *ast.Paragraph, reader text.Reader, _ parser.Context) {
	lines := p.Lines()
	columns, cells := 0, 0
	for i := range lines.Len() {
		at := lines.At(i)
		line := at.Value(reader.Source())
		n := bytes.Count(line, []byte("|")) + 1
		cells += n
		if i > 0 && isDelimiter(line) {
			columns = max(columns, n)
		}
	}
	if columns*lines.Len()-cells > maxPadding {
		asText(p)
	}
}

// asText replaces a paragraph by its source.
func asText(p *ast.Paragraph) {
	source := ast.NewCodeBlock()
	source.SetLines(p.Lines())
	p.Parent().ReplaceChild(p.Parent(), p, source)
}
