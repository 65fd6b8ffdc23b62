package store

import (
	"dendro/backend/internal/codec"
	"dendro/backend/transcript"
)

func visitSummary(x *codec.Coder, s *transcript.Summary) {
	visitFacts(x, &s.Facts)
	codec.Int(x, &s.Records, &s.Malformed)
	codec.List(x, &s.Bad, func(b *transcript.BadLine) {
		codec.Int(x, &b.Line)
		codec.Int(x, &b.Offset)
		x.Text(&b.Error)
	})
	x.Texts(&s.Types)
	visitCounts(x, &s.TypeOf)
	codec.List(x, &s.Prompts, func(p *transcript.Prompt) {
		x.Raw(p.ID[:])
		x.Text(&p.Text, &p.Name)
		codec.Int(x, &p.Time)
		x.Flag(&p.IsMessage, &p.IsUnsent)
	})
	x.Text(&s.CustomTitle, &s.AITitle, &s.AgentName, &s.Tag, &s.LastPrompt)
	x.Texts(&s.Slugs, &s.Bridges, &s.Outputs)
	codec.List(x, &s.PullRequests, func(p *transcript.PullRequest) {
		codec.Int(x, &p.Number)
		x.Text(&p.URL)
	})
	codec.List(x, &s.Titles, func(t *transcript.Title) {
		x.Text(&t.Text)
		x.Raw(t.Leaf[:])
	})
	x.Text(&s.Start, &s.End)
	codec.Int(x, &s.StartMS, &s.EndMS)
	x.Text(&s.CWD, &s.Relocated, &s.WorktreeOf, &s.GitBranch, &s.Model, &s.Entrypoint)
	x.Texts(&s.CWDs, &s.Versions)
	codec.Optional(x, &s.ForkContext, func(c *transcript.ForkContext) {
		x.Text(&c.AgentID, &c.Session)
		x.Raw(c.Last[:])
	})
	x.Text(&s.AgentID, &s.Task, &s.Command, &s.Outcome.Text, &s.Outcome.Better)
	codec.Uint(x, &s.Outcome.State)
	x.Flag(&s.Answered, &s.Outcome.Announces)
	x.Texts(&s.NamedAgents, &s.FilesTouched, &s.OpenCalls, &s.Tools)
	x.Text((*string)(&s.Ledger))
	visitIDs(x, &s.NamedAt)
	visitIDs(x, &s.Snapshots)
	x.Uint64(&s.Newest.Message)
	x.Raw(s.Newest.Last[:])
	visitIDs(x, &s.Newest.Records)
	codec.List(x, &s.Newest.Blocks, func(b *transcript.BlockPrint) {
		codec.Uint(x, &b.Kind)
		codec.Int(x, &b.Size)
		codec.Uint(x, &b.Sum, &b.Call)
	})
	codec.Int(x, &s.ToolUses, &s.Lines, &s.Oversized, &s.LastLine)
	codec.Int(x, &s.Bytes, &s.Torn)
	x.Flag(&s.TornRecord)
}

// visitFacts visits everything but the nodes.
func visitFacts(x *codec.Coder, f *transcript.Facts) {
	codec.Map(x, &f.Names, codec.Compare, func(id *transcript.ID, name *string) {
		x.Raw(id[:])
		x.Text(name)
	})
	for _, m := range [...]*map[transcript.ID]transcript.ID{&f.Aliases, &f.Logical, &f.Captured} {
		codec.Map(x, m, codec.Compare, func(id, to *transcript.ID) {
			x.Raw(id[:])
			x.Raw(to[:])
		})
	}
	visitIDs(x, &f.Loose)
	x.Texts(&f.SessionIDs, &f.Branches, &f.Models)
	visitCounts(x, &f.SessionOf)
	codec.List(x, &f.Compactions, func(c *transcript.Compaction) {
		x.Raw(c.ID[:])
		x.Text(&c.Trigger)
		codec.Int(x, &c.Before, &c.After)
		for _, id := range [...]*transcript.ID{&c.Head, &c.Anchor, &c.Tail} {
			x.Raw(id[:])
		}
		visitIDs(x, &c.Kept)
	})
	x.Text(&f.Version)
	x.Raw(f.LastPromptLeaf[:])
	x.Flag(&f.LastPromptExplicit)
	codec.Int(x, &f.LastPromptAt)
	x.Text(&f.ForkedFrom, &f.ContinuedIn, &f.Planned, &f.Summarized)
	x.Texts(&f.Earlier)
	x.Flag(&f.Inherits)
	codec.Int(x, &f.Queued)
	visitIDs(x, &f.Leaves)
	codec.List(x, &f.Queue.Items, func(q *transcript.QueueItem) {
		x.Raw(q.ID[:])
		x.Uint64(&q.Text, &q.Task)
		codec.Uint(x, &q.Kind)
		codec.Uint(x, &q.State)
	})
	visitIDs(x, &f.Queue.Removes)
	x.Flag(&f.Aside)
	x.Uint64(&f.Asked)
}

func visitCounts(x *codec.Coder, list *[]int) {
	codec.List(x, list, func(n *int) { codec.Int(x, n) })
}

func visitIDs(x *codec.Coder, list *[]transcript.ID) {
	codec.List(x, list, func(id *transcript.ID) { x.Raw(id[:]) })
}
