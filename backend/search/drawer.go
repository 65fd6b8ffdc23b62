package search

import (
	"encoding/binary"
	"io"
	"os"
)

// drawerSigs is how many signatures of a file stay in memory while it is read:
// those of some 8 MB of it.
const drawerSigs = 128

// drawer is where the signatures of a very long file lie until it is read to its
// end: 4 KB for some 64 KB of the file, which nobody looks at before.
type drawer struct {
	open func() (*os.File, error) // nil: all stay in memory
	free []*signature             // to be used again
	buf  []byte
}

// KeepSignatures lets those of very long files lie in files that open makes, one
// for each, until they are put into an Index. Where that fails they stay in
// memory, as all do without it.
func (b *Builder) KeepSignatures(open func() (*os.File, error)) { b.drawer = drawer{open: open} }

// signature packs marks.
func (d *drawer) signature(m *marks) *signature {
	last := len(d.free) - 1
	if last < 0 {
		return m.signature()
	}
	s := d.free[last]
	d.free = d.free[:last]
	m.pack(s)
	return s
}

// lay puts the signatures of f that are in memory with the others that lie in
// its file.
func (d *drawer) lay(f *File) {
	if d.open == nil {
		return
	}
	if f.laid == nil {
		file, err := d.open()
		if err != nil {
			d.open = nil
			return
		}
		f.laid = file
	}
	d.buf = d.buf[:0]
	for _, s := range f.sigs {
		for _, w := range s {
			d.buf = binary.LittleEndian.AppendUint64(d.buf, w)
		}
	}
	if _, err := f.laid.WriteAt(d.buf, int64(f.lying)*sigSize); err != nil {
		d.open = nil // the disk may be full
		return
	}
	f.lying += len(f.sigs)
	d.free = append(d.free, f.sigs...)
	clear(f.sigs)
	f.sigs = f.sigs[:0]
}

// sig returns the signature of a block. One that cannot be read says that the
// block may hold anything: whoever searches looks there.
func (f *File) sig(i int) *signature {
	if i >= f.lying {
		return f.sigs[i-f.lying]
	}
	var b [sigSize]byte
	if _, err := io.ReadFull(io.NewSectionReader(f.laid, int64(i)*sigSize, sigSize), b[:]); err != nil {
		s := new(signature)
		for j := range s {
			s[j] = ^uint64(0)
		}
		return s
	}
	return decodeSignature(b[:])
}

// putAway ends the use of the file of signatures.
func (f *File) putAway() {
	if f.laid != nil {
		_ = f.laid.Close() // only read from
	}
}
