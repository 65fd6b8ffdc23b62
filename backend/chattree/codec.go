package chattree

import (
	"cmp"
	"encoding/binary"
	"errors"
	"io"
	"runtime"
	"slices"
	"sync"
	"time"
	"unsafe"

	"dendro/backend/transcript"
)

// errDamaged is what stands for everything that Encode did not write.
var errDamaged = errors.New("these are no chats")

// The form of a list of chats: these, one after the other, then the size of
// each, then how many there are. A test fills every field that a Chat has and
// looks whether it comes back.

// batch is how many chats a processor encodes before they are written: all of
// them need not be in memory.
const batch = 64

// Encode writes the chats for Decode. They are trusted there: who stores them
// sees to it that they come back unchanged. They are encoded on all processors:
// a command that has read a history ends with it.
func Encode(w io.Writer, chats []*Chat) error {
	end := make([]byte, 0, 4*len(chats)+4)
	parts := make([]chatsPart, runtime.GOMAXPROCS(0))
	for rest := chats; len(rest) > 0; {
		var group sync.WaitGroup
		for i := range parts {
			some := rest[:min(batch, len(rest))]
			rest = rest[len(some):]
			group.Go(func() { parts[i].encode(some) })
		}
		group.Wait()
		for i := range parts {
			if _, err := w.Write(parts[i].out); err != nil {
				return err
			}
			end = append(end, parts[i].sizes...)
		}
	}
	_, err := w.Write(binary.LittleEndian.AppendUint32(end, uint32(len(chats))))
	return err
}

// chatsPart is what one processor encodes.
type chatsPart struct {
	coder
	sizes []byte
}

func (p *chatsPart) encode(chats []*Chat) {
	p.out, p.sizes = p.out[:0], p.sizes[:0]
	for _, c := range chats {
		before := len(p.out)
		p.next(c)
		p.sizes = binary.LittleEndian.AppendUint32(p.sizes, uint32(len(p.out)-before))
	}
}

// next writes one more chat.
func (x *coder) next(c *Chat) {
	if x.written == nil || len(x.written) > maxTexts { // to clear a large one takes long
		x.written = make(map[string]uint64, 64)
	}
	clear(x.written)
	x.chat(c)
}

// maxTexts is how many texts a chat may have for the table of them to be used
// again.
const maxTexts = 1 << 10

// shownOf returns what people are shown of a chat, until x is used again.
func shownOf(c *Chat, x *coder) []byte {
	x.shown, x.out = true, x.out[:0]
	x.next(c)
	return x.out
}

// decodeChats reads them on all processors: it is what a start waits for. Their
// texts are used where they lie, in data.
func decodeChats(data []byte) ([]*Chat, error) {
	if len(data) < 4 {
		return nil, errDamaged
	}
	rest, count := data[:len(data)-4], data[len(data)-4:]
	n := int(binary.LittleEndian.Uint32(count))
	if n > len(rest)/4 {
		return nil, errDamaged
	}
	rest, sizes := rest[:len(rest)-4*n], rest[len(rest)-4*n:]
	at := make([]int, n+1)
	for i := range n {
		at[i+1] = at[i] + int(binary.LittleEndian.Uint32(sizes[4*i:]))
	}
	if at[n] != len(rest) {
		return nil, errDamaged
	}
	text := unsafe.String(unsafe.SliceData(rest), len(rest))
	chats := make([]*Chat, n)
	workers := runtime.GOMAXPROCS(0)
	bad := make([]bool, workers)
	var group sync.WaitGroup
	for worker := range workers {
		group.Go(func() {
			var x coder
			for i := worker; i < n && !x.bad; i += workers {
				x = coder{reading: true, in: text[at[i]:at[i+1]], texts: x.texts[:0]}
				chats[i] = &Chat{}
				x.chat(chats[i])
				x.bad = x.bad || x.in != ""
			}
			bad[worker] = x.bad
		})
	}
	group.Wait()
	for _, b := range bad {
		if b {
			return nil, errDamaged
		}
	}
	return chats, nil
}

