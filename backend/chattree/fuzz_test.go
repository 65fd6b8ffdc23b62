package chattree_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"dendro/backend/chattree"
	"dendro/backend/internal/tests"
	"dendro/backend/transcript"
)

// bytesOf yields the fuzzer's bytes, then zeros.
type bytesOf []byte

func (b *bytesOf) next(n int) int {
	if len(*b) == 0 {
		return 0
	}
	v := int((*b)[0])
	*b = (*b)[1:]
	return v % n
}

// chaos builds files from arbitrary bytes, with few distinct ids so that everything
// collides.
func chaos(data []byte) ([]chattree.File, []chattree.AgentFile) {
	in := bytesOf(data)
	id := func() transcript.ID {
		if n := in.next(20); n > 0 {
			return transcript.ID{byte(n)}
		}
		return transcript.ID{}
	}
	name := func() string {
		if n := in.next(8); n > 0 {
			return fmt.Sprintf("s%d", n)
		}
		return ""
	}
	var files []chattree.File
	for n := in.next(6); len(files) < n; {
		s := &transcript.Summary{
			CustomTitle: name(),
			Facts: transcript.Facts{
				Names: transcript.Names{}, Aliases: map[transcript.ID]transcript.ID{}, Logical: map[transcript.ID]transcript.ID{},
				LastPromptLeaf: id(), LastPromptExplicit: in.next(2) == 0, LastPromptAt: in.next(9),
				Copying: transcript.Copying{
					ForkedFrom: name(), ContinuedIn: name(), Earlier: []string{name()}, Inherits: in.next(4) == 0,
					Queued: int64(in.next(5)) * 1000, Leaves: []transcript.ID{id()},
				},
			},
		}
		for range in.next(4) {
			s.SessionIDs = append(s.SessionIDs, name())
			s.SessionOf = append(s.SessionOf, in.next(9))
		}
		seen := map[transcript.ID]bool{{}: true}
		for range in.next(30) {
			node := transcript.Node{
				ID: id(), Parent: id(), Time: int64(in.next(5)) * 1000, Session: uint16(in.next(4)), Branch: uint16(in.next(2)), Model: uint16(in.next(2)),
				Message: uint64(in.next(3)), Content: uint32(in.next(3)),
				Flags: transcript.Flags(1<<in.next(5) | 1<<in.next(24) | in.next(2)<<in.next(24)),
			}
			if seen[node.ID] {
				continue // a summary has each uuid once
			}
			if node.Flags.Has(transcript.FlagSidechain) {
				node.Flags &^= transcript.FlagPrompt // no prompt there
			}
			seen[node.ID] = true
			s.Nodes = append(s.Nodes, node)
			switch in.next(12) {
			case 0:
				s.Aliases[node.ID] = id()
			case 1:
				s.Logical[node.ID] = id()
			case 2:
				s.Compactions = append(s.Compactions, transcript.Compaction{ID: node.ID, Head: id(), Anchor: id(), Tail: id(), Kept: []transcript.ID{id()}})
			case 3:
				s.Titles = append(s.Titles, transcript.Title{Text: name(), Leaf: id()})
			case 4:
				s.NamedAgents = append(s.NamedAgents, name())
				s.NamedAt = append(s.NamedAt, node.ID)
			}
		}
		session := cmp.Or(name(), "s0")
		files = append(files, chattree.File{Summary: s, File: transcript.File{
			ID: session, Path: fmt.Sprintf("projects/%d/%s.jsonl", in.next(2), session), Root: "/r", ModTime: time.UnixMilli(int64(in.next(3))),
			About: transcript.About{From: []transcript.Origin{{Session: name(), By: transcript.Beside(in.next(4))}}},
		}})
	}
	var agents []chattree.AgentFile
	for n := in.next(4); len(agents) < n; {
		agents = append(agents, chattree.AgentFile{File: transcript.File{ID: name(), Owner: name(), Path: fmt.Sprint("projects/", len(agents)), Root: "/r"}, Internal: in.next(3) == 0, Summary: &transcript.Summary{
			Facts:   transcript.Facts{SessionIDs: []string{name(), name()}, SessionOf: []int{in.next(3), in.next(3)}},
			StartMS: int64(in.next(5)) * 1000,
		}})
	}
	return files, agents
}

// FuzzBuild: for arbitrary summaries nothing panics or hangs, every session is in exactly
// one chat, the trees are trees, and neither the order of the files nor that of updates
// matters.
func FuzzBuild(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte("\x02abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz"))
	for seed := range 8 {
		data := make([]byte, 600)
		for i := range data {
			data[i] = byte((i*i + 7*i*seed + 13*seed) % 251)
		}
		f.Add(data)
	}
	f.Fuzz(survives)
}

// TestChaos runs the same on random bytes.
func TestChaos(t *testing.T) {
	tests.Seeds(t, 1500, func(t *testing.T, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 4))
		data := make([]byte, r.IntN(1500))
		for i := range data {
			data[i] = byte(r.IntN(256))
		}
		survives(t, data)
	})
}

func survives(t *testing.T, data []byte) {
	t.Helper()
	files, agents := chaos(data)
	// The last file of a key wins; a Change names each key once.
	last := map[transcript.FileKey]chattree.File{}
	for _, file := range files {
		last[file.Key()] = file
	}
	files = values(last)
	slices.SortFunc(files, byPlace)
	whole := chattree.Build(files, agents)
	want := map[string]bool{}
	got := sessions(t, whole)
	roles, chatOf := whole.Roles(), map[string]string{}
	for _, c := range whole.Chats() {
		for _, s := range c.Sessions {
			chatOf[s.ID] = c.ID
		}
	}
	for _, file := range files { // an empty file may be missing
		role := roles[file.Key()]
		id := cmp.Or(role.Session, file.ID)
		if !role.Duplicate && (!file.Summary.Silent() || got[id] != nil) {
			want[id] = true
		}
		if got[id] != nil && role.Of != "" && got[role.Of] != nil && chatOf[id] != chatOf[role.Of] {
			t.Errorf("copy %q is not in the chat of %q", id, role.Of)
		}
	}
	for id := range want {
		if got[id] == nil {
			t.Errorf("session %q is in no chat", id)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d sessions, want %d", len(got), len(want))
	}
	for _, c := range whole.Chats() {
		if err := wellDrawn(c, true); err != nil {
			t.Errorf("chat %q: %v", c.ID, err)
		}
	}
	slices.Reverse(files)
	piece := chattree.Build(nil, nil)
	for i := range files {
		piece.Apply(chattree.Change{Files: files[i : i+1]})
	}
	for i := range agents {
		piece.Apply(chattree.Change{Agents: agents[i : i+1]})
	}
	if diff := gocmp.Diff(picture(t, whole), picture(t, piece)); diff != "" {
		t.Errorf("(-at once +piece by piece):\n%s", diff)
	}
}
