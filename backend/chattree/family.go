package chattree

import (
	"cmp"
	"slices"

	"dendro/backend/transcript"
)

// family is a group with the index of all that its sessions share.
//
// Records with the same identity are one key. Keys held by the same sessions form a class.
// All questions of ancestry are asked of classes, so that a prefix shared by a thousand
// sessions costs one answer and not a million.
type family struct {
	members []*session
	number  map[string]int32 // member by session id
	keys    [][]int32        // by node of each member; none for a repeated identity
	class   []int32          // of each key
	classes []class
	shared  []int32 // the classes with several holders, smallest first
	// named lists, for each member, the members that its copies of records name, and the
	// last record that names each.
	named   []map[int32]int32
	held    [][]int32               // shared classes of each member, the last one first
	key     map[transcript.ID]int32 // by identity
	minted  Identities
	copies  []Identities              // by member: those of minted that its Aliases lack
	nodes   map[int32]map[int32]int32 // see nodeOf
	differs bool                      // a message has other content or another time in another member
	sides   []int32                   // see separate; nil: all members are of one side
}

// class is a set of keys with the same holders.
type class struct {
	holders []int32 // members, ascending; nil if only one member holds it
	prev    int32   // the class without its last holder
	last    int32   // its last holder
	size    int32   // number of holders
	keys    int32
	marks   []mark // of the holders
	owner   int32  // the author of the records
	counts  bool   // holds a human prompt, a message or an assistant record
}

// significant are the flags of records that count as shared: after /clear, 1.0.x shares the
// caveat of local commands, which does not connect sessions.
const significant = transcript.FlagAsks | transcript.FlagAssistant

func newFamily(members []*session) *family {
	f := &family{members: members, number: make(map[string]int32, len(members))}
	for i, s := range members {
		f.number[s.id] = int32(i)
	}
	f.minted, f.copies = identities(f.members)
	if f.identify(); f.differs {
		if f.separate(); f.sides != nil {
			f.identify()
		}
	}
	f.collect()
	f.measure()
	return f
}

// identify numbers the keys and partitions them into classes, member by member.
func (f *family) identify() {
	total := 0
	for _, s := range f.members {
		total += len(s.sum.Nodes)
	}
	f.key, f.class = make(map[transcript.ID]int32, total), f.class[:0]
	var first []signature // of each key
	f.keys = make([][]int32, len(f.members))
	f.classes = make([]class, 1, 2*len(f.members)+1) // class 0 has no holders
	flat := make([]int32, total)
	var moved []int32 // the new class for keys of each class
	for m, s := range f.members {
		nodes := s.sum.Nodes
		f.keys[m], flat = flat[:len(nodes):len(nodes)], flat[len(nodes):]
		old := int32(len(f.classes))
		moved = append(moved[:0], make([]int32, old)...)
		for i := range nodes {
			id := f.identity(int32(m), nodes[i].ID)
			key, known := f.key[id]
			if !known {
				key = int32(len(f.class))
				f.key[id] = key
				f.class, first = append(f.class, 0), append(first, signature{})
			}
			if sig, ok := f.signatureOf(int32(m), &nodes[i]); ok {
				f.differs = f.differs || first[key].content != 0 && first[key] != sig
				first[key] = sig
			}
			c := f.class[key]
			if c >= old { // this member already holds it
				f.keys[m][i] = none
				continue
			}
			f.keys[m][i] = key
			if moved[c] == 0 {
				moved[c] = int32(len(f.classes))
				f.classes = append(f.classes, class{prev: c, last: int32(m), size: f.classes[c].size + 1, owner: none})
			}
			f.classes[c].keys--
			f.class[key] = moved[c]
			f.classes[moved[c]].keys++
		}
	}
}

// collect lists the holders of every shared class.
func (f *family) collect() {
	for i := range f.classes {
		c := &f.classes[i]
		if c.size == 1 {
			c.owner = c.last
		}
		if c.size < 2 || c.keys <= 0 {
			continue
		}
		c.holders, c.marks = make([]int32, c.size), make([]mark, c.size)
		for k, at := int(c.size)-1, int32(i); k >= 0; k-- {
			c.holders[k] = f.classes[at].last
			at = f.classes[at].prev
		}
		f.shared = append(f.shared, int32(i))
	}
	slices.SortFunc(f.shared, func(a, b int32) int {
		return cmp.Or(cmp.Compare(f.classes[a].size, f.classes[b].size), cmp.Compare(a, b))
	})
}

// rank returns the index of member m among the holders of c, and whether it is one.
func (c *class) rank(m int32) (int, bool) { return slices.BinarySearch(c.holders, m) }

// holds reports whether member m holds the class.
func (c *class) holds(m int32) bool {
	if c.holders == nil {
		return c.size == 1 && c.last == m
	}
	_, ok := c.rank(m)
	return ok
}

// nodeOf returns a member's record with a key, or none. Many members may ask for the
// records of one, so they are indexed once.
func (f *family) nodeOf(m, key int32) int32 {
	index, known := f.nodes[m]
	if !known {
		index = make(map[int32]int32, len(f.keys[m]))
		for i, k := range f.keys[m] {
			if k != none {
				index[k] = int32(i)
			}
		}
		if f.nodes == nil {
			f.nodes = map[int32]map[int32]int32{}
		}
		f.nodes[m] = index
	}
	if i, has := index[key]; has {
		return i
	}
	return none
}
