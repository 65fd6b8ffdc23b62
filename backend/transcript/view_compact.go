package transcript

import "dendro/backend/jsonl"

// Compaction is one compaction of a file.
type Compaction struct {
	ID      ID     // of the boundary; of the summary in 1.0.x, which has no boundary
	Trigger string // "auto" or "manual"; "" in 1.0.x
	Before  int64  // tokens
	After   int64  // tokens; 0 if not recorded
	// Head, Anchor and Tail are compactMetadata.preservedSegment (~2.1.7x+): the records
	// from Head to Tail were preserved without being written again. Head continues Anchor,
	// the summary. Later records continue Tail, or the summary if the person summarized "up
	// to here" (2.1.150+). They are zero if nothing was preserved.
	Head, Anchor, Tail ID
	// Kept is compactMetadata.preservedMessages (~2.1.7x+): the same records in the order
	// in which the client sends them after the summary. They are not an abandoned branch
	// (measured 2.1.150–2.1.330).
	Kept []ID
}

// Boundary reports whether r is the compact_boundary record of a compaction (1.0.128+;
// earlier versions write the summary alone).
func (r *Record) Boundary() bool { return r.Kind == KindSystem && r.Subtype == "compact_boundary" }

// Compaction returns the compaction of the compact_boundary record r (2.x). It adds the
// texts of the ids to names.
func (r *Record) Compaction(names Names) Compaction {
	id := func(v jsonl.Value) ID { return names.Add(refOf(v)) }
	meta := r.compactMeta
	c := Compaction{ID: names.Add(r.UUID), Trigger: meta.Get("trigger").String()}
	c.Before, _ = meta.Get("preTokens").Int()
	c.After, _ = meta.Get("postTokens").Int()
	segment, kept := meta.Get("preservedSegment"), meta.Get("preservedMessages")
	c.Head, c.Anchor, c.Tail = id(segment.Get("headUuid")), id(segment.Get("anchorUuid")), id(segment.Get("tailUuid"))
	if c.Anchor.IsZero() {
		c.Anchor = id(kept.Get("anchorUuid"))
	}
	kept.Get("uuids").Elements(func(v jsonl.Value) {
		if id := id(v); !id.IsZero() {
			c.Kept = append(c.Kept, id)
		}
	})
	return c
}
