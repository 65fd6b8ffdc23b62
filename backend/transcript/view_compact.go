package transcript

// Compaction is one compaction of a file.
type Compaction struct {
	ID      ID     // of the boundary; of the summary where there is none (1.0.x)
	Trigger string // "auto" or "manual"; "" in 1.0.x
	Before  int64  // tokens
	After   int64  // tokens; 0 where not recorded
	// Head, Anchor and Tail are compactMetadata.preservedSegment (~2.1.7x+): the
	// records from Head to Tail were kept and not written again. Head hangs on Anchor,
	// the summary; what follows hangs on Tail, or on the summary where the person
	// summarized "up to here" (2.1.150+). Zero where nothing was kept.
	Head, Anchor, Tail ID
	// Kept are those of compactMetadata.preservedMessages (~2.1.7x+): the same records,
	// one by one, in the order in which the client sends them behind the summary. They
	// are no abandoned branch (measured 2.1.150–2.1.330).
	Kept []ID
}

// Boundary reports whether r is the compact_boundary record of a compaction
// (from 1.0.128 on; before, the summary stands alone).
func (r *Record) Boundary() bool { return r.Kind == KindSystem && r.Subtype == "compact_boundary" }

// Compaction returns what the compact_boundary record r says (2.x). The texts of the ids
// that it names are added to names.
func (r *Record) Compaction(names Names) Compaction {
	id := func(v Value) ID { return names.Add(refOf(v)) }
	meta := r.compactMeta
	c := Compaction{ID: names.Add(r.UUID), Trigger: meta.Get("trigger").String()}
	c.Before, _ = meta.Get("preTokens").Int()
	c.After, _ = meta.Get("postTokens").Int()
	segment, kept := meta.Get("preservedSegment"), meta.Get("preservedMessages")
	c.Head, c.Anchor, c.Tail = id(segment.Get("headUuid")), id(segment.Get("anchorUuid")), id(segment.Get("tailUuid"))
	if c.Anchor.IsZero() {
		c.Anchor = id(kept.Get("anchorUuid"))
	}
	kept.Get("uuids").Elements(func(v Value) {
		if id := id(v); !id.IsZero() {
			c.Kept = append(c.Kept, id)
		}
	})
	return c
}