func (x *coder) chat(c *Chat) {
	x.text(&c.ID, &c.Project, &c.Title, &c.TitleFrom, (*string)(&c.Start), (*string)(&c.End), &c.NewestLeaf, &c.GitBranch)
	x.int(&c.Branches, &c.Turns, &c.Agents, &c.Malformed)
	x.int64(&c.StartMS, &c.EndMS)
	if !x.shown {
		x.flag(&c.Shares)
	}
	list(x, &c.Sessions, func(s **Session) {
		if x.reading {
			*s = &Session{Source: &File{}}
		}
		x.session(*s)
	})
	list(x, &c.Segments, x.segment)
}

func (x *coder) session(s *Session) {
	x.source(s.Source)
	x.text(&s.ID, &s.File, &s.Title, &s.TitleFrom)
	x.optional(&s.Parent)
	x.text(&s.MissingParent, &s.Relation)
	x.list(&s.Evidence)
	x.text(&s.Confidence)
	x.optional(&s.ForkPoint)
	x.int(&s.Shared, &s.Own)
	x.flag(&s.Superseded)
	x.list(&s.SessionIDs)
	x.text(&s.ActiveLeaf)
	list(x, &s.Rewinds, func(r *Rewind) {
		x.optional(&r.At)
		list(x, &r.Branches, func(b *Branch) {
			x.text(&b.First, &b.Tip)
			x.flag(&b.Active)
		})
	})
	list(x, &s.Compactions, func(c *Compaction) { x.text(&c.UUID, &c.Trigger) })
	x.int(&s.Agents, &s.Records, &s.Prompts, &s.Malformed)
	x.int64(&s.Bytes)
	x.text((*string)(&s.Start), (*string)(&s.End), &s.Dated, &s.CWD, &s.GitBranch, &s.Version)
	x.list(&s.Duplicates)
	x.text(&s.LastPromptLeaf)
	x.int(&s.Stranded)
	x.list(&s.StrandedTurns)
	x.text(&s.Model)
	if x.shown {
		return
	}
	x.identities(&s.copies)
	list(x, &s.stretches, func(m *stretch) { x.int32(&m.node, &m.segment) })
	list(x, &s.startedIn, func(in *startedIn) {
		x.text(&in.agent)
		x.int32(&in.segment)
	})
}

// source is a file without its summary.
func (x *coder) source(f *File) {
	x.text(&f.ID, &f.Path, &f.Root)
	seconds, nanos := f.ModTime.Unix(), int64(f.ModTime.Nanosecond())
	x.int64(&seconds, &nanos)
	x.int64(&f.Size)
	x.flag(&f.Unread)
	if x.reading {
		f.ModTime = time.Unix(seconds, nanos)
	}
}

func (x *coder) segment(s *Segment) {
	x.text(&s.ID, &s.Session)
	x.optional(&s.Parent)
	x.text(&s.Edge)
	x.optional(&s.At)
	x.text(&s.First, &s.Tip, &s.Title)
	x.int(&s.Turns)
	x.text(&s.Start, &s.End)
	x.flag(&s.Leaf, &s.Superseded, &s.Active, &s.ResumesHere, &s.NewerElsewhere)
	x.int(&s.Compactions, &s.Agents)
	x.text(&s.Model, &s.GitBranch, &s.MissingParent)
	x.list(&s.Evidence)
	x.text(&s.Confidence)
	x.int(&s.Shared, &s.ForkTurn)
}

// identities is a map of ids, in an order that is always the same.
func (x *coder) identities(m *Identities) {
	type pair struct{ id, orig string }
	var pairs []pair
	for id, orig := range *m {
		pairs = append(pairs, pair{string(id[:]), string(orig[:])})
	}
	slices.SortFunc(pairs, func(a, b pair) int { return cmp.Compare(a.id, b.id) })
	list(x, &pairs, func(p *pair) { x.text(&p.id, &p.orig) })
	if !x.reading {
		return
	}
	for _, p := range pairs {
		if len(p.id) != len(transcript.ID{}) || len(p.orig) != len(p.id) {
			x.bad = true
			return
		}
		m.add(transcript.ID([]byte(p.id)), transcript.ID([]byte(p.orig)))
	}
}
