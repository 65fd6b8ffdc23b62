package chattree

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"dendro/backend/transcript"
)

// signature is what equal copies of a record have in common.
type signature struct {
	id      transcript.ID
	content uint32
	time    int64 // 0 for a file whose version rewrites the times of copies
}

// signatureOf returns the signature of a member's record, or false for a record that shows
// nothing: others than messages may differ in copies, and copies under another uuid are
// known to be copies.
func (f *family) signatureOf(m int32, n *transcript.Node) (signature, bool) {
	if !n.Flags.Has(transcript.FlagTurn) || n.Content == 0 || f.minted.Of(n.ID) != n.ID {
		return signature{}, false
	}
	s := signature{id: n.ID, content: n.Content}
	if !f.members[m].rewritesTimes() {
		s.time = n.Time
	}
	return s, true
}

// rewritesTimes reports whether a version that wrote the file may give copied records the
// time of the copy: up to 2.0.x (--fork-session of 1.0.128 and 2.0.0). An unknown version
// may.
func (s *session) rewritesTimes() bool {
	for _, v := range s.sum.Versions {
		if strings.HasPrefix(v, "0.") || strings.HasPrefix(v, "1.0.") || strings.HasPrefix(v, "2.0.") {
			return true
		}
	}
	return len(s.sum.Versions) == 0
}

// identity returns the identity of a record that member m has or names. Members of
// different sides have no record in common, whatever their uuids are.
func (f *family) identity(m int32, id transcript.ID) transcript.ID {
	id = f.minted.Of(id)
	if f.sides != nil && f.sides[m] != 0 && !id.IsZero() {
		return id.Variant(uint32(f.sides[m]))
	}
	return id
}

// maxAlike bounds the members that one is compared with.
const maxAlike = 8

// separate divides the members into sides, since some of their records have equal uuids but
// differ: converters count uuids. Two members are of one side if at least half of the
// messages that both have are equal, or if one of them names the other, like a fork whose
// original was pruned. It leaves f.sides nil if there is one side only.
func (f *family) separate() {
	side := make([]int32, len(f.members))
	for m := range side {
		side[m] = int32(m)
	}
	root := func(m int32) int32 {
		for side[m] != m {
			side[m] = side[side[m]]
			m = side[m]
		}
		return m
	}
	join := func(a, b int32) {
		a, b = root(a), root(b)
		side[max(a, b)] = min(a, b)
	}
	owner := map[transcript.ID]int32{} // a member that has a record
	for m, s := range f.members {
		for i := range s.sum.Nodes {
			owner[s.sum.Nodes[i].ID] = int32(m)
		}
	}
	first := map[signature]int32{}
	held := make([]map[transcript.ID]bool, len(f.members)) // identities of messages, on demand
	for m := range f.members {
		for _, other := range f.alike(int32(m), first, held) {
			join(int32(m), other)
		}
		for _, other := range f.namedBy(int32(m)) {
			join(int32(m), other)
		}
		for i := range f.members[m].sum.Nodes {
			id := f.members[m].sum.Nodes[i].ID
			if other, known := owner[f.minted.Of(id)]; known && f.minted.Of(id) != id {
				join(int32(m), other)
			}
		}
	}
	for m := range side {
		if side[m] = root(int32(m)); side[m] != 0 {
			f.sides = side
		}
	}
}

// alike returns the members before m that have equal copies of at least half of the messages
// that both have. first holds the first member with each signature.
func (f *family) alike(m int32, first map[signature]int32, held []map[transcript.ID]bool) []int32 {
	equal := map[int32]int{}
	f.eachSignature(m, func(s signature) {
		if other, known := first[s]; !known {
			first[s] = m
		} else if other != m {
			equal[other]++
		}
	})
	others := slices.SortedFunc(maps.Keys(equal), func(a, b int32) int {
		return cmp.Or(cmp.Compare(equal[b], equal[a]), cmp.Compare(a, b))
	})
	others = others[:min(len(others), maxAlike)]
	return slices.DeleteFunc(others, func(other int32) bool {
		if held[other] == nil {
			held[other] = map[transcript.ID]bool{}
			f.eachSignature(other, func(s signature) { held[other][s.id] = true })
		}
		both := 0
		f.eachSignature(m, func(s signature) {
			if held[other][s.id] {
				both++
			}
		})
		if len(f.members[m].sum.Versions) == 0 { // nothing but the texts tells
			return 2*equal[other] <= both
		}
		return 2*equal[other] < both
	})
}

func (f *family) eachSignature(m int32, visit func(signature)) {
	nodes := f.members[m].sum.Nodes
	for i := range nodes {
		if s, ok := f.signatureOf(m, &nodes[i]); ok {
			visit(s)
		}
	}
}

// namedBy returns the members that m names as what it comes from: the session that it is a
// copy of, in its records, or in a file beside it.
func (f *family) namedBy(m int32) []int32 {
	s := f.members[m]
	names := append([]string{s.of, s.sum.ForkedFrom}, s.sum.SessionIDs...)
	for _, o := range s.origins() {
		names = append(names, o.Session)
	}
	var list []int32
	for _, name := range names {
		if other, ok := f.number[name]; ok && other != m {
			list = append(list, other)
		}
	}
	return list
}
