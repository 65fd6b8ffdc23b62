package cache

import (
	"encoding/binary"
	"io"
	"slices"
	"unsafe"

	"dendro/backend/transcript"
)

// nodeSize is a node on disk: there are hundreds of thousands, so each has its
// fixed place, and the form that it has in the memory of nearly every machine.
// There a file of nodes is used as it is, and costs no memory of its own.
const nodeSize = 16 + 16 + 8 + 8 + 4 + 4 + 2 + 2 + 2 + 2

// nodeAlign is what the place of a file's nodes is a multiple of.
const nodeAlign = 8

// encodeNodes writes the nodes of all files, one after the other.
func encodeNodes(w io.Writer, files []File) error {
	var b []byte
	for i := range files {
		b = appendNodes(b[:0], files[i].Summary.Nodes)
		if _, err := w.Write(b); err != nil {
			return err
		}
	}
	return nil
}

func appendNodes(b []byte, nodes []transcript.Node) []byte {
	b = slices.Grow(b, len(nodes)*nodeSize)
	for i := range nodes {
		n := &nodes[i]
		b = append(b, n.ID[:]...)
		b = append(b, n.Parent[:]...)
		b = binary.LittleEndian.AppendUint64(b, uint64(n.Time))
		b = binary.LittleEndian.AppendUint64(b, n.Message)
		b = binary.LittleEndian.AppendUint32(b, n.Content)
		b = binary.LittleEndian.AppendUint32(b, uint32(n.Flags))
		b = binary.LittleEndian.AppendUint16(b, n.Session)
		b = binary.LittleEndian.AppendUint16(b, n.Branch)
		b = binary.LittleEndian.AppendUint16(b, n.Model)
		b = append(b, 0, 0)
	}
	return b
}

// nodesOf returns the nodes that stand in b, where it can without copying
// them: then they last as long as b, and must not be written to.
func nodesOf(b []byte) []transcript.Node {
	if len(b) < nodeSize {
		return nil
	}
	if alike() && uintptr(unsafe.Pointer(&b[0]))%unsafe.Alignof(transcript.Node{}) == 0 {
		return unsafe.Slice((*transcript.Node)(unsafe.Pointer(&b[0])), len(b)/nodeSize)
	}
	return decodeNodes(b)
}

// alike reports whether this machine has nodes in memory as they are on disk.
func alike() bool {
	var n transcript.Node
	return binary.NativeEndian.Uint16([]byte{1, 0}) == 1 && unsafe.Sizeof(n) == nodeSize &&
		unsafe.Offsetof(n.Parent) == 16 && unsafe.Offsetof(n.Time) == 32 && unsafe.Offsetof(n.Message) == 40 &&
		unsafe.Offsetof(n.Content) == 48 && unsafe.Offsetof(n.Flags) == 52 && unsafe.Offsetof(n.Session) == 56 &&
		unsafe.Offsetof(n.Branch) == 58 && unsafe.Offsetof(n.Model) == 60
}

func decodeNodes(b []byte) []transcript.Node {
	nodes := make([]transcript.Node, len(b)/nodeSize)
	for i := range nodes {
		n, at := &nodes[i], b[i*nodeSize:(i+1)*nodeSize]
		n.ID, n.Parent = transcript.ID(at[:16]), transcript.ID(at[16:32])
		n.Time = int64(binary.LittleEndian.Uint64(at[32:]))
		n.Message = binary.LittleEndian.Uint64(at[40:])
		n.Content = binary.LittleEndian.Uint32(at[48:])
		n.Flags = transcript.Flags(binary.LittleEndian.Uint32(at[52:]))
		n.Session = binary.LittleEndian.Uint16(at[56:])
		n.Branch = binary.LittleEndian.Uint16(at[58:])
		n.Model = binary.LittleEndian.Uint16(at[60:])
	}
	return nodes
}
