package transcript

import (
	"cmp"
	"slices"
	"strings"
)

// pointer takes a record that is not part of the graph, for what it says of
// records that are. It returns the node of a prompt that r enqueues, -1 for none.
func (c *Collector) pointer(r *Record) (at int32) {
	f := c.f
	f.Aside = true
	switch r.Kind {
	case KindLastPrompt:
		c.lastPrompt(r)
	case KindContinuedIn:
		f.ContinuedIn = cmp.Or(continuedIn(r), f.ContinuedIn)
	case KindQueue:
		if f.Queued == 0 && c.begins() {
			f.Queued = Millis(r.Timestamp)
		}
		return c.queue(r)
	case KindSide:
		if r.Type == "history-suppression" {
			f.Inherits = f.Inherits || r.field("cause").String() == "fork_inherit"
		}
	}
	return -1
}

// lastPrompt notes the record that the client says it would go on from.
func (c *Collector) lastPrompt(r *Record) {
	f, last := c.f, r.LastPrompt()
	if last.Cancels {
		f.LastPromptLeaf, f.LastPromptExplicit, f.LastPromptAt = ID{}, false, 0
		return
	}
	id := f.Names.Add(last.Leaf)
	if id.IsZero() {
		return
	}
	f.LastPromptLeaf, f.LastPromptExplicit, f.LastPromptAt = id, last.Explicit, len(f.Nodes)
	if !endsWith(f.Leaves, id) {
		f.Leaves = append(f.Leaves, id)
	}
}

// plannedIn returns the session whose transcript a prompt names by its path, "" for none.
func plannedIn(r *Record) string {
	const suffix, id = ".jsonl", 36
	for i := range r.Blocks {
		text := r.Blocks[i].Text.String()
		at := strings.LastIndex(text, suffix)
		if at <= id || text[at-id-1] != '/' && text[at-id-1] != '\\' {
			continue
		}
		if name := strings.ToLower(text[at-id : at]); IsUUID(name) && name != r.SessionID {
			return name
		}
	}
	return ""
}

// endsWith reports whether id is the last of a list: what is written again and
// again is noted once.
func endsWith(list []ID, id ID) bool { return len(list) > 0 && list[len(list)-1] == id }

// copied notes what a record says of the one that it is a copy of. /branch
// writes records twice, and only one of the two says it.
func (c *Collector) copied(r *Record, id ID) {
	f := c.f
	if f.Planned == "" && len(r.Plan) > len(`""`) {
		f.Planned = plannedIn(r)
	}
	if r.ForkedSession != "" && f.ForkedFrom == "" {
		f.ForkedFrom = r.ForkedSession
	}
	if orig := r.ForkedMessage; !orig.ID.IsZero() && orig.ID != id {
		if _, known := f.Aliases[id]; !known {
			f.Aliases = put(f.Aliases, id, f.Names.Add(orig))
		}
	}
	if from := r.EarlierSession; from != "" && from != r.SessionID && !slices.Contains(f.Earlier, from) {
		f.Earlier = append(f.Earlier, from)
	}
}

// continuedIn finds the session that a continued-in record names. The name of
// the field is not documented, so a field that speaks of a session or of the
// continuation is taken before any other uuid; the record's own sessionId
// last.
func continuedIn(r *Record) string {
	var named, other string
	r.Raw.Members(func(key []byte, v Value) {
		switch string(key) {
		case "sessionId", "uuid", "parentUuid":
			return
		}
		s := v.String()
		if s == r.SessionID || !IsUUID(s) {
			return
		}
		k := strings.ToLower(string(key))
		if strings.Contains(k, "session") || strings.Contains(k, "continued") {
			named = s
		} else {
			other = s
		}
	})
	return cmp.Or(named, other, r.SessionID)
}

// compaction notes a boundary, or a summary that has none: in 1.0.x the
// summary is a root of its own.
func (c *Collector) compaction(r *Record, node Node) {
	f := c.f
	if node.Flags.Has(FlagCompactSummary) {
		if !node.Flags.Has(FlagSidechain) && c.BoundaryAbove(&node) < 0 {
			f.Compactions = append(f.Compactions, Compaction{ID: node.ID})
		}
		return
	}
	f.Compactions = append(f.Compactions, r.Compaction(f.Names))
}

// BoundaryAbove returns the compaction boundary that a record stands directly below,
// hooks and other structure apart; -1 where there is none.
func (c *Collector) BoundaryAbove(n *Node) int32 {
	for range 32 { // links may run in circles
		at := c.Find(n.Parent)
		if at < 0 {
			break
		}
		n = &c.f.Nodes[at]
		switch {
		case n.Flags.Has(FlagBoundary):
			return at
		case n.Flags.Has(FlagTurn):
			return -1
		}
	}
	return -1
}
