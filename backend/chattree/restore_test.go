package chattree_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"dendro/backend/chattree"
	"dendro/backend/internal/tests"
)

// encoded returns what Encode writes.
func encoded(t testing.TB, chats []*chattree.Chat) []byte {
	t.Helper()
	return slices.Concat(chattree.Encode(chats)...)
}

// TestEveryFieldOfAChatComesBack fails when a field is added that is not kept.
func TestEveryFieldOfAChatComesBack(t *testing.T) {
	draw := rand.New(rand.NewPCG(3, 1))
	want := make([]*chattree.Chat, 300) // more than are encoded at once
	for i := range want {
		if i == 0 {
			want[i] = &chattree.Chat{Sessions: []*chattree.Session{}} // nothing, and an empty list
			continue
		}
		tests.Fill(draw, reflect.ValueOf(&want[i]).Elem(), "Summary", "Origins") // these come with the files
		want[i].ID, want[i].EndMS = fmt.Sprint(i), -int64(i)                     // one of its own, and the order of the list
	}
	f, err := chattree.Restore(encoded(t, want))
	if err != nil {
		t.Fatal(err)
	}
	if diff := gocmp.Diff(want, f.Chats(), gocmp.Exporter(func(typ reflect.Type) bool { return strings.HasPrefix(typ.PkgPath(), "dendro/") })); diff != "" {
		t.Error(diff)
	}
}

// TestRestoredForestIsTheOneThatWasKept restores random histories and goes on
// from there: with what it was made from, and with every change, a restored
// forest says what one that linked everything says.
func TestRestoredForestIsTheOneThatWasKept(t *testing.T) {
	for seed := range seeds(300) {
		h, _ := random(seed)
		files, agents := input(t, h)
		content := h.Files()
		r := rand.New(rand.NewPCG(seed, 5))
		old := chattree.Build(files, agents)
		f, err := chattree.Restore(encoded(t, old.Chats()))
		if err != nil {
			t.Fatal(err)
		}
		if diff := gocmp.Diff(picture(t, old), picture(t, f)); diff != "" {
			t.Fatalf("seed %d, before it knows its files: %s", seed, diff)
		}
		if !f.Resume(append([]chattree.File(nil), files...), append([]chattree.AgentFile(nil), agents...)) {
			t.Fatalf("seed %d: these are not its files", seed)
		}
		pointers := map[string]*chattree.Chat{}
		for _, c := range f.Chats() {
			pointers[c.ID] = c
			for _, s := range c.Sessions {
				if chat, got := f.Session(s.ID); chat != c || got != s || s.Source.Summary == nil {
					t.Fatalf("seed %d: session %s is lost", seed, s.ID)
				}
			}
		}
		if seed%2 == 0 {
			linked, changed := f.Link()
			if len(changed) > 0 || !linked.Linked() || f.Linked() {
				t.Fatalf("seed %d: linked again, %v are not as they were", seed, changed)
			}
			for _, c := range linked.Chats() {
				if pointers[c.ID] != c {
					t.Fatalf("seed %d: linked again, chat %s is another one", seed, c.ID)
				}
			}
			f = linked
		}
		before := chatPictures(t, f)
		var c chattree.Change
		gone := map[chattree.Place]bool{}
		for i := range files {
			switch r.IntN(12) {
			case 0:
				data := content[files[i].Path]
				files[i].Summary = summarize(data[:r.IntN(len(data)+1)])
				c.Files = append(c.Files, files[i])
			case 1:
				c.Gone = append(c.Gone, files[i].Place())
				gone[files[i].Place()] = true
			}
		}
		for i := range agents {
			if r.IntN(8) == 0 {
				c.Gone = append(c.Gone, agents[i].Place())
				gone[agents[i].Place()] = true
			}
		}
		changed := f.Apply(c)
		nowFiles, nowAgents := map[chattree.Place]chattree.File{}, map[chattree.Place]chattree.AgentFile{}
		for _, file := range files {
			if !gone[file.Place()] {
				nowFiles[file.Place()] = file
			}
		}
		for _, a := range agents {
			if !gone[a.Place()] {
				nowAgents[a.Place()] = a
			}
		}
		whole := chattree.Build(values(nowFiles), values(nowAgents))
		if diff := gocmp.Diff(picture(t, whole), picture(t, f)); diff != "" {
			t.Fatalf("seed %d (-built +restored): %s", seed, diff)
		}
		after := chatPictures(t, f)
		if diff := gocmp.Diff(differences(before, after), changed, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("seed %d: changed chats (-want +got): %s", seed, diff)
		}
		for _, chat := range f.Chats() {
			if before[chat.ID] == after[chat.ID] && len(c.Files) == 0 && pointers[chat.ID] != chat {
				t.Errorf("seed %d: chat %s was replaced by one that is the same", seed, chat.ID)
			}
		}
	}
}

