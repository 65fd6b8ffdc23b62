package cache

import (
	"encoding/binary"
	"slices"

	"dendro/backend/transcript"
)

// nodeSize is a node on disk: there are hundreds of thousands, so each has its
// fixed place.
const nodeSize = 16 + 16 + 8 + 4 + 4 + 2 + 2 + 2

func appendNodes(b []byte, nodes []transcript.Node) []byte {
	b = slices.Grow(b, len(nodes)*nodeSize)
	for i := range nodes {
		n := &nodes[i]
		b = append(b, n.ID[:]...)
		b = append(b, n.Parent[:]...)
		b = binary.LittleEndian.AppendUint64(b, uint64(n.Time))
		b = binary.LittleEndian.AppendUint32(b, n.Message)
		b = binary.LittleEndian.AppendUint32(b, uint32(n.Flags))
		b = binary.LittleEndian.AppendUint16(b, n.Session)
		b = binary.LittleEndian.AppendUint16(b, n.Branch)
		b = binary.LittleEndian.AppendUint16(b, n.Model)
	}
	return b
}

func decodeNodes(b []byte) []transcript.Node {
	if len(b) < nodeSize {
		return nil
	}
	nodes := make([]transcript.Node, len(b)/nodeSize)
	for i := range nodes {
		n, at := &nodes[i], b[i*nodeSize:(i+1)*nodeSize]
		n.ID, n.Parent = transcript.ID(at[:16]), transcript.ID(at[16:32])
		n.Time = int64(binary.LittleEndian.Uint64(at[32:]))
		n.Message = binary.LittleEndian.Uint32(at[40:])
		n.Flags = transcript.Flags(binary.LittleEndian.Uint32(at[44:]))
		n.Session = binary.LittleEndian.Uint16(at[48:])
		n.Branch = binary.LittleEndian.Uint16(at[50:])
		n.Model = binary.LittleEndian.Uint16(at[52:])
	}
	return nodes
}
