package chattree

import (
	"cmp"
	"slices"

	"dendro/backend/transcript"
)

// mark holds the properties of a class in one of its holders that the direction rules need.
type mark struct {
	first  int32
	last   int32
	before int32 // prompts and assistant records before the first one
	untime int32 // number of records without a time
	times  int64 // sum of the times of all others
	next   int64 // time of the first user or assistant record after the last one
	ends   bool  // there is no such record
}

// mark returns m's mark of the class.
func (c *class) mark(m int32) *mark {
	k, _ := c.rank(m)
	return &c.marks[k]
}

// measure computes the marks, and the members that copies of others name.
func (f *family) measure() {
	f.named = make([]map[int32]int32, len(f.members))
	f.held = make([][]int32, len(f.members))
	for m := range f.members {
		f.measureMember(int32(m))
	}
}

func (f *family) measureMember(m int32) {
	sum := f.members[m].sum
	owner := make([]int32, len(sum.SessionIDs)) // members by the ids in the records
	for i, id := range sum.SessionIDs {
		owner[i] = none
		if k, ok := f.number[id]; ok && k != m {
			owner[i] = k
		}
	}
	var seen []int32 // classes in order of their first record
	before, class := int32(0), none
	var mk *mark
	// In reading order: a fork's first reply may precede all that was copied.
	for i := range f.members[m].links.Reading() {
		n := &sum.Nodes[i]
		key := f.keys[m][i]
		if key != none && f.class[key] != class {
			class = f.class[key]
			mk = nil
			if c := &f.classes[class]; c.holders != nil {
				mk = c.mark(m)
				if mk.last == 0 && mk.before == 0 && mk.untime == 0 && mk.times == 0 {
					mk.first, mk.before = i, before
					seen = append(seen, class)
				}
			}
		}
		if n.Flags.Has(significant) {
			before++
		}
		if key == none || mk == nil {
			continue
		}
		mk.first, mk.last = min(mk.first, i), max(mk.last, i)
		mk.times += n.Time
		if n.Time == 0 {
			mk.untime++
		}
		c := &f.classes[class]
		c.counts = c.counts || n.Flags.Has(significant)
		if int(n.Session) < len(owner) && owner[n.Session] != none && c.holds(owner[n.Session]) {
			if f.named[m] == nil {
				f.named[m] = map[int32]int32{}
			}
			f.named[m][owner[n.Session]] = i
		}
	}
	f.afterwards(m, seen)
}

// afterwards computes what follows each class in member m.
func (f *family) afterwards(m int32, seen []int32) {
	nodes := f.members[m].sum.Nodes
	slices.SortFunc(seen, func(a, b int32) int {
		return cmp.Or(cmp.Compare(f.classes[b].mark(m).last, f.classes[a].mark(m).last), cmp.Compare(a, b))
	})
	f.held[m] = seen
	next := none
	at := int32(len(nodes)) - 1
	for _, c := range seen {
		mk := f.classes[c].mark(m)
		for ; at > mk.last; at-- {
			if nodes[at].Flags.Has(transcript.FlagTurn) && !f.members[m].links.Repeat(at) {
				next = at
			}
		}
		if mk.ends = next == none; !mk.ends {
			mk.next = nodes[next].Time
		}
	}
}
