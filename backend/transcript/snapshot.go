package transcript

import (
	"hash/crc32"

	"dendro/backend/jsonl"
)

// Response describes the newest response of a file, to distinguish a record that repeats
// all of it, possibly extended, from one that adds a block.
type Response struct {
	Message uint64 // hash of message.id; 0: none
	Last    ID     // its newest record
	Records []ID   // the records whose blocks are listed next
	Blocks  []BlockPrint
}

// BlockPrint identifies a repeated block, even if it has grown.
type BlockPrint struct {
	Kind BlockKind
	Size int
	Sum  uint32
	Call uint32 // hash of a call's id
}

// mostBlocks bounds the number of remembered blocks of a response.
const mostBlocks = 256

// Identifying returns the bytes that, with the id of a call, distinguish a block from
// others of its response: a text without its closing quote or an input without its closing
// brace, since they may grow.
func (b *Block) Identifying() jsonl.Value {
	switch {
	case b.Kind == BlockToolUse && !b.Input.IsObject():
		return nil
	case b.Kind == BlockToolUse:
		return b.Input[:len(b.Input)-1]
	case b.Kind == BlockToolResult:
		return b.ToolID
	case len(b.Text) > len(`""`):
		return b.Text[:len(b.Text)-1]
	}
	return b.Raw
}

// add adds the next assistant record of the file and returns the records that it repeats:
// streaming snapshots of a response, each continuing the previous one (1.0.x, SDKs), and
// records written twice.
func (p *Response) add(r *Record) (snapshots []ID) {
	message := hash64(r.MessageID)
	switch {
	case message == 0:
		*p = Response{}
		return nil
	case message != p.Message || r.Parent.ID != p.Last || len(p.Blocks) > mostBlocks:
		p.Message, p.Records, p.Blocks = message, p.Records[:0], p.Blocks[:0]
	case p.repeatedBy(r):
		snapshots = append(snapshots, p.Records...)
		p.Records, p.Blocks = p.Records[:0], p.Blocks[:0]
	}
	p.Last = r.UUID.ID
	p.Records = append(p.Records, r.UUID.ID)
	for i := range r.Blocks {
		b := &r.Blocks[i]
		v := b.Identifying()
		p.Blocks = append(p.Blocks, BlockPrint{b.Kind, len(v), sumOf(v), sumOf(b.ToolID)})
	}
	return snapshots
}

func (p *Response) repeatedBy(r *Record) bool {
	if len(p.Blocks) == 0 || len(r.Blocks) < len(p.Blocks) {
		return false
	}
	for i, known := range p.Blocks {
		b := &r.Blocks[i]
		v := b.Identifying()
		if b.Kind != known.Kind || len(v) < known.Size || sumOf(v[:known.Size]) != known.Sum || sumOf(b.ToolID) != known.Call {
			return false
		}
	}
	return true
}

func sumOf(b []byte) uint32 {
	return crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)) // the table is made once
}
