package thread

import (
	"dendro/backend/internal/checksum"
	"dendro/backend/transcript"
)

// responses are the API responses of a file's assistant records.
type responses struct {
	messages []message
	last     snapshot // of the newest response
}

// of returns the response of a record, or -1 if it has none, like all but assistant
// records. Its records are close together, so a short look back finds them; later
// repetitions by copies are recognised by the hash.
func (x *responses) of(r *transcript.Record) int32 {
	if r.Kind != transcript.KindAssistant || r.MessageID == "" {
		return -1
	}
	hash := hashText(r.MessageID)
	at := int32(-1)
	for i := len(x.messages) - 1; i >= 0 && i >= len(x.messages)-8; i-- {
		if x.messages[i].hash == hash {
			at = int32(i)
			break
		}
	}
	if at < 0 {
		at = int32(len(x.messages))
		m := message{hash: hash}
		if !r.Synthetic() {
			m.model = r.Model
		}
		x.messages = append(x.messages, m)
	}
	// Every line repeats the usage; before 2.1.97 the first one held a placeholder, so the
	// largest counts.
	if tokens := r.Tokens(); tokens.Out >= x.messages[at].tokens.Out {
		x.messages[at].tokens = tokens
	}
	return at
}

// snapshot holds the blocks of the newest message, to distinguish a line that repeats all
// of it, extended, from a line that adds a block.
type snapshot struct {
	message int32
	first   int // number of the first block within the message
	blocks  []seen
}

type seen struct {
	kind transcript.BlockKind
	size int    // of the text as written
	hash uint32 // of the text, or of the call's input
	id   uint64 // of a call
}

// align numbers the blocks of an assistant record within its message. A record that repeats
// all blocks so far, each unchanged or extended, is a cumulative snapshot: its blocks take
// the numbers of those they replace.
func (x *responses) align(message int32, blocks []block, r *transcript.Record) {
	if message < 0 {
		for i := range blocks {
			blocks[i].ordinal = uint32(i)
		}
		return
	}
	l, m := &x.last, &x.messages[message]
	first := int(m.blocks)
	if l.message != message { // its earlier blocks are forgotten
		l.message, l.first, l.blocks = message, first, l.blocks[:0]
	}
	if known := len(l.blocks); known > 0 && l.first+known == first && len(blocks) >= known {
		grown := true
		for i := 0; grown && i < known; i++ {
			grown = x.continues(l.blocks[i], &r.Blocks[i])
		}
		if grown {
			first, l.blocks = l.first, l.blocks[:0]
		}
	}
	for i := range blocks {
		blocks[i].ordinal = uint32(first + i)
		l.blocks = append(l.blocks, x.look(&r.Blocks[i]))
	}
	m.blocks = uint32(first + len(blocks))
}

func (x *responses) look(b *transcript.Block) seen {
	v := b.Identifying()
	return seen{kind: b.Kind, size: len(v), hash: checksum.Sum(v), id: hashID(b.ToolID)}
}

// continues reports whether b repeats the block s, possibly extended.
func (x *responses) continues(s seen, b *transcript.Block) bool {
	v := b.Identifying()
	return b.Kind == s.kind && len(v) >= s.size && checksum.Sum(v[:s.size]) == s.hash && hashID(b.ToolID) == s.id
}

// interrupt ends the newest response for the detection of snapshots: after a user record,
// no record is a snapshot of an earlier one, whatever its message.id.
func (x *responses) interrupt() { x.last.message = -1 }
