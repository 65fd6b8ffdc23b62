package chattree

import (
	"cmp"

	"dendro/backend/internal/codec"
	"dendro/backend/transcript"
)

// Encode encodes chats for [Decode], which trusts its input: the caller must ensure that
// the bytes return unchanged. A test fills every field of a Chat and checks that it
// survives.
func Encode(chats []*Chat) []byte {
	var x coder
	x.Numbered()
	x.chats(&chats)
	return x.Out()
}

// Decode decodes the result of Encode. The texts alias data, which may be a read-only
// mapping and must not change. Until [Adopt], the sources of the sessions have no
// summaries.
func Decode(data []byte) (chats []*Chat, err error) {
	x := coder{Coder: *codec.Read(data)}
	x.Numbered()
	x.chats(&chats)
	return chats, x.Close()
}

func (x *coder) chats(list *[]*Chat) {
	codec.List(&x.Coder, list, func(c **Chat) {
		if x.Reading {
			*c = &Chat{}
		}
		x.chat(*c)
	})
}

// Adopt connects decoded chats with their files, whose roles [Roles] has decided. It
// returns false if the chats cannot have been made from these files: then they must be
// discarded.
func Adopt(chats []*Chat, files []File, roles map[FileKey]Role) bool {
	sessions := make(map[string]*Session, len(chats))
	for _, c := range chats {
		for _, s := range c.Sessions {
			sessions[s.ID] = s
		}
	}
	found := 0
	for i := range files {
		file := &files[i]
		role := roles[file.Key()]
		if role.Duplicate {
			continue
		}
		s := sessions[cmp.Or(role.Session, file.ID)]
		if s == nil && file.Summary != nil && file.Summary.Silent() {
			continue
		}
		if s == nil {
			return false
		}
		src := s.Source
		if src.Key() != file.Key() || src.Size != file.Size || !src.ModTime.Equal(file.ModTime) || src.Summary != nil || file.Summary == nil {
			return false
		}
		src.Summary, src.Origins = file.Summary, file.Origins
		found++
	}
	return found == len(sessions)
}

// coder visits chats, for both directions.
type coder struct{ codec.Coder }

func (x *coder) chat(c *Chat) {
	x.Text(&c.ID, &c.Project, &c.Repository, &c.Title, &c.TitleFrom, &c.Name, (*string)(&c.Start), (*string)(&c.End), &c.NewestLeaf, &c.GitBranch)
	codec.Int(&x.Coder, &c.Branches, &c.Turns, &c.Agents, &c.Malformed)
	codec.Int(&x.Coder, &c.StartMS, &c.EndMS)
	x.Flag(&c.Shares)
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
	x.Text(&s.ID, &s.CopyOf, &s.File, &s.Title, &s.TitleFrom, &s.Name, &s.State, &s.Outcome)
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
	codec.Map(&x.Coder, &s.copies, codec.Compare, func(id, orig *transcript.ID) {
		x.Raw(id[:])
		x.Raw(orig[:])
	})
	codec.List(&x.Coder, &s.ranges, func(m *segmentRange) { codec.Int(&x.Coder, &m.node, &m.segment) })
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
