package lineage

import "dendro/backend/transcript"

// Difference describes how a client that resumes a session deviates from a displayed branch
// of it.
type Difference struct {
	// Leaf is the record that the client continues from, or None.
	Leaf int32
	// Elsewhere is set if Leaf is not on the branch.
	Elsewhere bool
	// Omitted are messages of the branch after its last compaction that are not sent. Added
	// are messages that are sent and not on the branch.
	Omitted, Added []int32
}

// Differs compares the branch to tip with the messages that a client sends, by its version.
// Only records that a person would miss count: prompts, texts of the model, and answered
// calls.
func (l *Links) Differs(tip int32, client string) Difference {
	z := l.viewOf(client)
	leaf, _ := z.leaf()
	d := Difference{Leaf: leaf}
	branch := l.Branch(tip)
	on, cut := make([]bool, len(l.raw)), 0
	for k, i := range branch {
		on[i] = true
		if l.has(i, transcript.FlagBoundary) {
			cut = k + 1
		}
	}
	d.Elsewhere = leaf != None && !on[l.Original(leaf)]
	loads := z.loads()
	sent := make([]bool, len(l.raw))
	for _, i := range loads {
		sent[l.Original(i)] = true
	}
	for _, i := range branch[cut:] {
		if !sent[i] && z.missed(i) {
			d.Omitted = append(d.Omitted, i)
		}
	}
	for _, i := range loads {
		if !on[l.Original(i)] && l.Main(i) && z.missed(i) {
			d.Added = append(d.Added, i)
		}
	}
	return d
}

// missed reports whether a person would miss a record among the sent ones.
func (z *clientView) missed(i int32) bool {
	n := &z.Facts.Nodes[i]
	switch f := n.Flags; {
	case f.Has(transcript.FlagAPIError) && n.Model == 0:
		return false
	case f.Has(transcript.FlagAsks | transcript.FlagCompactSummary):
		return true
	case f.Has(transcript.FlagToolUse):
		return z.answers().answered[i]
	default:
		return f.Has(transcript.FlagAssistant) && f.Has(transcript.FlagText)
	}
}
