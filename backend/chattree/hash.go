package chattree

import (
	"encoding/binary"
	"math/bits"

	"dendro/backend/transcript"
)

// hashID mixes both halves of an id: uuids are random, but made-up ids may
// differ in a few bits only.
func hashID(id *transcript.ID) uint64 {
	lo := binary.LittleEndian.Uint64(id[:8])
	hi := binary.LittleEndian.Uint64(id[8:])
	h, l := bits.Mul64(lo^0x9e3779b97f4a7c15, hi^0xbf58476d1ce4e5b9)
	h ^= l ^ bits.RotateLeft64(lo, 32) ^ hi
	return h * 0x94d049bb133111eb
}

// hashMessage mixes the hash of a message's id, so that it is none of a record's.
func hashMessage(h uint64) uint64 { return (h ^ 0x9e3779b97f4a7c15) * 0x94d049bb133111eb }
