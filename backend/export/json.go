package export

import (
	"encoding/base64"
	"encoding/json"
	"fmt"

	"dendro/backend/thread"
)

// JSON writes a document as one JSON object: the fields of "show --json", with images as
// data URLs.
func JSON(d *Document, o Options) ([]byte, error) {
	shown := o.shown(d)
	o.embed(shown.Rows)
	for i := range shown.Branches {
		o.embed(shown.Branches[i].Rows)
	}
	b, err := json.MarshalIndent(struct {
		Schema int `json:"schema"`
		*Document
	}{1, shown}, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("export %s: %w", d.Session, err)
	}
	return append(b, '\n'), nil
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
