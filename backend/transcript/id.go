package transcript

import (
	"encoding/binary"
	"encoding/hex"
	"hash/fnv"

	"dendro/backend/jsonl"

	"github.com/google/uuid"
)

// ID is a record's uuid in sixteen bytes. The zero ID means "none".
//
// Ids that are not canonical lower-case UUIDs occur in hand-made and early files. They are
// represented by a hash, with their text in [Names].
type ID [16]byte

// IsZero reports whether id is "none".
func (id ID) IsZero() bool { return id == ID{} }

// Hash returns 64 bits of an id, for tables.
func (id ID) Hash() uint64 {
	return binary.LittleEndian.Uint64(id[:8]) ^ binary.LittleEndian.Uint64(id[8:])*0x9e3779b97f4a7c15
}

// Variant returns an ID that stands for a record with this id whose content, or whose file,
// is another one. Equal arguments give equal results; it is the uuid of no record.
func (id ID) Variant(of uint32) ID {
	h := fnv.New128a()
	_, _ = h.Write(id[:]) // a hash.Hash never fails
	_, _ = h.Write([]byte{'v', byte(of), byte(of >> 8), byte(of >> 16), byte(of >> 24)})
	h.Sum(id[:0])
	return id
}

// text returns the canonical form of id.
func (id ID) text() string { return uuid.UUID(id).String() }

// ParseID returns the ID of s and whether s is a canonical UUID. An empty s gives the zero
// ID.
func ParseID(s string) (id ID, canonical bool) { return parseID([]byte(s)) }

func parseID(b []byte) (id ID, canonical bool) {
	if len(b) == 0 {
		return ID{}, true
	}
	if id, ok := parseUUID(b); ok {
		return id, true
	}
	h := fnv.New128a()
	_, _ = h.Write(b) // a hash.Hash never fails
	h.Sum(id[:0])
	return id, false
}

// parseUUID parses a canonical UUID. It rejects the UUID of zeros, which would read as
// "none".
func parseUUID(b []byte) (id ID, ok bool) {
	if len(b) != 36 || b[8] != '-' || b[13] != '-' || b[18] != '-' || b[23] != '-' {
		return ID{}, false
	}
	bad, j := byte(0), 0
	for i := 0; i < len(b); i += 2 {
		if i == 8 || i == 13 || i == 18 || i == 23 {
			i++
		}
		hi, lo := jsonl.Unhex(b[i]), jsonl.Unhex(b[i+1])
		bad |= hi | lo
		id[j&15] = hi<<4 | lo
		j++
	}
	if bad > 15 {
		return ID{}, false
	}
	return id, !id.IsZero()
}

// IDRange returns the lowest and the highest ID of the canonical UUIDs that begin with a
// text, and whether there are any.
func IDRange(begin string) (low, high ID, ok bool) {
	const lowest, highest = "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"
	if len(begin) > len(lowest) {
		return low, high, false
	}
	first, err := uuid.Parse(begin + lowest[len(begin):])
	last, errLast := uuid.Parse(begin + highest[len(begin):])
	return ID(first), ID(last), err == nil && errLast == nil
}

// Ref is an id as a record states it.
type Ref struct {
	ID  ID
	raw jsonl.Value // set only if the text cannot be derived from ID
}

// String returns the id's text, or "" for the zero Ref.
func (r Ref) String() string {
	if r.raw != nil {
		return r.raw.String()
	}
	if r.ID.IsZero() {
		return ""
	}
	return r.ID.text()
}

func refOf(v jsonl.Value) Ref {
	if !v.IsString() {
		return Ref{}
	}
	if id, canonical := parseUUID(v[1 : len(v)-1]); canonical {
		return Ref{ID: id}
	}
	// The hash is of the text, so that all spellings of an id are equal.
	id, canonical := parseID(v.AppendText(nil))
	if canonical {
		return Ref{ID: id}
	}
	return Ref{ID: id, raw: v}
}

// Names holds the texts of ids that are not canonical UUIDs.
type Names map[ID]string

// Add stores r's text if it is not canonical and returns its ID. n must not be nil.
func (n Names) Add(r Ref) ID {
	if r.raw != nil {
		if _, ok := n[r.ID]; !ok {
			n[r.ID] = r.raw.String()
		}
	}
	return r.ID
}

// Text returns the text of id, "" for the zero ID. n may be nil.
func (n Names) Text(id ID) string {
	if s, ok := n[id]; ok {
		return s
	}
	if id.IsZero() {
		return ""
	}
	return id.text()
}

// AppendText appends the id's text to dst; nothing for the zero Ref.
func (r Ref) AppendText(dst []byte) []byte {
	switch {
	case r.raw != nil:
		return r.raw.AppendText(dst)
	case r.ID.IsZero():
		return dst
	}
	from := 0
	for i, to := range [...]int{4, 6, 8, 10, 16} {
		if i > 0 {
			dst = append(dst, '-')
		}
		dst = hex.AppendEncode(dst, r.ID[from:to])
		from = to
	}
	return dst
}
