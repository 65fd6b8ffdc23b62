package transcript

import (
	"bytes"
	"encoding/binary"

	"dendro/backend/jsonl"
)

// Ledger lists what the records of a file spent and did, in file order: packed, since every
// file keeps one and few questions read it. Entries decodes it.
type Ledger string

// EntryKind is the kind of an Entry.
type EntryKind uint8

// The kinds of entries.
const (
	EntryResponse EntryKind = iota // a response of the API; records that repeat it with other figures have entries, too
	EntryCall                      // a tool call
	EntryFailure                   // a result that is an error
	EntryAttached                  // a prompt attached a file
)

// Entry is what one record, or one block of it, spent or did.
type Entry struct {
	Kind EntryKind
	Node int // index into Facts.Nodes
	// ID is a hash of the tool call's id. Of a response it is that of its requestId, if
	// another service made its message.id: those repeat. 0: unknown.
	ID     uint64
	Usage  Usage // of a response
	Tool   int   // of a call: index into Summary.Tools
	File   int   // index into Summary.FilesTouched, -1: none
	Writes bool  // the call writes the file
}

// The bits of the byte that an entry begins with, above its kind.
const (
	entryKinds  = 1<<2 - 1
	entryHasID  = 1 << 2
	entryFile   = 1 << 3
	entryWrites = 1 << 4
)

// Entries calls visit with every entry, until it returns false. A damaged rest is ignored.
func (l Ledger) Entries(visit func(*Entry) bool) {
	r := ledgerReader{rest: l}
	for len(r.rest) > 0 {
		head := r.rest[0]
		r.rest = r.rest[1:]
		e := Entry{Kind: EntryKind(head & entryKinds), File: -1, Writes: head&entryWrites != 0}
		delta := r.uvarint()
		r.node += int(int64(delta>>1) ^ -int64(delta&1))
		e.Node = r.node
		if head&entryHasID != 0 {
			e.ID = r.fixed()
		}
		switch u := &e.Usage; e.Kind {
		case EntryResponse:
			for _, n := range [...]*int64{&u.In, &u.Out, &u.CacheRead, &u.CacheWrite, &u.CacheWrite1h} {
				*n = int64(r.uvarint())
			}
		case EntryCall:
			e.Tool = int(r.uvarint())
		}
		if head&entryFile != 0 {
			e.File = int(r.uvarint())
		}
		if r.damaged || e.Node < 0 || !visit(&e) {
			return
		}
	}
}

type ledgerReader struct {
	rest    Ledger
	node    int
	damaged bool
}

func (r *ledgerReader) uvarint() (n uint64) {
	for i := 0; i < len(r.rest) && i < binary.MaxVarintLen64; i++ {
		c := r.rest[i]
		n |= uint64(c&0x7f) << (7 * i)
		if c < 0x80 {
			r.rest = r.rest[i+1:]
			return n
		}
	}
	r.rest, r.damaged = "", true
	return 0
}

func (r *ledgerReader) fixed() uint64 {
	if len(r.rest) < 8 {
		r.rest, r.damaged = "", true
		return 0
	}
	n := binary.LittleEndian.Uint64([]byte(r.rest[:8]))
	r.rest = r.rest[8:]
	return n
}

// ledgerWriter adds to a Ledger.
type ledgerWriter struct {
	buf  []byte
	node int // of the last entry

	// The last response, which its next record repeats.
	message, request uint64
	usage            Usage
	raw              []byte // its usage as written, "" if unknown
}

// begin makes w add to another ledger of the given nodes.
func (w *ledgerWriter) begin(l Ledger, nodes []Node) {
	*w = ledgerWriter{buf: append(w.buf[:0], l...), raw: w.raw[:0]}
	l.Entries(func(e *Entry) bool {
		if w.node = e.Node; e.Kind == EntryResponse && e.Node < len(nodes) {
			w.message, w.request, w.usage = nodes[e.Node].Message, e.ID, e.Usage
		}
		return true
	})
}

func (w *ledgerWriter) add(e *Entry) {
	head := byte(e.Kind)
	if e.ID != 0 {
		head |= entryHasID
	}
	if e.File >= 0 {
		head |= entryFile
	}
	if e.Writes {
		head |= entryWrites
	}
	w.buf = binary.AppendVarint(append(w.buf, head), int64(e.Node-w.node))
	w.node = e.Node
	if e.ID != 0 {
		w.buf = binary.LittleEndian.AppendUint64(w.buf, e.ID)
	}
	switch u := &e.Usage; e.Kind {
	case EntryResponse:
		for _, n := range [...]int64{u.In, u.Out, u.CacheRead, u.CacheWrite, u.CacheWrite1h} {
			w.buf = binary.AppendUvarint(w.buf, uint64(n))
		}
	case EntryCall:
		w.buf = binary.AppendUvarint(w.buf, uint64(e.Tool))
	}
	if e.File >= 0 {
		w.buf = binary.AppendUvarint(w.buf, uint64(e.File))
	}
}

// response adds the usage of an assistant record, unless the record before it of the same
// response says the same.
func (w *ledgerWriter) response(r *Record, n *Node, at int) {
	if r.Kind != KindAssistant || r.Synthetic() {
		return
	}
	request := uint64(0)
	if n.Flags.Has(FlagOtherID) {
		request = hashValue(r.RequestID)
	}
	repeats := n.Message != 0 && n.Message == w.message && request == w.request
	if repeats && len(w.raw) > 0 && bytes.Equal(r.Usage, w.raw) {
		return
	}
	usage := r.Tokens()
	w.raw = append(w.raw[:0], r.Usage...)
	if repeats && usage == w.usage {
		return
	}
	w.message, w.request, w.usage = n.Message, request, usage
	w.add(&Entry{Kind: EntryResponse, Node: at, ID: request, Usage: usage, File: -1})
}

// hashValue returns hash64 of a string value.
func hashValue(v jsonl.Value) uint64 {
	switch {
	case !v.IsString():
		return 0
	case v.HasEscapes():
		return hash64(v.String())
	}
	h := uint64(fnvOffset64)
	if len(v) == len(`""`) {
		return 0
	}
	for _, c := range v[1 : len(v)-1] {
		h = (h ^ uint64(c)) * fnvPrime64
	}
	return max(h, 1)
}
