package thread

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"image"
	_ "image/gif"  // headers for sizes
	_ "image/jpeg" // headers for sizes
	_ "image/png"  // headers for sizes
	"io"

	"dendro/backend/transcript"
)

// Picture is an image in a record, undecoded.
type Picture struct {
	transcript.ImageSource
	Index int // among the record's pictures
	Block int // index of the content block that holds it
}

// Pictures returns the images of a record in order: of its own blocks, of its results, of a
// queued prompt. They are valid as long as r is.
func Pictures(r *transcript.Record) (list []Picture) {
	add := func(block int) func(transcript.ImageSource) {
		return func(s transcript.ImageSource) {
			list = append(list, Picture{ImageSource: s, Index: len(list), Block: block})
		}
	}
	for i := range r.Blocks {
		switch b := &r.Blocks[i]; b.Kind {
		case transcript.BlockImage:
			add(i)(b.Image())
		case transcript.BlockToolResult:
			transcript.Images(b.Content, add(i))
		}
	}
	if r.Kind == transcript.KindAttachment {
		transcript.Images(r.QueuedCommand().Prompt, add(0))
	}
	if r.Kind == transcript.KindUser && len(list) > 0 {
		name(list, r)
	}
	return list
}

// name assigns to pictures, in order, the paths that the client wrote beside them.
func name(list []Picture, r *transcript.Record) {
	next := 0
	for i := range r.Blocks {
		if r.Blocks[i].Kind != transcript.BlockText {
			continue
		}
		if about, ok := transcript.Breadcrumb(r.Blocks[i].Text); ok && next < len(list) {
			list[next].Path = about
			next++
		}
	}
}

// Decode returns the bytes of the picture.
func (p *Picture) Decode() ([]byte, error) { return io.ReadAll(p.reader()) }

func (p *Picture) reader() io.Reader {
	raw := []byte(p.Data)
	if len(raw) >= 2 {
		raw = raw[1 : len(raw)-1]
	}
	if bytes.IndexByte(raw, '\\') >= 0 {
		raw = p.Data.AppendText(nil)
	}
	return base64.NewDecoder(base64.StdEncoding, bytes.NewReader(raw))
}

// describePictures returns the wire format of pictures: types and sizes, which are read
// from the first bytes of each.
func describePictures(list []Picture) []Image {
	if len(list) == 0 {
		return nil
	}
	out := make([]Image, len(list))
	for i := range list {
		p := &list[i]
		out[i] = Image{Index: p.Index, Type: p.MediaType, Bytes: max(0, len(p.Data)-2) / 4 * 3, URL: p.URL, Path: p.Path}
		if p.Data != nil {
			out[i].Width, out[i].Height = p.size()
		}
	}
	return out
}

// maxHeader bounds the part of a picture that is decoded for its size: photos have previews
// and colour profiles before it.
const maxHeader = 256 << 10

// size returns the picture's size in pixels, or zeros.
func (p *Picture) size() (width, height int) {
	r := io.LimitReader(p.reader(), maxHeader)
	head := make([]byte, 30)
	n, _ := io.ReadFull(r, head) // shorter data is not a picture
	head = head[:n]
	if w, h, ok := webpSize(head); ok {
		return w, h
	}
	c, _, err := image.DecodeConfig(io.MultiReader(bytes.NewReader(head), r))
	if err != nil || c.Width < 0 || c.Height < 0 {
		return 0, 0
	}
	return c.Width, c.Height
}

// webpSize reads the size from the first 30 bytes of a WebP file, which the standard
// library does not support: extended, lossless or lossy.
func webpSize(b []byte) (width, height int, ok bool) {
	if len(b) < 30 || string(b[:4]) != "RIFF" || string(b[8:12]) != "WEBP" {
		return 0, 0, false
	}
	switch string(b[12:16]) {
	case "VP8X":
		w := int(b[24]) | int(b[25])<<8 | int(b[26])<<16
		h := int(b[27]) | int(b[28])<<8 | int(b[29])<<16
		return w + 1, h + 1, true
	case "VP8L":
		bits := binary.LittleEndian.Uint32(b[21:25])
		return int(bits&0x3fff) + 1, int(bits>>14&0x3fff) + 1, true
	case "VP8 ":
		return int(binary.LittleEndian.Uint16(b[26:28]) & 0x3fff), int(binary.LittleEndian.Uint16(b[28:30]) & 0x3fff), true
	}
	return 0, 0, false
}
