package transcript

import (
	"cmp"
	"strings"

	"dendro/backend/jsonl"
)

// Document is a document given to the model with a text.
type Document struct {
	Name string      // its title or file name, else its address or media type
	Text jsonl.Value // of a text document: a string or blocks; nil for a PDF
}

// Document returns the document of a block of BlockDocument.
func (b *Block) Document() Document { return documentOf(b.Raw) }

func documentOf(block jsonl.Value) (d Document) {
	source := block.Get("source")
	if d.Text = source.Get("content"); source.Get("type").String() == "text" {
		d.Text = source.Get("data")
	}
	url, _, _ := strings.Cut(source.Get("url").String(), "?")
	url, _, _ = strings.Cut(url, "#")
	for _, name := range []string{
		block.Get("title").String(), block.Get("filename").String(), block.Get("name").String(),
		source.Get("filename").String(), url[strings.LastIndexByte(url, '/')+1:],
		source.Get("file_id").String(), source.Get("media_type").String(),
	} {
		if d.Name = OneLine(name); d.Name != "" {
			break
		}
	}
	return d
}

// Label returns the document's name for use in place of a prompt.
func (d *Document) Label() string { return strings.TrimSpace("[Document] " + d.Name) }

// String returns the document for display: its label and its text.
func (d *Document) String() string {
	return strings.TrimRight(d.Label()+"\n\n"+FlatText(d.Text), "\n")
}

// Documents calls f with each document of a content (of a queued command), in order.
func Documents(v jsonl.Value, f func(Document)) {
	v.Elements(func(e jsonl.Value) {
		if e.Get("type").String() == "document" {
			f(documentOf(e))
		}
	})
}

// ContentText returns the texts of a content, with its documents.
func ContentText(v jsonl.Value) string {
	if v.IsString() {
		return v.String()
	}
	texts := []string{FlatText(v)}
	Documents(v, func(d Document) { texts = append(texts, d.String()) })
	return strings.TrimLeft(strings.Join(texts, "\n\n"), "\n")
}

// The client writes these before the path or the size of a picture that it sends
// (2.0.7x–2.1.332).
const (
	pictureSource = "[Image: source:"
	pictureSize   = "[Image: original"
)

// Breadcrumb returns the origin or the size of a picture from a text that consists of it:
// the client writes it beside the picture. It returns false for any other text.
func Breadcrumb(v jsonl.Value) (about string, ok bool) {
	const longest = 16 << 10
	var buf [HeadBytes + jsonl.HeadSlack]byte
	head := beginning(buf[:0], v)
	if len(v) > longest || !hasPrefix(head, pictureSource) && !hasPrefix(head, pictureSize) {
		return "", false
	}
	for line := range strings.Lines(strings.TrimSpace(v.String())) {
		line = strings.TrimSpace(line)
		path, sourced := strings.CutPrefix(line, pictureSource)
		if line == "" || !strings.HasSuffix(line, "]") || !sourced && !strings.HasPrefix(line, pictureSize) {
			return "", false
		}
		if !sourced {
			path = strings.TrimPrefix(line, "[Image: ")
		}
		about = cmp.Or(about, strings.TrimSpace(strings.TrimSuffix(path, "]")))
	}
	return about, true
}

// PictureText returns a text for the pictures of a record that the client injected: one
// line for each, with its origin.
func (r *Record) PictureText() string {
	var paths []string
	pictures := 0
	for i := range r.Blocks {
		b := &r.Blocks[i]
		if b.Kind == BlockImage {
			pictures++
		} else if about, ok := Breadcrumb(b.Text); ok {
			paths = append(paths, about)
		}
	}
	for len(paths) < pictures {
		paths = append(paths, imageOnly)
	}
	return strings.Join(paths[:pictures], "\n")
}

// hasPicture reports whether a block of r is a picture.
func (r *Record) hasPicture() bool {
	for i := range r.Blocks {
		if r.Blocks[i].Kind == BlockImage {
			return true
		}
	}
	return false
}

// BreadcrumbOf is [Breadcrumb] for a text of r that belongs to a picture of r.
func (r *Record) BreadcrumbOf(v jsonl.Value) (about string, ok bool) {
	if about, ok = Breadcrumb(v); ok && r.hasPicture() {
		return about, true
	}
	return "", false
}
