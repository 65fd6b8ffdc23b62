package turns

import (
	"encoding/binary"
	"errors"
	"slices"

	"dendro/backend/transcript"
)

// Piece holds the units of one file, or of its growth, and their words. It is searched in
// place and immutable. Its format is:
//
//	number of units, of keys, and bytes of the units, as uint32
//	units: first record, offset, start, end, words by role
//	keys, in order, as uint32
//	for each keyGroup keys, the offset of their posts, as uint32
//	posts: for each key, units and counts
//
// Fixed-size numbers are little-endian; those in units and posts are varints. A post begins
// with the distance to the unit of the previous post, times two, plus one for the last post
// of a key. A byte for each role that has the word follows: the role, a flag for another
// byte, and the count.
type Piece []byte

const (
	headSize = 12
	keySize  = 4
	keyGroup = 16
	idSize   = len(transcript.ID{})

	postMore  = 1 << 5 // another role follows
	postRole  = 6      // shift
	postCount = postMore - 1
)

// errDamaged says that the bytes are not a valid piece.
var errDamaged = errors.New("the words of turns are damaged")

// encode returns the piece of units and posts, which must be sorted.
func encode(units []Unit, posts []post) Piece {
	out := make([]byte, headSize, headSize+40*len(units)+5*len(posts))
	offset, ms := int64(0), int64(0)
	for i := range units {
		u := &units[i]
		out = append(out, u.First[:]...)
		out = binary.AppendVarint(out, u.Offset-offset)
		out = binary.AppendVarint(out, u.Start-ms)
		out = binary.AppendVarint(out, u.End-u.Start)
		for _, n := range u.Words {
			out = binary.AppendUvarint(out, uint64(n))
		}
		offset, ms = u.Offset, u.End
	}
	unitBytes := len(out) - headSize
	keys := 0
	for i := range posts {
		if i == 0 || posts[i].key != posts[i-1].key {
			out = binary.LittleEndian.AppendUint32(out, uint32(posts[i].key))
			keys++
		}
	}
	table := len(out)
	out = append(out, make([]byte, 4*((keys+keyGroup-1)/keyGroup))...)
	first := len(out)
	n := -1
	before := uint32(0)
	for i := range posts {
		p := &posts[i]
		if i == 0 || p.key != posts[i-1].key {
			before = 0
			if n++; n%keyGroup == 0 {
				binary.LittleEndian.PutUint32(out[table+n/keyGroup*4:], uint32(len(out)-first))
			}
		}
		head := uint64(p.unit-before) << 1
		if i+1 == len(posts) || posts[i+1].key != p.key {
			head |= 1
		}
		before = p.unit
		out = appendCounts(binary.AppendUvarint(out, head), p.count)
	}
	binary.LittleEndian.PutUint32(out, uint32(len(units)))
	binary.LittleEndian.PutUint32(out[4:], uint32(keys))
	binary.LittleEndian.PutUint32(out[8:], uint32(unitBytes))
	return slices.Clip(out)
}

func appendCounts(out []byte, c Counts) []byte {
	last := 0
	for r, n := range c {
		if n > 0 {
			last = r
		}
	}
	for r, n := range c {
		if n == 0 {
			continue
		}
		b := byte(r)<<postRole | n
		if r < last {
			b |= postMore
		}
		out = append(out, b)
	}
	return out
}

// sections are the parts of a piece.
type sections struct {
	nUnits, nKeys              int
	units, keys, groups, posts []byte
}

func (p Piece) sections() (s sections, ok bool) {
	if len(p) < headSize {
		return s, false
	}
	s.nUnits, s.nKeys = int(binary.LittleEndian.Uint32(p)), int(binary.LittleEndian.Uint32(p[4:]))
	unitBytes, rest := int(binary.LittleEndian.Uint32(p[8:])), p[headSize:]
	cut := func(n int) (part []byte) {
		if n < 0 || n > len(rest) {
			s.nKeys, rest = -1, nil
			return nil
		}
		part, rest = rest[:n], rest[n:]
		return part
	}
	nKeys := s.nKeys
	s.units = cut(unitBytes)
	s.keys = cut(keySize * nKeys)
	s.groups = cut(4 * ((nKeys + keyGroup - 1) / keyGroup))
	s.posts = rest
	return s, s.nKeys == nKeys && s.nUnits <= len(s.units)
}

