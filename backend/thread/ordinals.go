package thread

// ordinals tell the item of a block by its message and its place in it. The
// message is one place of the file: its id may come back far from there, with
// another reply.
type ordinals struct {
	x        *Index
	messages int // of the records, at most
	low      int32
	dense    []uint32         // where the blocks of a message begin in items, from low on; 0: not yet
	sparse   map[int32]uint32 // the same where the messages lie far apart
	items    []int32          // by block
	floor    int32            // items before it are forgotten
}

func newOrdinals(x *Index, records []int32) ordinals {
	o := ordinals{x: x}
	blocks, high := 1, int32(-1) // none begins at 0
	last := int32(-1)
	for _, at := range records {
		m := x.recs[at].message
		if m < 0 {
			continue
		}
		if high < 0 || m < o.low {
			o.low = m
		}
		high = max(high, m)
		if m != last {
			o.messages++
			blocks += o.width(m)
			last = m
		}
	}
	switch span := int(high - o.low + 1); {
	case o.messages == 0:
	case span <= 8*o.messages:
		o.dense = make([]uint32, span)
	default:
		o.sparse = make(map[int32]uint32, o.messages)
	}
	o.items = make([]int32, 1, min(blocks, 1+len(x.blocks)+len(x.messages)))
	return o
}

// width returns how many blocks a message has at most. One more than it counts:
// a record that was written again as that of another kind has a first block.
func (o *ordinals) width(message int32) int { return int(o.x.messages[message].blocks) + 1 }

// swap notes the item of a block and returns that which was noted before.
func (o *ordinals) swap(message int32, block uint32, item int) (old int, ok bool) {
	if int(block) >= o.width(message) { // cannot be
		return 0, false
	}
	begin := o.begin(message)
	at := &o.items[begin+block]
	old, ok = int(*at)-1, *at > o.floor
	*at = int32(item) + 1
	return old, ok
}

func (o *ordinals) begin(message int32) uint32 {
	if o.dense != nil {
		at := &o.dense[message-o.low]
		if *at == 0 {
			*at = o.extend(message)
		}
		return *at
	}
	at, ok := o.sparse[message]
	if !ok {
		at = o.extend(message)
		o.sparse[message] = at
	}
	return at
}

func (o *ordinals) extend(message int32) uint32 {
	begin := len(o.items)
	for range o.width(message) {
		o.items = append(o.items, 0)
	}
	return uint32(begin)
}

// forget forgets the items before one.
func (o *ordinals) forget(item int) { o.floor = int32(item) }

// rowsOf returns how many rows records have, those apart that another one has
// too.
func (x *Index) rowsOf(records []int32) (n int) {
	for _, at := range records {
		for i := range x.blocksOf(at) {
			if x.blocks[x.recs[at].block+uint32(i)].row != rowNone {
				n++
			}
		}
	}
	return n
}
