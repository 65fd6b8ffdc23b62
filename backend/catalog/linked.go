package catalog

import (
	"dendro/backend/chattree"
	"dendro/backend/internal/codec"
)

// savedChats are the chats that a process keeps for the next one, so that it need not link
// files that did not change. Files are numbers in the manifest.
type savedChats struct {
	titles uint64
	groups []savedGroup
}

type savedGroup struct {
	sessions []savedSession
	chats    []*chattree.Chat
}

type savedSession struct {
	id, of        string
	files, agents []uint32
}

// encodeLinked encodes the groups all of whose files are among the given ones.
func encodeLinked(l *chattree.Linked, files []*File) []byte {
	numbers := make(map[chattree.FileState]uint32, len(files))
	for i, f := range files {
		numbers[chattree.FileState{Key: f.Key(), Summary: f.Summary}] = uint32(i)
	}
	s := savedChats{titles: l.Titles}
	for _, g := range l.Groups {
		if saved, ok := saveGroup(&g, numbers); ok {
			s.groups = append(s.groups, saved)
		}
	}
	return s.encode()
}

func (s *savedChats) encode() []byte {
	x := new(codec.Coder)
	s.visit(x)
	return x.Out()
}

func saveGroup(g *chattree.LinkedGroup, numbers map[chattree.FileState]uint32) (saved savedGroup, ok bool) {
	saved.chats = g.Chats
	for _, m := range g.Sessions {
		own := savedSession{id: m.ID, of: m.Of}
		for _, list := range [...]struct {
			states  []chattree.FileState
			numbers *[]uint32
		}{{m.Files, &own.files}, {m.Agents, &own.agents}} {
			for _, state := range list.states {
				n, known := numbers[state]
				if !known {
					return saved, false
				}
				*list.numbers = append(*list.numbers, n)
			}
		}
		saved.sessions = append(saved.sessions, own)
	}
	return saved, true
}

// decodeLinked decodes encoded chats. The texts alias data, which must not change.
func decodeLinked(data []byte) (s savedChats, err error) {
	x := codec.Read(data)
	s.visit(x)
	return s, x.Close()
}

// visit visits all fields, in both directions. A test fills every one of them.
func (s *savedChats) visit(x *codec.Coder) {
	x.Numbered()
	x.Uint64(&s.titles)
	number := func(n *uint32) { codec.Uint(x, n) }
	codec.List(x, &s.groups, func(g *savedGroup) {
		codec.List(x, &g.sessions, func(m *savedSession) {
			x.Text(&m.id, &m.of)
			codec.List(x, &m.files, number)
			codec.List(x, &m.agents, number)
		})
		codec.List(x, &g.chats, func(c **chattree.Chat) {
			if x.Reading {
				*c = new(chattree.Chat)
			}
			chattree.VisitChat(x, *c)
		})
	})
}

// linked returns the chats for a forest of the given files. Groups with a file that is nil
// are left out.
func (s *savedChats) linked(files []*File) *chattree.Linked {
	l := &chattree.Linked{Titles: s.titles}
	for _, g := range s.groups {
		group := chattree.LinkedGroup{Chats: g.chats}
		whole := true
		states := func(numbers []uint32) (list []chattree.FileState) {
			for _, n := range numbers {
				if int(n) >= len(files) || files[n] == nil {
					whole = false
					continue
				}
				list = append(list, chattree.FileState{Key: files[n].Key(), Summary: files[n].Summary})
			}
			return list
		}
		for _, m := range g.sessions {
			group.Sessions = append(group.Sessions, chattree.LinkedSession{ID: m.id, Of: m.of, Files: states(m.files), Agents: states(m.agents)})
		}
		if whole {
			l.Groups = append(l.Groups, group)
		}
	}
	return l
}