// Check returns an error if the bytes are not a valid piece. Pieces that were checked, or
// made by a Builder, are safe to use.
func (p Piece) Check() error {
	s, ok := p.sections()
	if !ok || len(p.Units()) != s.nUnits {
		return errDamaged
	}
	for i := 1; i < s.nKeys; i++ {
		if s.key(i-1) >= s.key(i) {
			return errDamaged
		}
	}
	n := 0
	for i := range s.nKeys {
		if i%keyGroup == 0 && binary.LittleEndian.Uint32(s.groups[i/keyGroup*4:]) != uint32(n) {
			return errDamaged
		}
		size, ok := eachPost(s.posts[n:], uint32(s.nUnits), nil)
		if !ok {
			return errDamaged
		}
		n += size
	}
	if n != len(s.posts) {
		return errDamaged
	}
	return nil
}

func (s *sections) key(i int) Key { return Key(binary.LittleEndian.Uint32(s.keys[keySize*i:])) }

// Units returns the units up to the first invalid one.
func (p Piece) Units() []Unit {
	s, ok := p.sections()
	if !ok {
		return nil
	}
	list := make([]Unit, 0, s.nUnits)
	in, offset, ms := s.units, int64(0), int64(0)
	for range s.nUnits {
		var u Unit
		if len(in) < idSize {
			return list
		}
		copy(u.First[:], in)
		in = in[idSize:]
		var numbers [3]int64
		for i := range numbers {
			v, n := binary.Varint(in)
			if n <= 0 {
				return list
			}
			numbers[i], in = v, in[n:]
		}
		u.Offset, u.Start = offset+numbers[0], ms+numbers[1]
		u.End = u.Start + numbers[2]
		for r := range u.Words {
			v, n := binary.Uvarint(in)
			if n <= 0 || v > 1<<32-1 {
				return list
			}
			u.Words[r], in = uint32(v), in[n:]
		}
		offset, ms = u.Offset, u.End
		list = append(list, u)
	}
	if len(in) > 0 {
		return nil
	}
	return list
}

// Find calls visit with the units that have a word.
func (p Piece) Find(key Key, visit func(unit uint32, c Counts)) {
	s, ok := p.sections()
	if !ok {
		return
	}
	lo, hi := 0, s.nKeys
	for lo < hi {
		if mid := int(uint(lo+hi) / 2); s.key(mid) < key {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == s.nKeys || s.key(lo) != key {
		return
	}
	at := binary.LittleEndian.Uint32(s.groups[lo/keyGroup*4:])
	if int64(at) > int64(len(s.posts)) {
		return
	}
	posts := s.posts[at:]
	for range lo % keyGroup {
		n, ok := eachPost(posts, uint32(s.nUnits), nil)
		if !ok {
			return
		}
		posts = posts[n:]
	}
	eachPost(posts, uint32(s.nUnits), visit)
}

// eachPost calls visit with the posts of the key at the start of in. It returns their size in
// bytes.
func eachPost(in []byte, units uint32, visit func(unit uint32, c Counts)) (size int, ok bool) {
	at, unit := 0, uint64(0)
	for {
		head, n := binary.Uvarint(in[at:])
		if n <= 0 {
			return at, false
		}
		at += n
		if unit += head >> 1; unit >= uint64(units) {
			return at, false
		}
		var c Counts
		for more := true; more; at++ {
			if at >= len(in) {
				return at, false
			}
			b := in[at]
			if b&postCount == 0 { // never written
				return at, false
			}
			c[b>>postRole] = b & postCount
			more = b&postMore != 0
		}
		if visit != nil {
			visit(uint32(unit), c)
		}
		if head&1 == 1 {
			return at, true
		}
	}
}

// Merge returns the piece of a file that has grown from the piece before and the piece of the
// added part.
func Merge(old, added Piece) Piece {
	units := old.Units()
	n := uint32(len(units))
	posts := slices.Concat(old.posts(0), added.posts(n))
	slices.SortStableFunc(posts, comparePosts)
	return encode(append(units, added.Units()...), posts)
}

// Before returns the piece without the units that begin at or after an offset of the file.
// These contain a last line without a line break, which is a unit of its own and is read
// again after the file has grown.
func (p Piece) Before(offset int64) Piece {
	units := p.Units()
	n := slices.IndexFunc(units, func(u Unit) bool { return u.Offset >= offset })
	if n < 0 {
		return p
	}
	if n == 0 {
		return nil
	}
	posts := slices.DeleteFunc(p.posts(0), func(x post) bool { return int(x.unit) >= n })
	return encode(units[:n], posts)
}

// posts returns all posts, with units numbered from first.
func (p Piece) posts(first uint32) (list []post) {
	s, ok := p.sections()
	if !ok {
		return nil
	}
	in := s.posts
	for i := range s.nKeys {
		n, _ := eachPost(in, uint32(s.nUnits), func(unit uint32, c Counts) {
			list = append(list, post{s.key(i), first + unit, c})
		})
		in = in[n:]
	}
	return list
}
