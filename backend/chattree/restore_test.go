package chattree_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"dendro/backend/chattree"
	"dendro/backend/internal/codec"
	"dendro/backend/internal/tests"
	"dendro/backend/transcript"
)

// stored returns a chat as the store returns it.
func stored(t *testing.T, c *chattree.Chat) *chattree.Chat {
	t.Helper()
	x := codec.Write(nil)
	chattree.VisitChat(x, c)
	read, got := codec.Read(x.Out()), new(chattree.Chat)
	chattree.VisitChat(read, got)
	if err := read.Close(); err != nil {
		t.Fatal(err)
	}
	return got
}

// TestChatRoundTrip fails if a field is added that is not encoded.
func TestChatRoundTrip(t *testing.T) {
	draw := rand.New(rand.NewPCG(5, 1))
	for range 20 {
		var want chattree.Chat
		tests.Fill(draw, reflect.ValueOf(&want).Elem(), "Source")
		all := gocmp.Exporter(func(reflect.Type) bool { return true })
		if diff := gocmp.Diff(&want, stored(t, &want), all); diff != "" {
			t.Fatalf("(-want +stored):\n%s", diff)
		}
	}
}

// restarted returns the forest of a next process that has stored what f has linked, but not
// what skip names.
func restarted(t *testing.T, f *chattree.Forest, c chattree.Change, skip func(*chattree.LinkedGroup) bool) *chattree.Forest {
	t.Helper()
	linked := &chattree.Linked{Titles: f.Linked().Titles}
	for _, g := range f.Linked().Groups {
		if skip(&g) {
			continue
		}
		copied := chattree.LinkedGroup{Sessions: g.Sessions}
		for _, chat := range g.Chats {
			copied.Chats = append(copied.Chats, stored(t, chat))
		}
		linked.Groups = append(linked.Groups, copied)
	}
	next := chattree.Build(nil, nil)
	next.ApplyLinked(c, linked)
	return next
}

// TestRestartedForest: a process that takes over what an earlier one has linked, all of it or
// a part, has the same chats, also after files have changed since.
func TestRestartedForest(t *testing.T) {
	tests.Seeds(t, 60, func(t *testing.T, seed uint64) {
		h, _ := random(seed)
		files, agents := input(t, h)
		content := h.Files()
		r := rand.New(rand.NewPCG(seed, 4))
		f := chattree.Build(files, agents)
		for step := range 6 {
			now := chattree.Change{Files: files, Agents: agents}
			whole := chattree.Build(files, agents)
			f = restarted(t, f, now, func(*chattree.LinkedGroup) bool { return step%2 == 1 && r.IntN(3) == 0 })
			if diff := gocmp.Diff(picture(t, whole), picture(t, f)); diff != "" {
				t.Fatalf("step %d (-built +restarted):\n%s", step, diff)
			}
			i := r.IntN(len(files))
			data := content[files[i].Path]
			files[i].Summary = summarize(data[:r.IntN(len(data)+1)])
			change := chattree.Change{Files: files[i : i+1]}
			if len(agents) > 0 && r.IntN(3) == 0 {
				k := r.IntN(len(agents))
				change.Gone = []transcript.FileKey{agents[k].Key()}
				agents = append(agents[:k:k], agents[k+1:]...)
			}
			f.Apply(change)
			if diff := gocmp.Diff(picture(t, chattree.Build(files, agents)), picture(t, f)); diff != "" {
				t.Fatalf("step %d (-built +applied):\n%s", step, diff)
			}
		}
	})
}

// TestChangedFilesAreLinkedAgain: only the chats of files that are in another state than they
// were are linked again.
func TestChangedFilesAreLinkedAgain(t *testing.T) {
	h, _ := random(7)
	files, agents := input(t, h)
	f := chattree.Build(files, agents)
	linked := f.Linked()
	for _, g := range linked.Groups {
		for _, c := range g.Chats {
			c.Name = "as stored"
		}
	}
	files[0].Summary = summarize(h.Files()[files[0].Path])
	next := chattree.Build(nil, nil)
	next.ApplyLinked(chattree.Change{Files: files, Agents: agents}, linked)
	again := 0
	for _, c := range next.Chats() {
		if c.Name != "as stored" {
			again++
		}
	}
	if home, _ := next.Session(files[0].ID); home == nil || home.Name == "as stored" {
		t.Error("the chat of the changed file was taken over")
	}
	if again == 0 || again > len(next.Chats())/2 {
		t.Errorf("%d of %d chats were linked again", again, len(next.Chats()))
	}
}

// TestRestartedForestFindsRelations: a file that later names a session of another chat, of
// which a process that took over all chats has read nothing, joins that chat. No other chat
// is linked again for that.
func TestRestartedForestFindsRelations(t *testing.T) {
	line := func(session, uuid, more string) string {
		return `{"type":"user","uuid":"` + uuid + `","parentUuid":null,"sessionId":"` + session + `","timestamp":"2026-11-03T09:00:00.000Z","cwd":"/p","message":{"role":"user","content":"Go."}` + more + "}\n"
	}
	const a, b = "aaaaaaaa-0000-4000-8000-000000000000", "bbbbbbbb-0000-4000-8000-000000000000"
	const c, other = "cccccccc-0000-4000-8000-000000000000", "c0000001-0000-4000-8000-000000000000"
	const first, own = "a0000001-0000-4000-8000-000000000000", "b0000001-0000-4000-8000-000000000000"
	file := func(id, content string) chattree.File {
		return chattree.File{File: transcript.File{Root: "/r", Path: "projects/-p/" + id + ".jsonl", ID: id}, Summary: summarize([]byte(content))}
	}
	now := chattree.Change{Files: []chattree.File{file(a, line(a, first, "")), file(b, line(b, own, "")), file(c, line(c, other, ""))}}
	f := restarted(t, chattree.Build(now.Files, nil), now, func(*chattree.LinkedGroup) bool { return false })
	if n := len(f.Chats()); n != 3 {
		t.Fatalf("%d chats at first, want 3", n)
	}
	apart := f.Chat(c)
	copied := line(b, first, `,"forkedFrom":{"sessionId":"`+a+`","messageUuid":"`+first+`"}`)
	f.Apply(chattree.Change{Files: []chattree.File{file(b, copied+line(b, own, ""))}})
	if n := len(f.Chats()); n != 2 {
		t.Errorf("%d chats after one file copied a record of the other, want 2", n)
	}
	if f.Chat(c) != apart {
		t.Error("the third chat was linked again")
	}
}