// TestResumeRefusesOtherFiles: chats that were made from something else are of
// no use.
func TestResumeRefusesOtherFiles(t *testing.T) {
	h, _ := random(7)
	files, agents := input(t, h)
	data := encoded(t, chattree.Build(files, agents).Chats())
	others := func(change func([]chattree.File) []chattree.File) []chattree.File {
		return change(append([]chattree.File(nil), files...))
	}
	for name, given := range map[string][]chattree.File{
		"one is missing": files[1:],
		"one more": others(func(f []chattree.File) []chattree.File {
			return append(f, chattree.File{ID: "x", Summary: f[0].Summary})
		}),
		"another size":  others(func(f []chattree.File) []chattree.File { f[0].Size++; return f }),
		"another time":  others(func(f []chattree.File) []chattree.File { f[0].ModTime = f[0].ModTime.Add(1); return f }),
		"another place": others(func(f []chattree.File) []chattree.File { f[0].Root += "x"; return f }),
	} {
		f, err := chattree.Restore(data)
		if err != nil {
			t.Fatal(err)
		}
		if f.Resume(given, agents) {
			t.Errorf("%s: taken for the files that the chats were made from", name)
		}
	}
}

// TestDamagedChatsAreNone changes bytes at random: an error, or some chats,
// but no panic.
func TestDamagedChatsAreNone(t *testing.T) {
	h, _ := random(7)
	files, agents := input(t, h)
	data := encoded(t, chattree.Build(files, agents).Chats())
	draw := rand.New(rand.NewPCG(3, 1))
	for range 2000 {
		bad := append([]byte(nil), data...)
		for range 1 + draw.IntN(3) {
			bad[draw.IntN(len(bad))] ^= 1 << draw.IntN(8)
		}
		_, _ = chattree.Restore(bad[:draw.IntN(len(bad)+1)])
		_, _ = chattree.Restore(bad)
	}
}

// TestChatsOfOtherGroupsAreNotTaken: kept chats that join sessions which nothing
// ties to each other are made anew, and said to have changed.
func TestChatsOfOtherGroupsAreNotTaken(t *testing.T) {
	h, _ := random(1)
	files, agents := input(t, h)
	built := chattree.Build(files, agents)
	chats := slices.Clone(built.Chats())
	apart := slices.DeleteFunc(slices.Clone(chats), func(c *chattree.Chat) bool { return c.Shares })
	if len(apart) < 2 {
		t.Fatal("there are no two chats that share nothing")
	}
	joined := *apart[0]
	joined.Sessions = slices.Concat(joined.Sessions, apart[1].Sessions)
	chats = slices.DeleteFunc(chats, func(c *chattree.Chat) bool { return c == apart[0] || c == apart[1] })
	f, err := chattree.Restore(encoded(t, append(chats, &joined)))
	if err != nil {
		t.Fatal(err)
	}
	if !f.Resume(append([]chattree.File(nil), files...), append([]chattree.AgentFile(nil), agents...)) {
		t.Fatal("these are not its files")
	}
	linked, changed := f.Link()
	if diff := gocmp.Diff(picture(t, built), picture(t, linked)); diff != "" {
		t.Errorf("-built +linked: %s", diff)
	}
	want := []string{apart[0].ID, apart[1].ID}
	slices.Sort(want)
	if diff := gocmp.Diff(want, changed); diff != "" {
		t.Errorf("changed: %s", diff)
	}
}
