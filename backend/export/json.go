package export

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"

	"dendro/backend/thread"
)

// JSON writes a document as one JSON object: the fields of "show --json", with images as
// data URLs.
func JSON(d *Document, o Options) ([]byte, error) {
	shown := o.selected(d)
	o.embed(shown.Rows)
	for i := range shown.Branches {
		o.embed(shown.Branches[i].Rows)
	}
	b, err := json.Marshal(struct {
		Schema int `json:"schema"`
		*Document
	}{1, shown})
	if err != nil {
		return nil, fmt.Errorf("export %s: %w", d.Session, err)
	}
	if !shown.deeper(mostIndented) {
		var out bytes.Buffer
		err = json.Indent(&out, b, "", "  ")
		b = out.Bytes()
	}
	return append(b, '\n'), err
}

// mostIndented is how deep agents may be nested in an indented document. Beyond, its size
// would grow with the square of the depth.
const mostIndented = 16

// deeper reports whether agents are nested deeper than most.
func (d *Document) deeper(most int) bool {
	return deeper(d.Rows, most) || slices.ContainsFunc(d.Branches, func(b Document) bool { return b.deeper(most) })
}

func deeper(rows []thread.Row, most int) bool {
	return slices.ContainsFunc(rows, func(r thread.Row) bool {
		return r.Sidechain != nil && (most == 0 || deeper(r.Sidechain.Rows, most-1))
	})
}

// embed embeds images into the rows, which Options.prepare has copied.
func (o *Options) embed(rows []thread.Row) {
	for i := range rows {
		r := &rows[i]
		r.Pictures = o.embedded(r.UUID, r.Pictures)
		if r.Tool != nil {
			r.Tool.Pictures = o.embedded(r.Tool.ResultUUID, r.Tool.Pictures)
		}
		if r.Sidechain != nil {
			o.embed(r.Sidechain.Rows)
		}
	}
}

func (o *Options) embedded(uuid string, images []thread.Image) []thread.Image {
	if o.Picture == nil {
		return images
	}
	out := make([]thread.Image, 0, len(images))
	for _, image := range images {
		if p, ok := o.Picture(uuid, image.Index); ok && PlainImage(p.Type) {
			image.URL = dataURL(p)
		}
		out = append(out, image)
	}
	return out
}

func dataURL(p Picture) string {
	return "data:" + p.Type + ";base64," + base64.StdEncoding.EncodeToString(p.Data)
}
