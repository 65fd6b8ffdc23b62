package transcript

import (
	"cmp"
	"slices"
	"strings"

	"dendro/backend/internal/plain"
	"dendro/backend/jsonl"
)

// pointer reads the references to graph records from a record outside the graph. It returns
// the node of a prompt that r enqueues, or -1.
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

// lastPrompt records the leaf that the client would continue from.
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

// plannedIn returns the session whose transcript a prompt names by path, or "".
func plannedIn(r *Record) string {
	for i := range r.Blocks {
		if name := transcriptIn(r.Blocks[i].Text.String(), r.SessionID); name != "" {
			return name
		}
	}
	return ""
}

// opening is how many chain records may precede the summary that a file begins with.
const opening = 8

// summarizedIn returns the session whose transcript a compaction summary names, if it is
// another one than the record's, or "". Clients write "read the full transcript at: <path>".
func summarizedIn(r *Record) string {
	for i := range r.Blocks {
		_, path, ok := strings.Cut(r.Blocks[i].Text.String(), "read the full transcript at:")
		if !ok {
			continue
		}
		path, _, _ = strings.Cut(strings.TrimSpace(path), "\n")
		if name := transcriptIn(path, r.SessionID); name != "" {
			return name
		}
	}
	return ""
}

// transcriptIn returns the session of the last transcript that a text names by path, unless
// it is the given one.
func transcriptIn(text, session string) string {
	const suffix, id = ".jsonl", 36
	at := strings.LastIndex(text, suffix)
	if at <= id || text[at-id-1] != '/' && text[at-id-1] != '\\' {
		return ""
	}
	if name := strings.ToLower(text[at-id : at]); plain.IsUUID(name) && name != session {
		return name
	}
	return ""
}

// endsWith reports whether id is the last of a list, so that repeated pointers are listed
// once.
func endsWith(list []ID, id ID) bool { return len(list) > 0 && list[len(list)-1] == id }

// copied records the original that r names. /branch writes records twice, and only one of
// the two names it.
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

// continuedIn returns the session that a continued-in record names. The field's name is
// undocumented, so fields named after a session or a continuation are preferred over other
// uuids, and the record's own sessionId is the last resort.
func continuedIn(r *Record) string {
	var named, other string
	r.Raw.Members(func(key []byte, v jsonl.Value) {
		switch string(key) {
		case "sessionId", "uuid", "parentUuid":
			return
		}
		s := v.String()
		if s == r.SessionID || !plain.IsUUID(s) {
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

// compaction records a boundary, or a summary without one: in 1.0.x the summary is a root.
func (c *Collector) compaction(r *Record, node Node) {
	f := c.f
	if node.Flags.Has(FlagCompactSummary) {
		if len(f.Nodes) <= opening && f.Summarized == "" {
			f.Summarized = summarizedIn(r)
		}
		if !node.Flags.Has(FlagSidechain) && c.index.BoundaryAbove(c.f.Nodes, &node) < 0 {
			f.Compactions = append(f.Compactions, Compaction{ID: node.ID})
		}
		return
	}
	f.Compactions = append(f.Compactions, r.Compaction(f.Names))
}
