package export

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"strings"

	"dendro/backend/thread"
)

//go:embed page.html
var page string

// HTML writes a document as one file that needs nothing else: no script, no
// request, no style sheet from elsewhere. Its policy forbids all of them too,
// should a browser ever see a way.
func HTML(d *Document, o Options) ([]byte, error) {
	o = o.ready()
	h := &html{o: o}
	t, err := template.New("page").Funcs(template.FuncMap{
		"label":    func(r thread.Row) string { return label(&r) },
		"pictures": func(r thread.Row) []template.URL { return h.pictures(&r) },
		"target":   target, "input": input, "text": visible, "failed": failed,
	}).Parse(page)
	if err != nil {
		return nil, fmt.Errorf("export: the page's template: %w", err)
	}
	var b bytes.Buffer
	if err := t.Execute(&b, h.shown(d)); err != nil {
		return nil, fmt.Errorf("export %s: %w", d.Session, err)
	}
	return b.Bytes(), nil
}

// shown returns a document as it is to be read, with its branches.
func (h *html) shown(d *Document) *Document {
	shown := *d
	shown.Rows = h.o.prepare(d.Rows)
	shown.Title, shown.Project = h.o.clean(d.Title), h.o.clean(d.Project)
	shown.Agent = h.o.cleanAgent(d.Agent)
	shown.Branches = make([]Document, 0, len(d.Branches))
	for i := range d.Branches {
		shown.Branches = append(shown.Branches, *h.shown(&d.Branches[i]))
	}
	return &shown
}

type html struct{ o Options }

// pictures returns the images of a row as URLs that hold them. They are made
// of a known type and base64 only, so that the template may trust them.
func (h *html) pictures(r *thread.Row) (list []template.URL) {
	for _, p := range h.o.pictures(r) {
		list = append(list, template.URL(dataURL(p)))
	}
	return list
}

func input(t *thread.Tool) string { return visible(indented(t.Input)) }

func failed(t *thread.Tool) bool { return t.Status != thread.StatusOK }

// visible makes control characters harmless: what is not a line end or a tab
// is shown as a picture of itself, and what turns the direction of writing
// round is named.
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
