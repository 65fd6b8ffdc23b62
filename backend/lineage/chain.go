package lineage

import (
	"cmp"
	"slices"

	"dendro/backend/transcript"
)

// Chain returns the closed chain of record at: exactly the records, in order, that a client
// needs to continue from it. Written to a file and loaded with `--resume FILE
// --fork-session`, they make the client send the conversation up to at (interactive from
// 2.1.139, measured to 2.1.330).
//
//   - The ancestors of at by parentUuid, as the client follows it, up to the root or the
//     boundary of the compaction before at, with the messages that it preserved.
//   - The other records of the responses among them, and the results of their calls:
//     parallel calls fork the links, and the bare chain would hold only one call.
//   - Nothing after at but the results of its own response: a call without its result
//     would be sent as interrupted (2.1.300+), or not at all.
//
// A record that repeats another represents that one, and a compaction boundary represents
// its summary. The result is nil for a record of a sidechain.
func (l *Links) Chain(at int32) []int32 {
	if at < 0 || int(at) >= len(l.Up) || !l.Main(at) {
		return nil
	}
	c := chainer{Links: l, at: l.summaryOf(l.Original(at)), rank: l.ranks(), hung: None, on: map[int32]bool{}, messages: map[uint64]bool{}}
	c.bridged = c.bridges()
	c.up()
	c.beside()
	return c.ordered()
}

// chainer computes one chain.
type chainer struct {
	*Links
	at       int32
	rank     []int32         // by record, its position in reading order
	bridged  []int32         // parents that the client substitutes for lost ones; nil if none is lost
	on       map[int32]bool  // the records of the chain
	messages map[uint64]bool // the responses on it
	closing  map[int32]bool  // results after at
	hung     int32           // the record that the chain continues before its compaction, or None
	table    *transcript.NodeTable
}

// summaryOf returns the summary of a compaction boundary, and any other record unchanged.
func (l *Links) summaryOf(at int32) int32 {
	if l.has(at, transcript.FlagBoundary) {
		for i := int(at) + 1; i < min(len(l.raw), int(at)+32); i++ {
			if l.raw[i] == at && l.has(int32(i), transcript.FlagCompactSummary) {
				return int32(i)
			}
		}
	}
	return at
}

// Subset returns the links of a file that consists of the given records, in that order.
func (l *Links) Subset(records []int32) *Links {
	facts := &transcript.Facts{
		Nodes: make([]transcript.Node, len(records)), Names: l.Facts.Names, Aliases: l.Facts.Aliases, Logical: l.Facts.Logical,
		SessionIDs: l.Facts.SessionIDs, Branches: l.Facts.Branches, Models: l.Facts.Models, Version: l.Facts.Version,
	}
	in := make(map[transcript.ID]bool, len(records))
	for k, i := range records {
		facts.Nodes[k] = l.Facts.Nodes[i]
		in[facts.Nodes[k].ID] = true
	}
	for _, c := range l.Facts.Compactions {
		if in[c.ID] {
			facts.Compactions = append(facts.Compactions, c)
		}
	}
	return New(l.ID, facts)
}

// TurnEnd returns the last record of the turn that contains at, on the way to tip: the
// record that the next prompt or command on that way continues. If tip is None or not a
// descendant of at, it is the last message of the turn in the file.
func (l *Links) TurnEnd(at, tip int32) int32 {
	end := tip
	if tip != None {
		end = l.Original(tip)
	}
	for i := end; i != None; i = l.Up[i] {
		if i == l.Original(at) {
			return end
		}
		if l.has(i, transcript.FlagAsks|transcript.FlagCommand|transcript.FlagBoundary) {
			end = l.Up[i]
		}
	}
	return l.lastOfTurn(at)
}

// lastOfTurn returns the message of the turn at a record that is last in reading order.
func (l *Links) lastOfTurn(at int32) int32 {
	const opens = transcript.FlagAsks | transcript.FlagCommand | transcript.FlagBoundary
	turn, end := map[int32]bool{l.Original(at): true}, at
	for i := range l.Reading() {
		if l.Up[i] == None || !turn[l.Up[i]] || l.Repeat(i) || !l.Main(i) || l.has(i, opens) {
			continue
		}
		if turn[i] = true; l.has(i, transcript.FlagTurn) {
			end = i
		}
	}
	return end
}

// ranks returns each record's position in reading order.
func (l *Links) ranks() []int32 {
	rank := make([]int32, len(l.Up))
	next := int32(0)
	for i := range l.Reading() {
		rank[i] = next
		next++
	}
	return rank
}

// bridges returns the client's substitutes for lost parents.
func (c *chainer) bridges() []int32 {
	if len(c.Dangling) == 0 {
		return nil
	}
	z := &clientView{Links: c.Links, rule: Newest, parent: slices.Clone(c.raw)}
	z.bridge()
	return z.parent
}

