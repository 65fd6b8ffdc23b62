package library_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"dendro/backend/catalog"
	"dendro/backend/chattree"
	"dendro/backend/internal/history"
	"dendro/backend/internal/own"
	"dendro/backend/internal/testlib"
	"dendro/backend/internal/tests"
	"dendro/backend/library"
	"dendro/backend/notes"
	"dendro/backend/scan"
	"dendro/backend/search"
	"dendro/backend/search/query"
	"dendro/backend/transcript"
)

// noting is a library of a root, with the notes of a data directory.
func noting(t *testing.T, root, data string) *library.Library {
	t.Helper()
	now := func() time.Time { return testlib.Begin.AddDate(0, 0, 10) }
	l := library.New(library.Options{
		Options: catalog.Options{Roots: []scan.Root{{Path: root}}, Index: true, Now: now},
		Notes:   notes.NewStore(own.Dir{Path: data}, now),
	})
	if err := l.Catalog.Scan(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	return l
}

func dataDir(t *testing.T) string { return filepath.Join(t.TempDir(), "data") }

func named(name string) notes.Edit { return notes.Edit{Name: &name} }

// notesIn returns the names of the notes in a session's chat: "chat NAME", "branch NAME", and
// "record NAME" with those of its records.
func notesIn(t *testing.T, l *library.Library, session string) (all []string) {
	t.Helper()
	chat, _, err := l.Session(session)
	if err != nil {
		t.Fatal(err)
	}
	c := l.Noter.Noted().Of(chat)
	if c == nil {
		return nil
	}
	if c.Chat != nil {
		all = append(all, "chat "+c.Chat.Name)
	}
	for _, r := range c.Records {
		all = append(all, string(r.Kind)+" "+r.Name)
	}
	slices.Sort(all)
	return all
}

// TestNotesSurvive: a note is on the copies of its record, whatever the client made of the
// session, and stays there when the original is deleted.
func TestNotesSurvive(t *testing.T) {
	want := []string{"branch b", "chat c", "record r"}
	for _, tt := range []struct {
		form    history.Form
		version string
	}{
		{history.R1, "1.0.128"},
		{history.P1, "1.0.60"},
		{history.F1, "2.1.215"},
		{history.F2, "2.1.215"},
		{history.F4, "2.1.215"},
		{history.F5, "2.1.215"},
		{history.F6, "2.1.215"},
	} {
		t.Run(string(tt.form), func(t *testing.T) {
			h := history.New(7, testlib.Begin)
			o := testlib.Day()
			o.Version = tt.version
			s := h.Session(o)
			s.Turn("first question", "first answer")
			record := s.Turn("second question", "second answer")
			copied := s.Fork(history.Copying{Form: tt.form, Print: tt.form == history.P1})
			copied.Turn("third question", "third answer")
			s.Turn("another question", "another answer")
			root, data := testlib.Write(t, h), dataDir(t)
			l := noting(t, root, data)
			chat, _, err := l.Session(s.ID)
			if err != nil {
				t.Fatal(err)
			}
			for _, err := range []error{
				l.Noter.EditChats([]string{chat.ID}, named("c")),
				l.Noter.EditRecord(t.Context(), notes.OfRecord, s.ID, record, named("r")),
				l.Noter.EditRecord(t.Context(), notes.OfBranch, s.ID, record, named("b")),
			} {
				if err != nil {
					t.Fatal(err)
				}
			}
			if got := notesIn(t, l, copied.ID); !slices.Equal(got, want) {
				t.Errorf("beside the original: %q", got)
			}
			if tt.form == history.P1 {
				return // its copies do not say of what they are copies
			}
			if err := os.Remove(filepath.Join(root, filepath.FromSlash(s.Path()))); err != nil {
				t.Fatal(err)
			}
			l = noting(t, root, data)
			if got := notesIn(t, l, copied.ID); !slices.Equal(got, want) {
				t.Errorf("without the original: %q", got)
			}
			if lost := l.Noter.Noted().Lost; len(lost) > 0 {
				t.Errorf("lost: %+v", lost)
			}
		})
	}
}

// TestANoteOnACopyIsOneNote: writing on either of two records that are the same changes one
// note, and removing it removes it from both.
func TestANoteOnACopyIsOneNote(t *testing.T) {
	h := history.New(7, testlib.Begin)
	s := h.Session(testlib.Day())
	record := s.Turn("first question", "first answer")
	copied := s.Fork(history.Copying{Form: history.F6})
	copied.Turn("second question", "second answer")
	l := noting(t, testlib.Write(t, h), dataDir(t))
	if err := l.Noter.EditRecord(t.Context(), notes.OfRecord, s.ID, record, named("r")); err != nil {
		t.Fatal(err)
	}
	chat, _, err := l.Session(s.ID)
	if err != nil {
		t.Fatal(err)
	}
	one := l.Noter.Noted().Of(chat).Records
	if len(one) != 1 || len(one[0].UUIDs) != 2 || one[0].Session != s.ID || one[0].Excerpt != "first question" && one[0].Excerpt != "first answer" {
		t.Fatalf("%+v", one)
	}
	other := one[0].UUIDs[1]
	if other == record {
		other = one[0].UUIDs[0]
	}
	if err := l.Noter.EditRecord(t.Context(), notes.OfRecord, copied.ID, other, named("again")); err != nil {
		t.Fatal(err)
	}
	if got := notesIn(t, l, s.ID); !slices.Equal(got, []string{"record again"}) {
		t.Errorf("%q", got)
	}
	if err := l.Noter.EditRecord(t.Context(), notes.OfRecord, copied.ID, other, named("")); err != nil {
		t.Fatal(err)
	}
	if got := notesIn(t, l, s.ID); len(got) > 0 {
		t.Errorf("%q", got)
	}
}

// TestRandomNotes: in random histories, each file that still holds a record after others were
// deleted shows the notes on it, and no others; and so it does where the notes were found before.
func TestRandomNotes(t *testing.T) {
	checked := 0
	for seed := range uint64(tests.Cases(20)) {
		h, _ := history.Random(testlib.NewDraw(100+seed), 25)
		root, data := testlib.Write(t, h), dataDir(t)
		l := noting(t, root, data)
		draw := testlib.NewDraw(seed)
		type noted struct{ own, identity transcript.ID }
		wrote := map[string]noted{}
		for _, chat := range l.Chats() {
			for _, s := range chat.Sessions {
				f := l.Catalog.Snapshot().File(s.ID)
				if len(f.Summary.Nodes) == 0 || draw.IntN(2) == 0 {
					continue
				}
				id := f.Summary.Nodes[draw.IntN(len(f.Summary.Nodes))].ID
				name := s.ID + f.Summary.Names.Text(id)
				if err := l.Noter.EditRecord(t.Context(), notes.OfRecord, s.ID, f.Summary.Names.Text(id), named(name)); err != nil {
					t.Fatal(err)
				}
				for old, at := range wrote { // the same record: another note replaces the first one
					if at.identity == chat.Identities().Of(id) {
						delete(wrote, old)
					}
				}
				wrote[name] = noted{id, chat.Identities().Of(id)}
			}
		}
		for _, chat := range l.Chats() {
			for _, s := range chat.Sessions {
				if draw.IntN(4) == 0 {
					if err := os.Remove(l.Catalog.Snapshot().File(s.ID).Abs()); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
		running := l
		if err := running.Catalog.Scan(t.Context(), false); err != nil {
			t.Fatal(err)
		}
		l = noting(t, root, data)
		for _, chat := range l.Chats() {
			minted, want := chat.Identities(), []string{}
			for name, at := range wrote {
				if slices.ContainsFunc(chat.Sessions, func(s *chattree.Session) bool {
					files := append(slices.Clone(l.Catalog.Snapshot().Agents(s.ID)), l.Catalog.Snapshot().File(s.ID))
					return slices.ContainsFunc(files, func(f *catalog.File) bool {
						return slices.ContainsFunc(f.Summary.Nodes, func(n transcript.Node) bool {
							return n.ID == at.identity || minted.Of(n.ID) == minted.Of(at.identity)
						})
					})
				}) {
					want = append(want, "record "+strings.Join(strings.Fields(name), " "))
				}
			}
			slices.Sort(want)
			checked += len(want)
			if got := notesIn(t, l, chat.Sessions[0].ID); !slices.Equal(got, want) && len(got)+len(want) > 0 {
				t.Errorf("seed %d, chat %s:\n got %q\nwant %q", seed, chat.ID, got, want)
			}
			if got := notesIn(t, running, chat.Sessions[0].ID); !slices.Equal(got, want) && len(got)+len(want) > 0 {
				t.Errorf("seed %d, chat %s, in the process that wrote them:\n got %q\nwant %q", seed, chat.ID, got, want)
			}
		}
	}
	if checked < tests.Cases(60) {
		t.Errorf("only %d notes were looked for", checked)
	}
}

// TestTheBookmarkOfACallIsItsTitle: a list shows the call, not its input as JSON.
func TestTheBookmarkOfACallIsItsTitle(t *testing.T) {
	h := history.New(7, testlib.Begin)
	s := h.Session(testlib.Day())
	s.Prompt("look around")
	bookmarks := map[string]string{
		s.Call(history.Bash("cd /tmp && go test ./...", "Test", "ok", 0, 0)).UUID: "go test ./...",
		s.Call(history.Read("/home/ada/app/limits.go", "burst := 1\n")).UUID:      "Read limits.go",
		s.Reply("All is well."): "All is well.",
	}
	l := noting(t, testlib.Write(t, h), dataDir(t))
	yes := true
	for record := range bookmarks {
		if err := l.Noter.EditRecord(t.Context(), notes.OfRecord, s.ID, record, notes.Edit{Bookmarked: &yes}); err != nil {
			t.Fatal(err)
		}
	}
	chat, _, err := l.Session(s.ID)
	if err != nil {
		t.Fatal(err)
	}
	list := l.Noter.Noted().Of(chat).Records
	if len(list) != len(bookmarks) {
		t.Fatalf("%d bookmarks, want %d", len(list), len(bookmarks))
	}
	for _, note := range list {
		if want := bookmarks[note.UUIDs[0]]; note.Excerpt != want {
			t.Errorf("the bookmark of %q is %q", want, note.Excerpt)
		}
	}
}

// TestSearchByNotes: filters find what people marked. A session's title is a hit as well.
func TestSearchByNotes(t *testing.T) {
	h := history.New(7, testlib.Begin)
	s := h.Session(testlib.Day())
	first := s.Turn("apple one", "apple two")
	s.Turn("apple three", "apple four")
	other := h.Session(testlib.Day())
	other.Turn("apple five", "apple six")
	l := noting(t, testlib.Write(t, h), dataDir(t))
	star, text, tags := true, "look at the PIE", []string{"fruit"}
	if err := l.Noter.EditChats([]string{s.ID}, notes.Edit{Starred: &star}); err != nil {
		t.Fatal(err)
	}
	if err := l.Noter.EditRecord(t.Context(), notes.OfRecord, s.ID, first, notes.Edit{Text: &text, Tags: &tags}); err != nil {
		t.Fatal(err)
	}
	name := "Grand orchard"
	if err := l.Noter.EditChats([]string{other.ID}, notes.Edit{Name: &name}); err != nil {
		t.Fatal(err)
	}
	for src, want := range map[string]int{
		"apple is:starred": 5, "apple -is:starred": 3, "apple is:bookmarked": 1, "apple -is:bookmarked": 5, "is:bookmarked": 1,
		"apple tag:fruit": 5, "apple tag:#FRU": 5, "apple note:pie": 5, "apple note:orchard": 3, "apple -note:pie": 3, "orchard": 1, "note: apple": 0,
	} {
		q, err := query.Parse(src, time.Now())
		if err != nil {
			t.Errorf("%s: %v", src, err)
			continue
		}
		found, err := l.Searcher.Search(t.Context(), q, search.Options{Limit: 100, Count: true})
		if err != nil || found.Total != want {
			t.Errorf("%s: %d hits, want %d, %v", src, found.Total, want, err)
		}
	}
	for src, want := range map[string]int{"apple is:bookmarked": 1, "is:bookmarked": 1, "apple is:starred": 2, "apple -is:bookmarked": 2} {
		q, err := query.Parse(src, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		ranked, err := l.Searcher.Rank(t.Context(), src, q, search.Options{Limit: 10})
		if err != nil || len(ranked.Turns) != want {
			t.Errorf("%s: %d turns, want %d, %v", src, len(ranked.Turns), want, err)
		}
	}
	matches, _, _, err := l.Searcher.Filter(t.Context(), "orchard", 10, 0, nil)
	if err != nil || len(matches) != 1 || matches[0].Key != other.ID {
		t.Errorf("%+v, %v", matches, err)
	}
}

// TestBookmarksOfAThread: the rows with bookmarks are those of the records.
func TestBookmarksOfAThread(t *testing.T) {
	h := history.New(7, testlib.Begin)
	s := h.Session(testlib.Day())
	first := s.Turn("one", "two")
	s.Turn("three", "four")
	l := noting(t, testlib.Write(t, h), dataDir(t))
	on := true
	if err := l.Noter.EditRecord(t.Context(), notes.OfRecord, s.ID, first, notes.Edit{Bookmarked: &on}); err != nil {
		t.Fatal(err)
	}
	rows, err := l.Noter.RowNotes(t.Context(), s.ID, "")
	if err != nil || len(rows) != 1 || rows[0].UUID != first {
		t.Fatalf("%+v, %v", rows, err)
	}
	place, err := l.Threads.Locate(t.Context(), s.ID, "", first, 0)
	if err != nil || !slices.Equal(place.Rows, []int{rows[0].Row}) {
		t.Errorf("%+v, %v, want row %d", place, err, rows[0].Row)
	}
	if err := l.Noter.EditRecord(t.Context(), notes.OfRecord, s.ID, "99999999-0000-4000-8000-000000000000", named("x")); err == nil {
		t.Error("a note on a record that the session does not have")
	}
}

// TestNotesOfAgents: a bookmark in a subagent's file is on the row of the agent, whichever way
// the client stores these files.
func TestNotesOfAgents(t *testing.T) {
	for _, version := range []string{"2.0.42", "2.1.219"} {
		h := history.New(7, testlib.Begin)
		o := testlib.Day()
		o.Version = version
		s := h.Session(o)
		s.Prompt("look into it")
		s.Agent(history.AgentSpec{Type: "Explore", Description: "Find it", Prompt: "Find the limiter."}, func(a *history.Agent) { a.Reply("Found.") })
		s.Reply("Done.")
		s.EndTurn()
		root, data := testlib.Write(t, h), dataDir(t)
		l := noting(t, root, data)
		agents := l.Catalog.Snapshot().Agents(s.ID)
		if len(agents) != 1 {
			t.Fatalf("%s: %d agents", version, len(agents))
		}
		nodes := agents[0].Summary.Nodes
		record := agents[0].Summary.Names.Text(nodes[len(nodes)-1].ID)
		if err := l.Noter.EditRecord(t.Context(), notes.OfRecord, s.ID, record, named("in the agent")); err != nil {
			t.Fatal(err)
		}
		l = noting(t, root, data)
		rows, err := l.Noter.RowNotes(t.Context(), s.ID, "")
		if err != nil || len(rows) != 1 || rows[0].UUID != record {
			t.Errorf("%s: %+v, %v", version, rows, err)
		}
		q, err := query.Parse("is:bookmarked", time.Now())
		if err != nil {
			t.Fatal(err)
		}
		if found, err := l.Searcher.Search(t.Context(), q, search.Options{Limit: 10, Count: true}); err != nil || found.Total != 1 || found.Hits[0].Agent == "" {
			t.Errorf("%s: %+v, %v", version, found, err)
		}
	}
}

// TestNotesOfTheListedChats: a list that waits for nothing knows the notes on its chats.
func TestNotesOfTheListedChats(t *testing.T) {
	h := history.New(7, testlib.Begin)
	s := h.Session(testlib.Day())
	s.Turn("one", "two")
	root, data, cache := testlib.Write(t, h), dataDir(t), t.TempDir()
	now := func() time.Time { return testlib.Begin.AddDate(0, 0, 10) }
	open := func() *library.Library {
		l := library.New(library.Options{
			Options: catalog.Options{Roots: []scan.Root{{Path: root}}, Index: true, Window: true, Cache: cache, Now: now},
			Notes:   notes.NewStore(own.Dir{Path: data}, now),
		})
		t.Cleanup(l.Catalog.Flush)
		return l
	}
	l := open()
	if err := l.Catalog.Scan(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	if err := l.Noter.EditChats([]string{s.ID}, named("mine")); err != nil {
		t.Fatal(err)
	}
	l.Catalog.Flush()
	l = open()
	checked := make(chan string, 1)
	l.Catalog.Subscribe(func(catalog.Change) {
		for row := range l.Lister.View().Rows() {
			if len(checked) == 0 {
				checked <- l.Lister.View().Noted.OnChat(row.ID).Name
			}
		}
	})
	if err := l.Catalog.Scan(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	if name := <-checked; name != "mine" {
		t.Errorf("%q", name)
	}
	if title := l.Noter.TitleOf(s.ID); title != "mine" {
		t.Errorf("its title is %q", title)
	}
}

// TestSearchByEntrypoint: the beginning of how a session was started is enough.
func TestSearchByEntrypoint(t *testing.T) {
	h := history.New(7, testlib.Begin)
	h.Session(testlib.Day()).Turn("apple", "apple")
	scripted := testlib.Day()
	scripted.Entrypoint = "sdk-cli"
	h.Session(scripted).Turn("apple", "apple and apple")
	l := noting(t, testlib.Write(t, h), dataDir(t))
	for src, want := range map[string]int{
		"entrypoint:cli": 1, "entrypoint:SDK": 1, "-entrypoint:sdk": 1, "entrypoint:cli entrypoint:sdk-cli": 2, "entrypoint:claude": 0,
	} {
		q, err := query.Parse("apple in:prompts "+src, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		found, err := l.Searcher.Search(t.Context(), q, search.Options{Limit: 100, Count: true})
		if err != nil || found.Total != want {
			t.Errorf("%s: %d hits, want %d, %v", src, found.Total, want, err)
		}
	}
}

// TestNotesOfAGrowingHistory: a fork that is written later shows the notes on its records, though
// the notes were found before.
func TestNotesOfAGrowingHistory(t *testing.T) {
	h := history.New(7, testlib.Begin)
	s := h.Session(testlib.Day())
	record := s.Turn("first question", "first answer")
	root := testlib.Write(t, h)
	l := noting(t, root, dataDir(t))
	if err := l.Noter.EditRecord(t.Context(), notes.OfRecord, s.ID, record, named("r")); err != nil {
		t.Fatal(err)
	}
	copies := func() int {
		t.Helper()
		chat, _, err := l.Session(s.ID)
		if err != nil {
			t.Fatal(err)
		}
		records := l.Noter.Noted().Of(chat).Records
		if len(records) != 1 || records[0].Session != s.ID || records[0].UUID != record {
			t.Fatalf("%+v", records)
		}
		return len(records[0].UUIDs)
	}
	if n := copies(); n != 1 {
		t.Errorf("%d records before the fork", n)
	}
	s.Fork(history.Copying{Form: history.F6}).Turn("second question", "second answer")
	if err := h.WriteDir(root); err != nil {
		t.Fatal(err)
	}
	if err := l.Catalog.Scan(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	if n := copies(); n != 2 {
		t.Errorf("%d records after the fork", n)
	}
}

// TestNotesThatAreWrittenAtOnce: no note is lost while others are written and all are listed, in
// one process and by another.
func TestNotesThatAreWrittenAtOnce(t *testing.T) {
	h := history.New(7, testlib.Begin)
	s := h.Session(testlib.Day())
	var records []string
	for n := range 24 {
		records = append(records, s.Turn(fmt.Sprint("question ", n), fmt.Sprint("answer ", n)))
	}
	root, data := testlib.Write(t, h), dataDir(t)
	both := []*library.Library{noting(t, root, data), noting(t, root, data)}
	var all sync.WaitGroup
	for i, l := range both {
		for w := range 3 {
			all.Go(func() {
				for n := 3*i + w; n < len(records); n += 6 {
					if err := l.Noter.EditRecord(t.Context(), notes.OfRecord, s.ID, records[n], named(fmt.Sprint("note ", n))); err != nil {
						t.Error(err)
					}
				}
			})
		}
		all.Go(func() {
			for range records {
				if _, err := l.Noter.AllNotes(); err != nil {
					t.Error(err)
				}
				l.Noter.Noted()
			}
		})
	}
	all.Wait()
	want := map[string]string{}
	for n, record := range records {
		want[record] = fmt.Sprint("note ", n)
	}
	for _, l := range append(both, noting(t, root, data)) {
		text := ""
		if err := l.Noter.EditRecord(t.Context(), notes.OfRecord, s.ID, records[0], notes.Edit{Text: &text}); err != nil { // reads what the others wrote
			t.Fatal(err)
		}
		list, err := l.Noter.AllNotes()
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]string{}
		for _, note := range list {
			got[note.UUID] = note.Name
		}
		if !maps.Equal(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
	}
}
