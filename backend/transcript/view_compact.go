package transcript

// CompactMeta is what a compact_boundary record says of its compaction (2.x).
type CompactMeta struct {
	Trigger string // "auto" or "manual"
	Before  int64  // tokens
	After   int64  // tokens; 0 where not recorded
	Kept    PreservedSegment
}

// PreservedSegment are the records from Head to Tail, which a compaction kept
// and did not write again (~2.1.7x+): Head hangs on Anchor, the summary; what
// follows hangs on Tail, or on the summary where the person summarized "up to
// here" (2.1.150+). Zero where nothing was kept.
type PreservedSegment struct{ Head, Anchor, Tail Ref }

// Boundary reports whether r is the compact_boundary record of a compaction
// (from 1.0.128 on; before, the summary stands alone).
func (r *Record) Boundary() bool { return r.Kind == KindSystem && r.Subtype == "compact_boundary" }

// CompactMeta returns what the compact_boundary record r says, zero for others.
func (r *Record) CompactMeta() CompactMeta {
	meta := r.compactMeta
	m := CompactMeta{Trigger: meta.Get("trigger").String()}
	m.Before, _ = meta.Get("preTokens").Int()
	m.After, _ = meta.Get("postTokens").Int()
	if kept := meta.Get("preservedSegment"); kept.IsObject() {
		m.Kept = PreservedSegment{
			Head: refOf(kept.Get("headUuid")), Anchor: refOf(kept.Get("anchorUuid")), Tail: refOf(kept.Get("tailUuid")),
		}
	}
	return m
}

// PreservedMessages is compactMetadata.preservedMessages (~2.1.7x+): the same
// records as PreservedSegment, one by one. They follow the summary and are no
// abandoned branch (measured 2.1.150–2.1.330).
type PreservedMessages struct {
	Anchor Ref   // the summary that they follow
	UUIDs  []Ref // those that are loaded, in order
}

// PreservedMessages returns the ids of the messages that the compact_boundary
// record r kept, empty lists where it kept none.
func (r *Record) PreservedMessages() PreservedMessages {
	kept := r.compactMeta.Get("preservedMessages")
	return PreservedMessages{
		Anchor: refOf(kept.Get("anchorUuid")),
		UUIDs:  refsOf(kept.Get("uuids")),
	}
}

// refsOf returns the ids of an array. What is no id is left out.
func refsOf(v Value) (list []Ref) {
	v.Elements(func(e Value) {
		if ref := refOf(e); !ref.ID.IsZero() {
			list = append(list, ref)
		}
	})
	return list
}
