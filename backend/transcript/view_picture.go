package transcript

import "dendro/backend/jsonl"

// ImageSource locates the bytes of a picture.
type ImageSource struct {
	MediaType string
	Data      jsonl.Value // base64, a JSON string; nil if URL names the source
	URL       string
	Path      string // path of the original file, written by the client beside the picture
}

// Image returns the picture of a block of BlockImage.
func (b *Block) Image() ImageSource { return imageSource(b.Source) }

func imageSource(source jsonl.Value) ImageSource {
	s := ImageSource{
		MediaType: source.Get("media_type").String(), Data: source.Get("data"), URL: source.Get("url").String(),
	}
	if !s.Data.IsString() {
		s.Data = nil
	}
	return s
}

// HasImage reports whether a content (of a result, of a queued command) holds
// pictures.
func HasImage(v jsonl.Value) (found bool) {
	v.Elements(func(e jsonl.Value) { found = found || isImage(e) })
	return found
}

// Images calls f with each picture of a content, in order.
func Images(v jsonl.Value, f func(ImageSource)) {
	v.Elements(func(e jsonl.Value) {
		if !isImage(e) {
			return
		}
		source := e.Get("source")
		if source == nil && e.Get("data") != nil { // as MCP servers write it
			s := imageSource(e)
			s.MediaType = e.Get("mimeType").String()
			f(s)
			return
		}
		f(imageSource(source))
	})
}

func isImage(block jsonl.Value) bool { return block.Get("type").String() == "image" }
