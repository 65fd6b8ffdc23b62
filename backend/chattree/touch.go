package chattree

import (
	"hash/maphash"

	"dendro/backend/transcript"
)

// thing is the hash of what a session holds or names: a record's id, a session's id.
type thing uint32

// touches says which sessions may be related: for every thing that a session holds or
// names the number of one session that does so too. All sessions that one thing leads
// to are in one group, so one of them is enough to find the others. Entries may be out
// of date, and two things may look the same; then they lead to a session too many,
// never past one. Things are no longer than that because they are the one part that
// grows with all records of a history.
type touches struct {
	seed maphash.Seed // nobody can make up ids that look the same
	by   map[thing]int32
}

// newTouches returns touches with room for what files hold.
func newTouches(files []File) touches {
	things := 0
	for i := range files {
		if s := files[i].Summary; s != nil {
			things += len(s.Nodes)
		}
	}
	return touches{maphash.MakeSeed(), make(map[thing]int32, things)}
}

// text returns what stands for a session's id.
func (t *touches) text(s string) thing { return thing(maphash.String(t.seed, s)) }

// id returns what stands for a record's id.
func (t *touches) id(id transcript.ID) thing { return thing(maphash.Bytes(t.seed, id[:])) }

// message returns what stands for the hash of a message's id.
func (t *touches) message(h uint64) thing { return thing(maphash.Comparable(t.seed, h)) }