// up adds the ancestors of the record.
func (c *chainer) up() {
	for i := c.at; i != None && !c.on[i]; i = c.before(i) {
		c.add(i)
		if c.has(i, transcript.FlagBoundary) {
			c.keep(i)
			break
		}
	}
}

func (c *chainer) add(i int32) {
	c.on[i] = true
	if m := c.Facts.Nodes[i].Message; m != 0 {
		c.messages[m] = true
	}
}

// before returns the record that the client visits next. A record whose parent is the last
// message that a compaction preserved continues that compaction (~2.1.7x–2.1.21x): the
// client puts the preserved messages after its summary, if it finds them. In forks of the
// SDK it does not (F6), and continues before the compaction.
func (c *chainer) before(i int32) int32 {
	const compaction = transcript.FlagBoundary | transcript.FlagCompactSummary
	p, up := c.raw[i], c.Up[i]
	if p == None && c.bridged != nil {
		p = c.bridged[i]
	}
	if p == None || up <= p || !c.has(up, compaction) || len(c.kept(up)) == 0 {
		return p
	}
	c.hung = p
	return up
}

// kept returns the messages that a compaction preserved, by its boundary or its summary.
func (c *chainer) kept(at int32) []int32 {
	if p := c.raw[at]; !c.has(at, transcript.FlagBoundary) && p != None {
		at = p
	}
	id := c.Facts.Nodes[at].ID
	k := slices.IndexFunc(c.Facts.Compactions, func(x transcript.Compaction) bool { return x.ID == id })
	if k < 0 {
		return nil
	}
	if c.table == nil {
		c.table = transcript.NewNodeTable(c.Facts.Nodes)
	}
	return c.preservedBy(&c.Facts.Compactions[k], at, func(id transcript.ID) int32 { return c.table.Find(c.Facts.Nodes, id) }, func() bool { return true })
}

// keep adds the messages that a compaction preserved, with the structure between and after
// them that the chain may continue: a record whose parent is missing starts over.
func (c *chainer) keep(boundary int32) {
	kept := c.kept(boundary)
	for _, i := range kept {
		c.on[i] = true
	}
	for _, i := range kept {
		c.structure(c.raw[i])
	}
	c.structure(c.hung)
	if c.hung != None {
		c.on[c.hung] = true
	}
}

// structure adds the structure at and above a record.
func (c *chainer) structure(i int32) {
	for ; i != None && !c.on[i] && Structure(c.Facts.Nodes[i].Flags); i = c.raw[i] {
		c.on[i] = true
	}
}

// beside adds the other records of the responses in the chain, as far as they had been
// written, and the results of all added calls.
func (c *chainer) beside() {
	nodes := c.Facts.Nodes
	for i := range nodes {
		at := int32(i)
		if !c.on[at] && c.loose(at) && nodes[i].Message != 0 && c.messages[nodes[i].Message] && c.rank[at] < c.rank[c.at] {
			for p := at; p != None && !c.on[p]; p = c.raw[p] {
				c.on[p] = true
			}
		}
	}
	last := c.response()
	for i := range nodes {
		at, p := int32(i), c.raw[i]
		if c.on[at] || !c.loose(at) || !nodes[i].Flags.Has(transcript.FlagToolResult) || p == None || !c.on[p] || !c.messages[nodes[p].Message] {
			continue
		}
		c.on[at] = true
		if c.rank[at] > c.rank[c.at] && nodes[p].Message == last {
			if c.closing == nil {
				c.closing = map[int32]bool{}
			}
			c.closing[at] = true
		}
	}
}

// loose reports whether a record may be beside the chain: sidechains and repeats may not.
func (c *chainer) loose(i int32) bool { return c.Main(i) && !c.Repeat(i) }

// response returns the message of the response that ends the chain, or 0 if a person or the
// client spoke last.
func (c *chainer) response() uint64 {
	i := c.at
	for range c.on { // links may be circular
		if i == None || !c.on[i] {
			break
		}
		switch n := &c.Facts.Nodes[i]; {
		case n.Flags.Has(transcript.FlagAssistant):
			return n.Message
		case n.Flags.Has(transcript.FlagUser) && !n.Flags.Has(transcript.FlagToolResult):
			return 0
		}
		i = c.before(i)
	}
	return 0
}

// ordered returns the chain in reading order, with nothing after the record itself but the
// results that close it: the client continues from the last record.
func (c *chainer) ordered() []int32 {
	list := make([]int32, 0, len(c.on))
	for i := range c.on {
		list = append(list, i)
	}
	group := func(i int32) int {
		switch {
		case c.closing[i]:
			return 2
		case i == c.at:
			return 1
		}
		return 0
	}
	slices.SortFunc(list, func(a, b int32) int {
		return cmp.Or(cmp.Compare(group(a), group(b)), cmp.Compare(c.rank[a], c.rank[b]))
	})
	return list
}
