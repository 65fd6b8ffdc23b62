package lineage

import (
	"slices"

	"dendro/backend/transcript"
)

// ChainTurn is a turn of a chain.
type ChainTurn struct {
	// First is its first record: the prompt, message or command that opens it, or what the
	// chain begins with.
	First   int32
	Records []int32 // in the chain's order
	// Opened is set if a prompt, a message or a command opens it.
	Opened bool
	// Stays is set if it can't be left out: the last turn, whose thinking is signed, and the
	// one before it if a queued prompt opens the last one.
	Stays bool
}

// Choice is what to leave out of a chain, by the first record of each turn.
type Choice struct {
	Turns map[int32]bool // all of the turn
	Steps map[int32]bool // all of it but its prompts and its last reply
}

// Remainder is what stays of a chain. Written to a file with these parents it is a closed
// chain again.
type Remainder struct {
	Records []int32 // in the chain's order
	// Parents holds for each record the record that it continues, or None for a root.
	Parents []int32
	// Joined is set for each record whose parentUuid has to be replaced by its parent's.
	Joined []bool
}

// ChainTurns returns the turns of a chain, in order.
func (l *Links) ChainTurns(chain []int32) []ChainTurn { return newChainCut(l, chain).turns }

// Without returns a closed chain without what the choice names.
//
//   - The last turn stays whole: an API checks the signed thinking of the last response.
//   - A compaction's boundary, its summary and the messages that it preserved stay: a turn
//     follows them, at least the last one.
//   - A call and its results go or stay together.
//   - A record whose parent goes continues the nearest ancestor that stays.
//
// Clients from 2.1.150 on, with -p and in the screen, send exactly what the result holds
// (measured to 2.1.332).
func (l *Links) Without(chain []int32, choice Choice) Remainder {
	c := newChainCut(l, chain)
	for i := range c.turns {
		t := &c.turns[i]
		switch {
		case t.Stays:
		case choice.Turns[t.First]:
			c.drop(t, func(int) bool { return false })
		case choice.Steps[t.First]:
			c.drop(t, c.essence(t))
		}
	}
	c.close()
	return c.join()
}

// chainCut computes a remainder. Its records are positions in the chain.
type chainCut struct {
	links   *Links
	chain   []int32
	alone   *Links // of the chain as a file
	turns   []ChainTurn
	at      map[int32]int // position by record
	up      []int32       // the parent's position, or None
	dropped []bool
}

func newChainCut(l *Links, chain []int32) *chainCut {
	c := &chainCut{
		links: l, chain: chain, alone: l.Subset(chain), at: make(map[int32]int, len(chain)),
		up: make([]int32, len(chain)), dropped: make([]bool, len(chain)),
	}
	for k, i := range chain {
		c.at[i] = k
	}
	lost := (&chainer{Links: l}).bridges()
	for k, i := range chain {
		p := l.raw[i]
		if p == None && lost != nil {
			p = lost[i]
		}
		c.up[k] = None
		if at, ok := c.at[p]; ok {
			c.up[k] = int32(at)
		}
	}
	c.cutCircles()
	c.linkLost()
	c.divide()
	return c
}

// linkLost gives the chain as a file the substitutes for lost parents.
func (c *chainCut) linkLost() {
	nodes, found := c.alone.Facts.Nodes, false
	for k := c.preserved(); k < len(nodes); k++ {
		if up := c.up[k]; up != None && c.links.raw[c.chain[k]] == None {
			nodes[k].Parent, found = nodes[up].ID, true
		}
	}
	if found {
		c.alone = New(c.links.ID, c.alone.Facts)
	}
}

// cutCircles makes roots of records in circular links, so that a walk up ends.
func (c *chainCut) cutCircles() {
	root := nearest(c.up, func(k int32) bool { return c.up[k] == None })
	for k, parent := range c.up {
		if root[k] == None && int(parent) >= k {
			c.up[k] = None
		}
	}
}

