package chattree

import (
	"encoding/binary"
	"runtime"
	"sync"

	"dendro/backend/internal/codec"
	"dendro/backend/transcript"
)

// coder visits chats, for both ways.
type coder struct {
	codec.Coder
	shown bool // only what people see
}

// The form of a list of chats: these, one after the other, then the size of
// each, then how many there are. A test fills every field that a Chat has and
// looks whether it comes back.

// batch is how many chats there are in a piece: none has to grow large.
const batch = 64

// Encode returns the chats for Restore, in pieces that stand one behind the other. They
// are trusted there: who keeps them sees to it that they come back unchanged. They are
// encoded on all processors: a command that has read a history ends with it.
func Encode(chats []*Chat) [][]byte {
	pieces := make([][]byte, (len(chats)+batch-1)/batch, len(chats)/batch+2)
	sizes := make([]byte, 4*len(chats), 4*len(chats)+4)
	parallel(len(pieces), new([2]coder), func(n int, memory *[2]coder) {
		x := &memory[0]
		x.Numbered()
		var out []byte
		for i := n * batch; i < min((n+1)*batch, len(chats)); i++ {
			x.Reset()
			x.chat(chats[i])
			binary.LittleEndian.PutUint32(sizes[4*i:], uint32(len(x.Out())))
			out = append(out, x.Out()...)
		}
		pieces[n] = out
	})
	return append(pieces, binary.LittleEndian.AppendUint32(sizes, uint32(len(chats))))
}

// shownOf returns what people are shown of a chat, until x is used again.
func shownOf(c *Chat, x *coder) []byte {
	if !x.shown {
		x.shown = true
		x.Numbered()
	}
	x.Reset()
	x.chat(c)
	return x.Out()
}

// decodeChats reads them on all processors: it is what a start waits for. Their
// texts are used where they lie, in data.
func decodeChats(data []byte) ([]*Chat, error) {
	if len(data) < 4 {
		return nil, codec.ErrDamaged
	}
	data, count := data[:len(data)-4], data[len(data)-4:]
	n := int(binary.LittleEndian.Uint32(count))
	if n > len(data)/4 {
		return nil, codec.ErrDamaged
	}
	data, sizes := data[:len(data)-4*n], data[len(data)-4*n:]
	at := make([]int, n+1)
	for i := range n {
		at[i+1] = at[i] + int(binary.LittleEndian.Uint32(sizes[4*i:]))
	}
	if at[n] != len(data) {
		return nil, codec.ErrDamaged
	}
	chats := make([]*Chat, n)
	workers := runtime.GOMAXPROCS(0)
	errs := make([]error, workers)
	var group sync.WaitGroup
	for worker := range workers {
		group.Go(func() {
			var x coder
			x.Numbered()
			for i := worker; i < n && errs[worker] == nil; i += workers {
				x.Begin(data[at[i]:at[i+1]])
				chats[i] = &Chat{}
				x.chat(chats[i])
				errs[worker] = x.Close()
			}
		})
	}
	group.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return chats, nil
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
	x.Text(&f.ID, &f.Path, &f.Root, &f.Begun)
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
