package archive

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"os"

	"github.com/klauspost/compress/zstd"
)

// kind is what an entry of a pack holds.
type kind byte

const (
	kindChunk   kind = 'c' // a piece of a file
	kindSession kind = 's' // a session as JSON
	kindDropped kind = 'd' // the key of a session that was dropped, as JSON
)

// sum is the SHA-256 of an entry's content.
type sum = [sha256.Size]byte

// The header of an entry: magic, kind, length as stored, length of the content, hash of the
// content, checksum of all that. Numbers are little-endian.
const (
	magic      = "\xd3den"
	headerSize = len(magic) + 1 + 4 + 4 + sha256.Size + 4
	// maxContent bounds the content of an entry: no header may ask for more memory.
	maxContent = 64 << 20
	packSize   = 64 << 20
)

// place is where an entry lies.
type place struct {
	pack    uint32
	offset  int64 // of its header
	stored  uint32
	content uint32
}

// end returns the offset behind the entry.
func (p place) end() int64 { return p.offset + int64(headerSize) + int64(p.stored) }

// entry is an entry as a scan meets it.
type entry struct {
	place
	kind kind
	hash sum
}

func (e entry) header() []byte {
	b := make([]byte, 0, headerSize)
	b = append(b, magic...)
	b = append(b, byte(e.kind))
	b = binary.LittleEndian.AppendUint32(b, e.stored)
	b = binary.LittleEndian.AppendUint32(b, e.content)
	b = append(b, e.hash[:]...)
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// parseHeader returns the entry of a header, without its place, or false if it is damaged.
func parseHeader(b []byte) (entry, bool) {
	if len(b) < headerSize || string(b[:len(magic)]) != magic {
		return entry{}, false
	}
	sum := binary.LittleEndian.Uint32(b[headerSize-4:])
	if crc32.Checksum(b[:headerSize-4], castagnoli) != sum {
		return entry{}, false
	}
	at := len(magic)
	e := entry{kind: kind(b[at])}
	e.stored = binary.LittleEndian.Uint32(b[at+1:])
	e.content = binary.LittleEndian.Uint32(b[at+5:])
	copy(e.hash[:], b[at+9:])
	return e, e.content <= maxContent && e.stored <= maxContent+maxContent/8
}

// scanPack calls found for each entry of a pack from an offset on, and returns the offset
// behind the last one and whether everything before size was readable. Behind a damaged
// header it goes on at the next good one.
func scanPack(file io.ReaderAt, number uint32, from, size int64, found func(entry)) (end int64, whole bool) {
	at, end, whole := from, from, true
	header := make([]byte, headerSize)
	for at < size {
		if at+int64(headerSize) > size {
			return end, false
		}
		if _, err := file.ReadAt(header, at); err != nil {
			return end, false
		}
		e, ok := parseHeader(header)
		e.pack, e.offset = number, at
		if ok && e.end() <= size {
			found(e)
			at, end = e.end(), e.end()
			continue
		}
		whole = false
		next := nextMagic(file, at+1, size)
		if next < 0 {
			return end, false
		}
		at = next
	}
	return end, whole
}

// nextMagic returns the offset of the next possible header, or -1.
func nextMagic(file io.ReaderAt, from, size int64) int64 {
	r := bufio.NewReaderSize(io.NewSectionReader(file, from, size-from), 1<<16)
	for at := from; ; {
		window, err := r.Peek(1 << 16)
		if i := bytes.Index(window, []byte(magic)); i >= 0 {
			return at + int64(i)
		}
		skip := len(window) - len(magic) + 1
		if err != nil || skip <= 0 {
			return -1
		}
		n, _ := r.Discard(skip) // they were peeked at
		at += int64(n)
	}
}

// errDamaged is the reason why an entry cannot be read.
var errDamaged = errors.New("damaged")

// readEntry returns the content of an entry after comparing it with its hash.
func readEntry(file io.ReaderAt, at place, want sum, decoder *zstd.Decoder) ([]byte, error) {
	stored := make([]byte, at.stored)
	if _, err := file.ReadAt(stored, at.offset+int64(headerSize)); err != nil {
		return nil, errors.Join(errDamaged, err)
	}
	content, err := decoder.DecodeAll(stored, make([]byte, 0, at.content))
	if err != nil || sha256.Sum256(content) != want {
		return nil, errors.Join(errDamaged, err)
	}
	return content, nil
}

// packWriter appends entries to the last pack, and begins the next one when that is full.
type packWriter struct {
	file    *os.File
	number  uint32
	size    int64
	full    int64 // at which size the next pack begins
	encoder *zstd.Encoder
	open    func(number uint32, fresh bool) (*os.File, error)
	buffer  []byte // for a compressed content, reused
}

// add appends an entry. It is durable after sync.
func (w *packWriter) add(k kind, content []byte) (entry, error) {
	w.buffer = w.encoder.EncodeAll(content, w.buffer[:0])
	stored := w.buffer
	return w.addStored(entry{kind: k, hash: sha256.Sum256(content), place: place{content: uint32(len(content)), stored: uint32(len(stored))}}, stored)
}

// addStored appends an entry that is compressed already.
func (w *packWriter) addStored(e entry, stored []byte) (entry, error) {
	if w.size >= w.full {
		if err := w.next(); err != nil {
			return e, err
		}
	}
	e.pack, e.offset = w.number, w.size
	if _, err := w.file.WriteAt(append(e.header(), stored...), w.size); err != nil {
		return e, err
	}
	w.size = e.end()
	return e, nil
}

func (w *packWriter) next() error {
	file, err := w.open(w.number+1, true)
	if err != nil {
		return err
	}
	if err := errors.Join(w.sync(), w.file.Close()); err != nil {
		return errors.Join(err, file.Close())
	}
	w.file, w.number, w.size = file, w.number+1, 0
	return nil
}

func (w *packWriter) sync() error { return w.file.Sync() }

func (w *packWriter) close() error { return w.file.Close() }