// divide finds the turns. A record that belongs to none, such as a queued prompt that is
// repeated, belongs to the turn of the record before it.
func (c *chainCut) divide() {
	number, last := map[int32]int{}, 0
	for k, first := range c.alone.Turns() {
		if n, ok := number[first]; ok && first != None {
			last = n
		} else if first != None || k == 0 {
			first = max(first, 0)
			last = len(c.turns)
			number[first] = last
			part := c.alone.Facts.Nodes[first].Flags.TurnPart()
			c.turns = append(c.turns, ChainTurn{First: c.chain[first], Opened: part == transcript.TurnOpener || part == transcript.TurnCommand})
		}
		c.turns[last].Records = append(c.turns[last].Records, c.chain[k])
	}
	for ; last < len(c.turns); last-- { // a queued prompt is delivered with a result of the turn before it
		c.turns[last].Stays = true
		if first := c.turns[last].First; last == 0 || c.links.has(first, transcript.FlagUser) || !c.links.has(first, transcript.FlagAsks|transcript.FlagDelivered) {
			break
		}
	}
}

// drop drops the records of a turn that keeps doesn't report.
func (c *chainCut) drop(t *ChainTurn, keeps func(k int) bool) {
	for _, i := range t.Records {
		k := c.at[i]
		c.dropped[k] = !keeps(k)
	}
}

// essence returns what keeps the prompts of a turn, with what the client adds to them, and
// its last reply.
func (c *chainCut) essence(t *ChainTurn) func(k int) bool {
	asked, last := map[int32]bool{t.First: true}, None
	answered := false
	for _, i := range t.Records {
		f := c.links.Facts.Nodes[i].Flags
		answered = answered || f.Has(transcript.FlagAssistant)
		asked[i] = asked[i] || f.Has(transcript.FlagAsks|transcript.FlagDelivered) || !answered && f.Has(transcript.FlagUser)
		if c.says(i) {
			last = i
		}
	}
	return func(k int) bool {
		i := c.chain[k]
		message := c.links.Facts.Nodes[i].Message
		return asked[i] || i == last || last != None && c.says(i) && message != 0 && message == c.links.Facts.Nodes[last].Message
	}
}

// says reports whether a record is a text of the model.
func (c *chainCut) says(i int32) bool {
	f := c.links.Facts.Nodes[i].Flags
	return f.Has(transcript.FlagAssistant) && f.Has(transcript.FlagText) && !f.Has(transcript.FlagAPIError|transcript.FlagSynthetic)
}

// close restores the records that can't go by themselves: a compaction with what it preserved, and the
// other half of a call that stays, or of a result.
func (c *chainCut) close() {
	preserved := c.preserved()
	for k, i := range c.chain {
		if k < preserved || c.links.has(i, transcript.FlagCompactSummary) {
			c.dropped[k] = false
		}
	}
	results := map[int32][]int32{}
	for result, of := range c.alone.viewOf("").answers().call {
		if of != None {
			results[of] = append(results[of], int32(result))
		}
	}
	for of, all := range results {
		stays := !c.dropped[of] || slices.ContainsFunc(all, func(r int32) bool { return !c.dropped[r] })
		for _, r := range append(all, of) {
			c.dropped[r] = !stays
		}
	}
}

// join links what stays.
func (c *chainCut) join() Remainder {
	near := nearest(c.up, func(k int32) bool { return !c.dropped[k] })
	preserved := c.preserved()
	var r Remainder
	for k, i := range c.chain {
		if c.dropped[k] {
			continue
		}
		parent := None
		if up := c.up[k]; up != None && near[up] != None {
			parent = c.chain[near[up]]
		}
		_, inside := c.at[c.links.raw[i]]
		joined := !c.hangsOn(i, parent) && (inside || k >= preserved) // the client itself links what a compaction preserved
		r.Records, r.Parents, r.Joined = append(r.Records, i), append(r.Parents, parent), append(r.Joined, joined)
	}
	return r
}

// preserved returns how many records of the chain are of its last compaction: its boundary
// and what it preserved.
func (c *chainCut) preserved() int {
	for k, i := range slices.Backward(c.chain) {
		if c.links.has(i, transcript.FlagBoundary) {
			return k + 1
		}
	}
	return 0
}

// hangsOn reports whether the parentUuid of a record names this parent, or none.
func (c *chainCut) hangsOn(i, parent int32) bool {
	n := &c.links.Facts.Nodes[i]
	if parent == None {
		return n.Parent.IsZero()
	}
	return n.Parent == c.links.Facts.Nodes[parent].ID
}
