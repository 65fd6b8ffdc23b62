package figures

import (
	"dendro/backend/transcript"
)

// File is a transcript to sum up.
type File struct {
	Summary *transcript.Summary
	Session string
	Project string
	Agent   bool
	// Shared is set if another file may have the same records.
	Shared bool
	// Turns holds for every node the one that opens its turn; nil for agents.
	Turns []int32
}

// message is a response of the API.
type message struct {
	usage transcript.Usage
	at    occurrence
	model uint32
}

// call is a tool call.
type call struct {
	at     occurrence
	tool   uint32
	failed bool
}

// occurrence is where something was recorded first.
type occurrence struct {
	ms     int64
	file   uint32
	branch uint32
	agent  bool
}

// books hold the entries of all files, each once: the first file that has one is where it
// belongs. Of the records that repeat a response the one with the most output counts, since
// the first ones may hold a placeholder (before 2.1.97).
type books struct {
	files    []*File
	names    names
	messages []message
	calls    []call
	byID     numbers // messages
	callByID numbers
	recent   recent
}

// numbers numbers keys, which are hashes. It is a map, since the keys come from the history:
// they may be chosen to collide in a table of its own.
type numbers map[uint64]int32

// put returns the number of a key, next if the key is new.
func (n *numbers) put(key uint64, next int) (is int, isNew bool) {
	if at, known := (*n)[key]; known {
		return int(at), false
	}
	if *n == nil {
		*n = numbers{}
	}
	(*n)[key] = int32(next)
	return next, true
}

// names numbers texts: models, branches and tools.
type names struct {
	list []string
	at   map[string]uint32
}

func (n *names) number(name string) uint32 {
	at, known := n.at[name]
	if !known {
		if n.at == nil {
			n.at = map[string]uint32{}
		}
		at = uint32(len(n.list))
		n.at[name], n.list = at, append(n.list, name)
	}
	return at
}

// translate returns the numbers of a list of names.
func (n *names) translate(list []string) []uint32 {
	numbers := make([]uint32, len(list))
	for i, name := range list {
		numbers[i] = n.number(name)
	}
	return numbers
}

// add enters the ledger of a file.
func (b *books) add(f *File) {
	s := f.Summary
	in := uint32(len(b.files))
	b.files = append(b.files, f)
	branches, models, tools := b.names.translate(s.Branches), b.names.translate(s.Models), b.names.translate(s.Tools)
	none := b.names.number("")
	named := func(list []uint32, i int) uint32 {
		if i < 0 || i >= len(list) {
			return none
		}
		return list[i]
	}
	b.recent.begin()
	s.Ledger.Entries(func(e *transcript.Entry) bool {
		if e.Node >= len(s.Nodes) {
			return false
		}
		n := &s.Nodes[e.Node]
		at := occurrence{n.Time, in, named(branches, int(n.Branch)), f.Agent || n.Flags.Has(transcript.FlagSidechain)}
		switch e.Kind {
		case transcript.EntryResponse:
			i, isNew := b.byID.put(messageKey(n, e), len(b.messages))
			if isNew {
				b.messages = append(b.messages, message{e.Usage, at, named(models, int(n.Model)-1)})
			} else if m := &b.messages[i]; e.Usage.Out >= m.usage.Out {
				m.usage = e.Usage
			}
		case transcript.EntryCall:
			i, isNew := b.callByID.put(callKey(n, e), len(b.calls))
			if isNew {
				b.calls = append(b.calls, call{at: at, tool: named(tools, e.Tool)})
			}
			b.recent.add(e.ID, i)
		case transcript.EntryFailure:
			if i, known := b.recent.find(e.ID); known {
				b.calls[i].failed = true
			}
		}
		return true
	})
}

// recent finds the last call of a file with an id. The index is made for the first failure of
// a file: most have none.
type recent struct {
	list []identified
	at   map[uint64]int
}

// identified is a call with its id.
type identified struct {
	id   uint64
	call int
}

func (r *recent) begin() { r.list, r.at = r.list[:0], nil }

func (r *recent) add(id uint64, call int) {
	if r.at != nil {
		r.at[id] = call
		return
	}
	r.list = append(r.list, identified{id, call})
}

func (r *recent) find(id uint64) (call int, known bool) {
	if r.at == nil {
		r.at = make(map[uint64]int, len(r.list))
		for _, c := range r.list {
			r.at[c.id] = c.call
		}
	}
	call, known = r.at[id]
	return call, known && id != 0
}

func messageKey(n *transcript.Node, e *transcript.Entry) uint64 {
	if n.Message == 0 {
		return mix(n.ID.Hash(), 1)
	}
	return mix(n.Message, e.ID)
}

func callKey(n *transcript.Node, e *transcript.Entry) uint64 {
	if e.ID == 0 {
		return mix(n.ID.Hash(), uint64(e.Tool)+2)
	}
	if n.Message == 0 {
		return mix(n.ID.Hash(), e.ID)
	}
	return mix(n.Message, e.ID)
}

func mix(a, b uint64) uint64 {
	h := (a ^ b*0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9
	return h ^ h>>29
}
