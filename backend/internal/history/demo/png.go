package demo

import (
	"encoding/binary"
	"hash/adler32"
	"hash/crc32"
	"io"
)

// writePNG writes a picture of four colours (0 paper, 1 grey, 2 orange, 3 green) without
// compression, so that its bytes depend only on the pixels.
func writePNG(w io.Writer, width, height int, at func(x, y int) uint8) {
	chunk := func(name string, data []byte) {
		b := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
		b = append(append(b, name...), data...)
		b = binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[4:]))
		_, _ = w.Write(b)
	}
	_, _ = w.Write([]byte("\x89PNG\r\n\x1a\n"))
	head := binary.BigEndian.AppendUint32(nil, uint32(width))
	head = binary.BigEndian.AppendUint32(head, uint32(height))
	chunk("IHDR", append(head, 2, 3, 0, 0, 0)) // two bits per pixel, palette
	chunk("PLTE", []byte{250, 249, 246, 150, 152, 158, 214, 120, 40, 46, 140, 90})

	var raw []byte
	for y := range height {
		raw = append(raw, 0)
		for x := 0; x < width; x += 4 {
			var b uint8
			for k := range 4 {
				b <<= 2
				if x+k < width {
					b |= at(x+k, y) & 3
				}
			}
			raw = append(raw, b)
		}
	}
	z := []byte{0x78, 0x01}
	for rest := raw; len(rest) > 0; {
		n := min(len(rest), 65535)
		last := byte(0)
		if n == len(rest) {
			last = 1
		}
		z = append(z, last)
		z = binary.LittleEndian.AppendUint16(z, uint16(n))
		z = binary.LittleEndian.AppendUint16(z, ^uint16(n))
		z = append(z, rest[:n]...)
		rest = rest[n:]
	}
	chunk("IDAT", binary.BigEndian.AppendUint32(z, adler32.Checksum(raw)))
	chunk("IEND", nil)
}
