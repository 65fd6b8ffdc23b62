package export

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"strconv"
	"strings"
	"time"

	"dendro/backend/internal/plain"
	"dendro/backend/thread"
	"dendro/backend/transcript"
)

//go:embed page.html
var page string

// HTML writes a document as one self-contained file: no script, no request, no external
// style sheet. Its content security policy forbids them too.
func HTML(d *Document, o Options) ([]byte, error) {
	o.Zone = cmp.Or(o.Zone, time.UTC)
	t, err := template.New("page").Funcs(template.FuncMap{"text": visible}).Parse(page)
	if err != nil {
		return nil, fmt.Errorf("export: the page's template: %w", err)
	}
	w := &pageWriter{o: o, prose: newProse(), author: d.author()}
	shown := o.selected(d)
	// The body consists of escaped texts and the output of the renderers below; the
	// template escapes everything else.
	data := struct {
		*Document
		Prompts []prompt
		Span    template.HTML
		Body    template.HTML
	}{Document: shown, Span: w.span(shown)}
	data.Body = template.HTML(w.whole(shown))
	data.Prompts = w.prompts
	var b bytes.Buffer
	if err := t.Execute(&b, data); err != nil {
		return nil, fmt.Errorf("export %s: %w", d.Session, err)
	}
	return b.Bytes(), nil
}

// pageWriter writes the rows of a page.
type pageWriter struct {
	o       Options
	prose   *prose
	b       strings.Builder
	prompts []prompt // of the document itself, not of its agents
	depth   int      // nesting of agents
	author  string   // the heading of the document's own prompts
}

// prompt is an entry of the table of contents.
type prompt struct {
	Number           int
	ID, Text, Branch string
}

// whole writes the whole document.
func (w *pageWriter) whole(d *Document) string {
	w.rows(d.Rows)
	for i := range d.Branches {
		branch := &d.Branches[i]
		w.text("<section class=\"branch\">\n<h2>Branch: %s</h2>\n<p class=\"facts\">session %s</p>\n", branch.Heading(), branch.Session)
		first := len(w.prompts)
		w.rows(branch.Rows)
		if first < len(w.prompts) {
			w.prompts[first].Branch = branch.Heading()
		}
		w.b.WriteString("</section>\n")
	}
	return w.b.String()
}

// text writes markup with arguments, each of which is escaped.
func (w *pageWriter) text(markup string, texts ...string) {
	values := make([]any, len(texts))
	for i, t := range texts {
		values[i] = escaped(visible(t))
	}
	fmt.Fprintf(&w.b, markup, values...)
}

func (w *pageWriter) rows(rows []thread.Row) {
	for i := range rows {
		w.row(&rows[i])
	}
}

func (w *pageWriter) row(r *thread.Row) {
	switch {
	case unrecorded(r):
		return
	case r.Tool != nil:
		w.tool(r)
		return
	case r.Kind == "prompt" || r.Kind == "message":
		w.promptRow(r)
	case r.Kind == "reply":
		w.text(`<article class="reply">` + "\n")
		w.b.WriteString(w.prose.html(r.Text, false))
	case r.Kind == "thinking":
		w.text("<article class=\"thinking\"><details><summary>Thinking <span>%s</span></summary>\n", firstLine(r.Text, 160))
		w.b.WriteString(w.prose.html(r.Text, false) + "</details>")
	case r.Kind == "compaction":
		w.text("<article class=\"compaction\"><details><summary>Compacted here %s</summary>\n", "")
		w.b.WriteString(w.prose.html(r.Text, false) + "</details>")
	default: // commands, and notices of the client
		w.notice(r)
	}
	w.pictures(r)
	if did := sidechain(r); did != nil {
		w.text("<section class=\"agent\"><details><summary><b>%s</b> %s <span>%s rows</span></summary>\n", kindOf(did), did.Description, strconv.Itoa(len(did.Rows)))
		w.agent(did)
		w.b.WriteString("</details></section>\n")
	}
	w.b.WriteString("</article>\n")
}

func (w *pageWriter) promptRow(r *thread.Row) {
	author := w.author
	if w.depth == 0 {
		number := len(w.prompts) + 1
		id := fmt.Sprintf("p%d", number)
		w.prompts = append(w.prompts, prompt{Number: number, ID: id, Text: firstLine(r.Text, 120)})
		fmt.Fprintf(&w.b, `<article class="prompt" id="%s">`, id)
	} else {
		author = task
		w.b.WriteString(`<article class="prompt">`)
	}
	w.text("\n<header><b>%s</b> ", label(r, author))
	w.time(string(r.Time))
	w.b.WriteString("</header>\n" + w.prose.html(r.Text, true))
}

