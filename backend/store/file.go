package store

import (
	"encoding/binary"
	"unsafe"

	"dendro/backend/internal/codec"
	"dendro/backend/transcript"
)

// File is the cached data of one session or agent file.
type File struct {
	transcript.File
	Print   uint64 // of scan.Result
	Unique  bool   // no uuid occurs twice in the file
	Summary *transcript.Summary
	Thread  string // the encoded record index of the file; "": it was not made
}

// The part of a file holds the number of nodes, the nodes in their memory layout (a store is
// used by one build of the program on one machine only), and the encoded rest.
const (
	countSize = align
	nodeSize  = int(unsafe.Sizeof(transcript.Node{}))
)

// mostWritten limits the buffer that is reused for the next file.
const mostWritten = 1 << 20

// AppendFile appends a file's data as a part.
func (s *Store) AppendFile(f *File) (*Part, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	x, nodes := codec.Write(s.written), f.Summary.Nodes
	var count [countSize]byte
	binary.LittleEndian.PutUint64(count[:], uint64(len(nodes)))
	x.Raw(count[:])
	x.Raw(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(nodes))), len(nodes)*nodeSize))
	visitFile(x, f)
	if s.written = x.Out(); cap(s.written) > mostWritten {
		s.written = nil
	}
	return s.append(x.Out())
}

// ReadFile decodes a part that AppendFile wrote. Its strings and nodes point into the part:
// callers must not modify them.
func ReadFile(p *Part) (File, error) {
	data, err := p.Bytes()
	if err != nil {
		return File{}, err
	}
	return decodeFile(data)
}

func decodeFile(data []byte) (f File, err error) {
	if len(data) < countSize {
		return f, codec.ErrDamaged
	}
	count, data := binary.LittleEndian.Uint64(data), data[countSize:]
	if count > uint64(len(data)/nodeSize) {
		return f, codec.ErrDamaged
	}
	f.Summary = new(transcript.Summary)
	x := codec.Read(data[int(count)*nodeSize:])
	visitFile(x, &f)
	if count > 0 {
		f.Summary.Nodes = unsafe.Slice((*transcript.Node)(unsafe.Pointer(unsafe.SliceData(data))), count)
	}
	return f, x.Close()
}

// visitFile visits everything but the nodes. A test checks that every field of a File
// survives a round trip.
func visitFile(x *codec.Coder, f *File) {
	x.Text(&f.Root, &f.Path, &f.ID, &f.Owner, &f.Run)
	x.Flag(&f.Agent, &f.Kept)
	m := &f.Meta
	x.Text(&m.Type, &m.Description, &m.ToolUseID, &m.ParentAgent, &m.Model)
	codec.Int(x, &m.Depth)
	x.Text(&f.Renamed, &f.About.Title)
	codec.List(x, &f.About.From, func(o *transcript.Origin) {
		x.Text(&o.Session)
		codec.Uint(x, &o.By)
		codec.Int(x, &o.Left.Turns, &o.Left.Steps, &o.Left.Outputs, &o.Left.Pictures)
	})
	codec.Int(x, &f.Size)
	x.Time(&f.ModTime)
	x.Uint64(&f.Identity.Inode)
	codec.Int(x, &f.Identity.Changed)
	x.Uint64(&f.Print)
	x.Uint64(&f.Outputs)
	x.Flag(&f.Unique)
	visitSummary(x, f.Summary)
	x.Text(&f.Thread)
}
