package transcript

import (
	"cmp"
	"io"
	"slices"

	"dendro/backend/jsonl"
)

// Continue returns a Summarizer that continues from s, for a file that has only grown
// since. Feed it the bytes after s.Bytes through Lines. The result equals that of reading
// the whole file at once. s is not changed.
//
// It returns false if the file must be read from its beginning: its last line had no
// newline and was already counted as a record, which cannot be undone. s must summarize a
// whole file, not its head and tail.
func Continue(s *Summary) (*Summarizer, bool) {
	if s.TornRecord {
		return nil, false
	}
	c := *s
	c.Torn = 0 // these bytes are read again and may turn out to be nothing, such as half a byte order mark
	c.Facts = s.clone()
	c.Bad = slices.Clone(s.Bad)
	c.Types, c.TypeOf = slices.Clone(s.Types), slices.Clone(s.TypeOf)
	c.Prompts = slices.Clone(s.Prompts)
	c.Titles = slices.Clone(s.Titles)
	c.CWDs = slices.Clone(s.CWDs)
	c.Versions = slices.Clone(s.Versions)
	c.Slugs, c.Bridges, c.Outputs = slices.Clone(s.Slugs), slices.Clone(s.Bridges), slices.Clone(s.Outputs)
	c.PullRequests = slices.Clone(s.PullRequests)
	c.NamedAgents = slices.Clone(s.NamedAgents)
	c.NamedAt = slices.Clone(s.NamedAt)
	c.Snapshots = slices.Clone(s.Snapshots)
	c.Newest.Records, c.Newest.Blocks = slices.Clone(s.Newest.Records), slices.Clone(s.Newest.Blocks)
	c.FilesTouched, c.Tools = slices.Clone(s.FilesTouched), slices.Clone(s.Tools)
	return summarizer(&c), true
}

// Lines returns a reader of the lines to add. The first byte of r is at the Bytes offset of
// the continued summary, or at the start of the file. See NewLines for buffer.
func (z *Summarizer) Lines(r io.Reader, buffer *jsonl.Buffer) *jsonl.Lines {
	return jsonl.NewLines(r, z.s.Bytes, buffer).After(z.s.LastLine)
}

// summarizer returns a Summarizer that adds to s and owns it from now on.
func summarizer(s *Summary) *Summarizer {
	z := new(Summarizer)
	z.begin(s)
	return z
}

// begin makes z add to s, reusing its buffers.
func (z *Summarizer) begin(s *Summary) {
	z.s, z.called, z.end, z.said, z.replies, z.last = s, 0, z.end[:0], z.said[:0], z.replies[:0], lastOther
	z.facts.begin(&s.Facts)
	z.cwds.begin(s.CWDs)
	z.files.begin(s.FilesTouched)
	z.versions.begin(s.Versions)
	z.agents.begin(s.NamedAgents)
	z.types.begin(s.Types)
	z.slugs.begin(s.Slugs)
	z.outputs.begin(s.Outputs)
	z.tools.begin(s.Tools)
	z.ledger.begin(s.Ledger, s.Nodes)
	z.prompts = emptied(z.prompts)
	z.typed = false
	for i, p := range s.Prompts {
		z.prompts[p.ID] = i
		z.typed = z.typed || !p.IsMessage && !s.Nodes[z.facts.Find(p.ID)].Flags.Has(FlagQueued)
	}
	z.turns = TurnFinder{}
	if !s.Answered && !z.typed {
		for i := range s.Nodes {
			if !s.Nodes[i].Flags.Has(FlagSidechain) {
				z.turns.Add(0, s.Nodes[i].Flags.TurnPart())
			}
		}
	}
	z.calls = emptied(z.calls)
	for _, id := range s.OpenCalls {
		z.called++
		z.calls[id] = append(z.calls[id], z.called)
	}
}

// finish copies the Summarizer's maps into the Summary.
func (z *Summarizer) finish() {
	s := z.s
	if len(z.end) > 0 {
		s.End = jsonl.Value(z.end).String()
	}
	z.facts.finish()
	z.finishOutcome()
	s.Ledger = Ledger(z.ledger.buf)
	if len(s.Names) == 0 {
		s.Names = nil
	}
	s.OpenCalls = nil
	if len(z.calls) > 0 {
		var open []int
		ids := map[int]string{}
		for id, places := range z.calls {
			open = append(open, places...)
			for _, n := range places {
				ids[n] = id
			}
		}
		slices.Sort(open)
		for _, n := range open {
			s.OpenCalls = append(s.OpenCalls, ids[n])
		}
	}
	// A later copy may turn a record into a prompt, or make it none.
	s.Prompts = slices.DeleteFunc(s.Prompts, func(p Prompt) bool {
		f := s.Nodes[z.facts.Find(p.ID)].Flags
		return !f.Has(FlagAsks) && (!f.Has(FlagQueued) || f.Has(FlagGone))
	})
	for i := range s.Prompts {
		f := s.Nodes[z.facts.Find(s.Prompts[i].ID)].Flags
		s.Prompts[i].IsUnsent = f.Has(FlagQueued) && !f.Has(FlagDelivered)
	}
	slices.SortFunc(s.Prompts, func(a, b Prompt) int {
		return cmp.Compare(z.facts.Find(a.ID), z.facts.Find(b.ID))
	})
}