// maxNotice is the number of lines of a command or notice that are shown expanded.
const maxNotice = 6

func (w *pageWriter) notice(r *thread.Row) {
	text := plain.Codes(r.Text)
	w.text("<article class=\"%s %s\">", r.Kind, string(r.Level))
	if strings.Count(text, "\n") < maxNotice {
		w.text("<pre>\n%s</pre>", text)
		return
	}
	w.text("<details><summary>%s</summary><pre>\n%s</pre></details>", firstLine(text, 90), text)
}

// tool writes a call as a collapsible line.
func (w *pageWriter) tool(r *thread.Row) {
	t := r.Tool
	class, status := "tool", ""
	if t.Status != thread.StatusOK {
		class, status = "tool failed", t.Status
	}
	w.text("<article class=\""+class+"\"><details><summary><b>%s</b>", transcript.ToolTitle(t.Name))
	if about := target(t); about != "" {
		w.text(" <code>%s</code>", about)
	}
	// A failed call changed nothing.
	added, removed := counted(changes(t))
	if added > 0 && status == "" {
		fmt.Fprintf(&w.b, ` <span class="plus">+%d</span>`, added)
	}
	if removed > 0 && status == "" {
		fmt.Fprintf(&w.b, ` <span class="minus">−%d</span>`, removed)
	}
	if status != "" {
		w.text(` <span class="status">%s</span>`, map[string]string{thread.StatusMissing: "no result", thread.StatusError: "failed"}[status])
	}
	did := sidechain(r)
	if did != nil {
		w.text(` <span>%s · %s rows</span>`, kindOf(did), strconv.Itoa(len(did.Rows)))
	}
	w.b.WriteString(" ")
	w.time(string(r.Time))
	w.b.WriteString("</summary>\n")
	given, answered := parts(t, did)
	w.part(given)
	if did != nil {
		w.agent(did)
	}
	answered.text = plain.Codes(answered.text)
	w.part(answered)
	w.pictures(r)
	w.b.WriteString("</details></article>\n")
}

// part writes a part of a call.
func (w *pageWriter) part(p part) {
	switch {
	case p.diff != nil:
		w.b.WriteString(diffHTML(p.diff))
	case p.text == "":
	case p.asked:
		w.b.WriteString(`<div class="task">` + w.prose.html(p.text, true) + "</div>\n")
	case p.prose:
		w.b.WriteString(w.prose.html(p.text, false))
	default:
		w.b.WriteString(codeHTML(p.text, p.language))
	}
}

func kindOf(s *thread.Sidechain) string { return cmp.Or(s.Type, "Agent") }

// agent writes the conversation of an agent.
func (w *pageWriter) agent(s *thread.Sidechain) {
	w.depth++
	w.rows(s.Rows)
	w.depth--
}

// pictures writes the images of a row as data URLs, only of known types.
func (w *pageWriter) pictures(r *thread.Row) {
	for _, p := range w.o.pictures(r) {
		w.text("<img src=\"%s\" alt=\"image\">\n", dataURL(p))
	}
}

// time writes a time in the document's zone, with the recorded time as tooltip.
func (w *pageWriter) time(stamp string) { w.timeAfter(stamp, "") }

// timeAfter is [pageWriter.time] without the day if it is the same as that of another time.
func (w *pageWriter) timeAfter(stamp, other string) {
	t, err := time.Parse(time.RFC3339, stamp)
	if err != nil {
		return
	}
	const day, clock = "2 Jan 2006, ", "15:04"
	said := t.In(w.o.Zone).Format(day + clock)
	if before, err := time.Parse(time.RFC3339, other); err == nil {
		said = strings.TrimPrefix(said, before.In(w.o.Zone).Format(day))
	}
	w.text(`<time datetime="%s" title="%s">%s</time>`, stamp, stamp, said)
}

// span writes the document's start and end time.
func (w *pageWriter) span(d *Document) template.HTML {
	var at pageWriter
	at.o = w.o
	first, last := "", ""
	for i := range d.Rows {
		if d.Rows[i].Time != "" {
			if first == "" {
				first = string(d.Rows[i].Time)
			}
			last = string(d.Rows[i].Time)
		}
	}
	at.time(first)
	if last != first {
		at.b.WriteString(" – ")
		at.timeAfter(last, first)
	}
	return template.HTML(at.b.String())
}

// escaped makes a text safe in an element and in a quoted attribute.
func escaped(s string) string { return template.HTMLEscapeString(s) }

// visible replaces control characters other than tabs and line ends by visible symbols, and
// names characters that change the text direction.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r == '\r':
			return -1
		case r < ' ':
			return 0x2400 + r
		case r == 0x7f:
			return 0x2421
		case r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
			return 0xfffd
		}
		return r
	}, s)
}
