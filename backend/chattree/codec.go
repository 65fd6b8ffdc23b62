package chattree

import (
	"dendro/backend/internal/codec"
	"dendro/backend/transcript"
)

// coder visits chats, for both ways.
type coder struct {
	codec.Coder
	shown bool // only what people see
}

// shown returns what people are shown of a chat.
func shown(c *Chat) []byte {
	x := coder{shown: true}
	x.chat(c)
	return x.Out()
}

func (x *coder) chat(c *Chat) {
	x.Text(&c.ID, &c.Project, &c.Title, &c.TitleFrom, &c.Name, (*string)(&c.Start), (*string)(&c.End), &c.NewestLeaf, &c.GitBranch)
	codec.Int(&x.Coder, &c.Branches, &c.Turns, &c.Agents, &c.Malformed)
	codec.Int(&x.Coder, &c.StartMS, &c.EndMS)
	if !x.shown {
		x.Flag(&c.Shares)
	}
	codec.List(&x.Coder, &c.Sessions, func(s **Session) {
		if x.Reading {
			*s = &Session{Source: &File{}}
		}
		x.session(*s)
	})
	codec.List(&x.Coder, &c.Segments, x.segment)
}

func (x *coder) session(s *Session) {
	x.source(s.Source)
	x.Text(&s.ID, &s.File, &s.Title, &s.TitleFrom, &s.Name, &s.State, &s.Outcome)
	codec.Optional(&x.Coder, &s.Parent, func(v *string) { x.Text(v) })
	x.Text(&s.MissingParent, &s.Relation)
	x.Texts(&s.Evidence)
	x.Text(&s.Confidence)
	codec.Optional(&x.Coder, &s.ForkPoint, func(v *string) { x.Text(v) })
	codec.Int(&x.Coder, &s.Shared, &s.Own)
	x.Flag(&s.Superseded)
	x.Texts(&s.SessionIDs)
	x.Text(&s.ActiveLeaf)
	codec.List(&x.Coder, &s.Rewinds, func(r *Rewind) {
		codec.Optional(&x.Coder, &r.At, func(v *string) { x.Text(v) })
		codec.List(&x.Coder, &r.Branches, func(b *Branch) {
			x.Text(&b.First, &b.Tip)
			x.Flag(&b.Active)
		})
	})
	codec.List(&x.Coder, &s.Compactions, func(c *Compaction) { x.Text(&c.UUID, &c.Trigger) })
	codec.Int(&x.Coder, &s.Agents, &s.Records, &s.Prompts, &s.Malformed)
	codec.Int(&x.Coder, &s.Bytes)
	x.Text((*string)(&s.Start), (*string)(&s.End), &s.Dated, &s.CWD, &s.GitBranch, &s.Version)
	x.Texts(&s.Duplicates)
	x.Text(&s.LastPromptLeaf)
	codec.Int(&x.Coder, &s.Stranded)
	x.Texts(&s.StrandedTurns)
	x.Text(&s.Model)
	if x.shown {
		return
	}
	codec.Map(&x.Coder, &s.copies, codec.Compare, func(id, orig *transcript.ID) {
		x.Raw(id[:])
		x.Raw(orig[:])
	})
	codec.List(&x.Coder, &s.stretches, func(m *stretch) { codec.Int(&x.Coder, &m.node, &m.segment) })
	codec.List(&x.Coder, &s.startedIn, func(in *startedIn) {
		x.Text(&in.agent)
		codec.Int(&x.Coder, &in.segment)
	})
}

// source is a file without its summary.
func (x *coder) source(f *File) {
	x.Text(&f.ID, &f.Path, &f.Root)
	x.Time(&f.ModTime)
	codec.Int(&x.Coder, &f.Size)
	x.Flag(&f.Unread)
}

func (x *coder) segment(s *Segment) {
	x.Text(&s.ID, &s.Session)
	codec.Optional(&x.Coder, &s.Parent, func(v *string) { x.Text(v) })
	x.Text(&s.Edge)
	codec.Optional(&x.Coder, &s.At, func(v *string) { x.Text(v) })
	x.Text(&s.First, &s.Tip, &s.Title, &s.Name)
	codec.Int(&x.Coder, &s.Turns)
	x.Text(&s.Start, &s.End)
	x.Flag(&s.Leaf, &s.Superseded, &s.Active, &s.ResumesHere, &s.NewerElsewhere)
	codec.Int(&x.Coder, &s.Compactions, &s.Agents)
	x.Text(&s.Model, &s.GitBranch, &s.MissingParent)
	x.Texts(&s.Evidence)
	x.Text(&s.Confidence)
	codec.Int(&x.Coder, &s.Shared, &s.ForkTurn)
}
