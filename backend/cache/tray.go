package cache

import (
	"hash/crc32"
	"os"
	"unsafe"
)

// windowSize is how much of a tray's file comes into view at once.
const windowSize = 8 << 20

// tray is a file without a name in which values are put one behind the other,
// and used where they lie.
type tray struct {
	file    *os.File // nil: nothing more is put in
	windows [][]byte
	length  int64  // of the windows
	end     int64  // of what was put in
	sum     uint32 // of all up to end
	zeros   [4 << 10]byte
}

// put writes data to the file and returns it as it lies there, at a multiple of
// eight; nil where there is no place, or nothing to put.
func (t *tray) put(data []byte) []byte {
	if t.file == nil || len(data) == 0 {
		return nil
	}
	size := (len(data) + 7) &^ 7
	if t.end+int64(size) > t.length {
		if err := t.extend(size); err != nil {
			t.close()
			return nil
		}
	}
	if _, err := t.file.WriteAt(data, t.end); err != nil {
		t.close() // the disk may be full
		return nil
	}
	last := t.windows[len(t.windows)-1]
	from := len(last) - int(t.length-t.end)
	t.sum = crc32.Update(t.sum, castagnoli(), data)
	t.end += int64(len(data))
	t.fill(int64(size - len(data)))
	return last[from : from+len(data) : from+len(data)]
}

// fill goes on behind n bytes that stay zero.
func (t *tray) fill(n int64) {
	t.end += n
	for n > 0 {
		part := t.zeros[:min(n, int64(len(t.zeros)))]
		t.sum = crc32.Update(t.sum, castagnoli(), part)
		n -= int64(len(part))
	}
}

// extend takes another window into view, with room for size bytes.
func (t *tray) extend(size int) error {
	length := (size + windowSize - 1) / windowSize * windowSize
	if err := t.file.Truncate(t.length + int64(length)); err != nil {
		return err
	}
	window, err := viewAt(t.file, t.length, length)
	if err != nil {
		return err
	}
	if len(t.windows) > 0 { // it is not looked at before all are read
		unload(t.windows[len(t.windows)-1])
	}
	t.fill(t.length - t.end)
	t.windows = append(t.windows, window)
	t.length += int64(length)
	return nil
}

// at returns where in the file b lies; ok says whether it does.
func (t *tray) at(b *byte) (at int64, ok bool) {
	where := uintptr(unsafe.Pointer(b))
	for _, w := range t.windows {
		if first := uintptr(unsafe.Pointer(&w[0])); where >= first && where < first+uintptr(len(w)) {
			return at + int64(where-first), true
		}
		at += int64(len(w))
	}
	return 0, false
}

func (t *tray) close() {
	if t.file != nil {
		_ = t.file.Close() // nobody reads it but through the views
		t.file = nil
	}
}

// rest gives the memory back that looking at the file has taken.
func (t *tray) rest() {
	for _, w := range t.windows {
		unload(w)
	}
}
