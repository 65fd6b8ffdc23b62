package chattree

import (
	"dendro/backend/internal/codec"
	"dendro/backend/transcript"
)

// VisitChat visits everything of a chat but the files of its sessions, in both directions. A
// test fills every field.
func VisitChat(x *codec.Coder, c *Chat) {
	x.Text(&c.ID, &c.Project, &c.Title, &c.TitleFrom, &c.Name, (*string)(&c.Start), (*string)(&c.End))
	codec.List(x, &c.Sessions, func(s **Session) {
		if x.Reading {
			*s = new(Session)
		}
		visitSession(x, *s)
	})
	x.Text(&c.Repository)
	codec.List(x, &c.Segments, func(s *Segment) { visitSegment(x, s) })
	x.Text(&c.NewestLeaf, &c.GitBranch)
	codec.Int(x, &c.Branches, &c.Turns, &c.Agents, &c.Malformed)
	codec.Int(x, &c.StartMS, &c.EndMS)
	x.Flag(&c.Shares)
}

func visitSession(x *codec.Coder, s *Session) {
	x.Text(&s.ID, &s.CopyOf, &s.File, &s.Title, &s.TitleFrom, &s.Name, &s.State, &s.Outcome)
	visitTexts(x, &s.Parent, &s.ForkPoint)
	x.Text(&s.MissingParent, &s.Relation)
	x.Texts(&s.Evidence)
	x.Text(&s.Confidence)
	codec.Int(x, &s.Shared, &s.Own)
	codec.Optional(x, &s.Without, func(l *transcript.LeftOut) { visitLeftOut(x, l) })
	x.Flag(&s.Superseded)
	x.Texts(&s.SessionIDs)
	x.Text(&s.ActiveLeaf)
	codec.List(x, &s.Rewinds, func(r *Rewind) {
		visitTexts(x, &r.At)
		codec.List(x, &r.Branches, func(b *Branch) {
			x.Text(&b.First, &b.Tip)
			x.Flag(&b.Active)
		})
	})
	codec.List(x, &s.Compactions, func(c *Compaction) { x.Text(&c.UUID, &c.Trigger) })
	codec.Int(x, &s.Agents, &s.Records, &s.Prompts, &s.Malformed, &s.Stranded)
	codec.Int(x, &s.Bytes)
	x.Text((*string)(&s.Start), (*string)(&s.End), &s.Dated, &s.CWD, &s.GitBranch, &s.Version)
	x.Texts(&s.Duplicates)
	x.Text(&s.LastPromptLeaf)
	x.Texts(&s.StrandedTurns)
	x.Text(&s.Model)
	codec.Map(x, &s.copies, codec.Compare, func(id, of *transcript.ID) {
		x.Raw(id[:])
		x.Raw(of[:])
	})
	codec.List(x, &s.ranges, func(r *segmentRange) { codec.Int(x, &r.node, &r.segment) })
	codec.List(x, &s.turns, func(r *turnRange) { codec.Int(x, &r.node, &r.opener) })
	codec.List(x, &s.startedIn, func(in *startedIn) {
		x.Text(&in.agent)
		codec.Int(x, &in.segment)
	})
}

func visitSegment(x *codec.Coder, s *Segment) {
	x.Text(&s.ID, &s.Session)
	visitTexts(x, &s.Parent, &s.At)
	x.Text(&s.Edge, &s.First, &s.Tip, &s.Title, &s.Name)
	codec.Int(x, &s.Turns, &s.Compactions, &s.Agents, &s.Shared, &s.ForkTurn)
	x.Text(&s.Start, &s.End)
	x.Flag(&s.Leaf, &s.Superseded, &s.Active, &s.ResumesHere, &s.NewerElsewhere, &s.Apart)
	x.Text(&s.Model, &s.GitBranch, &s.MissingParent)
	x.Texts(&s.Evidence)
	x.Text(&s.Confidence)
	codec.Optional(x, &s.Without, func(l *transcript.LeftOut) { visitLeftOut(x, l) })
}

func visitLeftOut(x *codec.Coder, l *transcript.LeftOut) {
	codec.Int(x, &l.Turns, &l.Steps, &l.Outputs, &l.Pictures)
}

// visitTexts visits texts that may be absent.
func visitTexts(x *codec.Coder, texts ...**string) {
	for _, t := range texts {
		codec.Optional(x, t, func(s *string) { x.Text(s) })
	}
}
