package chattree_test

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"dendro/backend/chattree"
	"dendro/backend/internal/tests"
	"dendro/backend/transcript"
)

// picture prints the whole state of a Forest.
func picture(t testing.TB, f *chattree.Forest) string {
	t.Helper()
	type chat struct {
		*chattree.Chat
		Segments                           []chattree.Segment
		NewestLeaf, GitBranch              string
		Branches, Turns, Agents, Malformed int
		StartMS, EndMS                     int64
	}
	var all []chat
	for _, c := range f.Chats() {
		all = append(all, chat{c, c.Segments, c.NewestLeaf, c.GitBranch, c.Branches, c.Turns, c.Agents, c.Malformed, c.StartMS, c.EndMS})
	}
	b, err := json.MarshalIndent(all, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestOrderDoesNotMatter: files in any order give the same chats.
func TestOrderDoesNotMatter(t *testing.T) {
	tests.Seeds(t, 200, func(t *testing.T, seed uint64) {
		h, _ := random(seed)
		files, agents := input(t, h)
		want := picture(t, chattree.Build(files, agents))
		r := rand.New(rand.NewPCG(seed, 2))
		for range 3 {
			r.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
			r.Shuffle(len(agents), func(i, j int) { agents[i], agents[j] = agents[j], agents[i] })
			if diff := gocmp.Diff(want, picture(t, chattree.Build(files, agents))); diff != "" {
				t.Fatalf("(-want +got):\n%s", diff)
			}
		}
	})
}

// TestApplyEqualsBuild: if a history arrives piece by piece, with files that grow, shrink,
// vanish and return, the Forest equals that of all files at once, and reports the changed
// chats.
func TestApplyEqualsBuild(t *testing.T) {
	tests.Seeds(t, 150, func(t *testing.T, seed uint64) {
		h, _ := random(seed)
		files, agents := input(t, h)
		content := h.Files()
		r := rand.New(rand.NewPCG(seed, 3))
		f := chattree.Build(nil, nil)
		nowFiles, nowAgents := map[transcript.FileKey]chattree.File{}, map[transcript.FileKey]chattree.AgentFile{}
		before := map[string]*chattree.Chat{}
		for step := range 12 {
			var c chattree.Change
			for i := range files {
				place := files[i].Key()
				switch r.IntN(4) {
				case 0: // read again, at some length
					file := files[i]
					if step < 11 && r.IntN(2) == 0 {
						data := content[file.Path]
						file.Summary = summarize(data[:r.IntN(len(data)+1)])
					}
					c.Files = append(c.Files, file)
					nowFiles[place] = file
				case 1:
					if _, there := nowFiles[place]; there && r.IntN(3) == 0 {
						c.Gone = append(c.Gone, place)
						delete(nowFiles, place)
					}
				}
			}
			for i := range agents {
				place := agents[i].Key()
				switch r.IntN(6) {
				case 0, 1:
					c.Agents = append(c.Agents, agents[i])
					nowAgents[place] = agents[i]
				case 2:
					if _, there := nowAgents[place]; there {
						c.Gone = append(c.Gone, place)
						delete(nowAgents, place)
					}
				}
			}
			changed := f.Apply(c)
			whole := chattree.Build(values(nowFiles), values(nowAgents))
			if diff := gocmp.Diff(picture(t, whole), picture(t, f)); diff != "" {
				t.Fatalf("step %d (-built +applied):\n%s", step, diff)
			}
			after := chatsByID(f)
			if diff := gocmp.Diff(differences(before, after), changed, cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("step %d: changed chats (-want +got):\n%s", step, diff)
			}
			before = after
		}
	})
}

// TestOtherChatsStay: an unaffected chat is the same pointer.
func TestOtherChatsStay(t *testing.T) {
	h, _ := random(7)
	files, agents := input(t, h)
	f := chattree.Build(files, agents)
	before := map[string]*chattree.Chat{}
	for _, c := range f.Chats() {
		before[c.ID] = c
	}
	grown := files[0]
	grown.Summary = summarize(append(slices.Clone(h.Files()[grown.Path]), []byte(`{"type":"user","uuid":"zz","parentUuid":null,"message":{"role":"user","content":"New"}}`+"\n")...))
	changed := f.Apply(chattree.Change{Files: []chattree.File{grown}})
	home, _ := f.Session(grown.ID)
	if diff := gocmp.Diff([]string{home.ID}, changed); diff != "" {
		t.Errorf("changed (-want +got):\n%s", diff)
	}
	for _, c := range f.Chats() {
		if same := before[c.ID] == c; same == (c.ID == home.ID) {
			t.Errorf("%s is the same pointer: %v", c.ID, same)
		}
	}
	if changed := f.Apply(chattree.Change{Files: []chattree.File{grown}}); len(changed) != 0 {
		t.Errorf("nothing changed, but %v", changed)
	}
}

func values[K comparable, V any](m map[K]V) []V {
	var list []V
	for _, v := range m {
		list = append(list, v)
	}
	return list
}

// chatsByID returns the chats of a forest, which are never changed.
func chatsByID(f *chattree.Forest) map[string]*chattree.Chat {
	all := map[string]*chattree.Chat{}
	for _, c := range f.Chats() {
		all[c.ID] = c
	}
	return all
}

// differences lists the chats that differ in anything but the summaries of their files.
func differences(a, b map[string]*chattree.Chat) []string {
	options := gocmp.Options{
		gocmp.Exporter(func(typ reflect.Type) bool { return strings.HasPrefix(typ.PkgPath(), "dendro/") }),
		cmpopts.IgnoreFields(chattree.File{}, "Summary", "About"),
	}
	list := []string{}
	for id, chat := range a {
		if b[id] != chat && (b[id] == nil || !gocmp.Equal(chat, b[id], options)) {
			list = append(list, id)
		}
	}
	for id := range b {
		if a[id] == nil {
			list = append(list, id)
		}
	}
	slices.Sort(list)
	return list
}
