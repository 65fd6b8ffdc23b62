package catalog_test

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"dendro/backend/catalog"
	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
	"dendro/backend/library"
	"dendro/backend/scan"
	"dendro/backend/transcript"
)

// TestJobsSayWhereSessionsComeFrom: two sessions that have nothing in common, and the
// state of a job that says that one was forked from the other. It is found beside
// transcripts that were read before, kept with them, and forgotten with the job.
func TestJobsSayWhereSessionsComeFrom(t *testing.T) {
	h := history.New(7, testlib.Begin)
	old, forked := h.Session(testlib.Day()), h.Session(testlib.Day())
	old.Turn("first", "one")
	forked.Turn("second", "two")
	root, dir := testlib.Write(t, h), t.TempDir()
	parent := func(l *library.Library) string {
		t.Helper()
		_, s, err := l.Session(forked.ID)
		if err != nil {
			t.Fatal(err)
		}
		if s.Parent == nil {
			return ""
		}
		return *s.Parent
	}
	l := testlib.Kept(t, dir, true, root)
	if got := parent(l); got != "" {
		t.Fatalf("parent %q without a job", got)
	}
	job := "jobs/" + forked.ID[:8] + "/state.json"
	testlib.Put(t, root, job, []byte(`{"sessionId":"`+forked.ID+`","forkParentSessionId":"`+old.ID+`"}`))
	if err := l.Catalog.Scan(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	if got := parent(l); got != old.ID {
		t.Errorf("parent %q after a job, want %q", got, old.ID)
	}
	l.Catalog.Flush()
	l = testlib.Kept(t, dir, true, root)
	if got := parent(l); got != old.ID {
		t.Errorf("parent %q after a restart, want %q", got, old.ID)
	}
	file := fileOf(h, forked.ID)
	testlib.Watching(t, l)
	testlib.AppendTo(t, root, file, []byte(`{"type":"summary","summary":"x"}`+"\n"))
	testlib.Until(t, "the appended line", func() bool {
		_, s, err := l.Session(forked.ID)
		info, serr := os.Stat(filepath.Join(root, filepath.FromSlash(file)))
		return err == nil && serr == nil && s.Bytes == info.Size()
	})
	if got := parent(l); got != old.ID {
		t.Errorf("parent %q after an append, want %q", got, old.ID)
	}
	if err := os.Remove(filepath.Join(root, filepath.FromSlash(job))); err != nil {
		t.Fatal(err)
	}
	if err := l.Catalog.Scan(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	if got := parent(l); got != "" {
		t.Errorf("parent %q after the job has gone", got)
	}
}

// fileOf returns the file of a session below its root.
func fileOf(h *history.Home, id string) string {
	for name := range h.Files() {
		if path.Base(name) == id+".jsonl" {
			return name
		}
	}
	return ""
}

// TestNewJob: the state of a job that begins while its root is watched counts at once.
func TestNewJob(t *testing.T) {
	h := history.New(7, testlib.Begin)
	old, forked := h.Session(testlib.Day()), h.Session(testlib.Day())
	old.Turn("first", "one")
	forked.Turn("second", "two")
	root := testlib.Write(t, h)
	name := fileOf(h, forked.ID)
	data := h.Files()[name]
	if err := os.Remove(filepath.Join(root, filepath.FromSlash(name))); err != nil {
		t.Fatal(err)
	}
	l := library.New(library.Options{Options: catalog.Options{Roots: []scan.Root{{Path: root}}, Now: time.Now}})
	testlib.Watching(t, l)
	testlib.Put(t, root, "jobs/"+forked.ID[:8]+"/state.json", []byte(`{"sessionId":"`+forked.ID+`","forkParentSessionId":"`+old.ID+`"}`))
	testlib.Put(t, root, name, data)
	testlib.Until(t, "the new session", func() bool { _, _, err := l.Session(forked.ID); return err == nil })
	_, s, err := l.Session(forked.ID)
	if err != nil {
		t.Fatal(err)
	}
	if s.Parent == nil || *s.Parent != old.ID {
		t.Errorf("parent %v, want %q", s.Parent, old.ID)
	}
}

// TestPlanNamesTheFork: where two files share records and both went on, the desktop app's
// card tells which one is the copy, and so does what Dendro has noted when it began it.
func TestPlanNamesTheFork(t *testing.T) {
	h := history.New(7, testlib.Begin)
	old := h.Session(testlib.Day())
	old.Turn("first", "one")
	forked := old.Fork(history.Copying{Form: history.F2})
	old.Turn("second", "two")
	forked.Turn("third", "three")
	root, cards := testlib.Write(t, h), t.TempDir()
	testlib.Put(t, cards, "o/u/local_1.json", []byte(`{"sessionId":"local_1","cliSessionId":"`+forked.ID+`","priorCliSessionIds":["`+old.ID+`"]}`))
	begun := map[string]transcript.Origin{}
	for by, opt := range map[string]catalog.Options{
		"card": {Cards: cards},
		"log":  {StartedFrom: func() (map[string]transcript.Origin, error) { return begun, nil }},
	} {
		t.Run(by, func(t *testing.T) {
			opt.Roots, opt.Now = []scan.Root{{Path: root}}, time.Now
			l := library.New(library.Options{Options: opt})
			for range 2 { // an origin logged after a session was read counts at the next scan
				if err := l.Catalog.Scan(t.Context(), false); err != nil {
					t.Fatal(err)
				}
				begun[forked.ID] = transcript.Origin{Session: old.ID, By: transcript.BesideLog}
			}
			_, s, err := l.Session(forked.ID)
			if err != nil {
				t.Fatal(err)
			}
			if s.Parent == nil || *s.Parent != old.ID || s.Confidence != "certain" {
				t.Errorf("parent %v, %s", s.Parent, s.Confidence)
			}
		})
	}
}

// TestCardsGiveTitles: a card of the desktop app titles its session, also of Cowork, which
// keeps it beside the session's own directory. A new title counts at the next scan, and after
// a restart; a name that was given in Claude Code wins, and the card's is found then, too.
func TestCardsGiveTitles(t *testing.T) {
	h := history.New(7, testlib.Begin)
	s := h.Session(testlib.Day())
	s.Turn("first", "one")
	s.AITitle("Generated")
	cowork, dir := t.TempDir(), t.TempDir()
	root := filepath.Join(cowork, "org", "me", "local_1", ".claude")
	if err := os.MkdirAll(filepath.Dir(root), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(testlib.Write(t, h), root); err != nil {
		t.Fatal(err)
	}
	title := func(l *library.Library) string {
		t.Helper()
		chat, _, err := l.Session(s.ID)
		if err != nil {
			t.Fatal(err)
		}
		return chat.Title + ", " + chat.TitleFrom
	}
	l := testlib.Kept(t, dir, true, root)
	if got, want := title(l), "Generated, ai-title"; got != want {
		t.Errorf("without a card: %q, want %q", got, want)
	}
	testlib.Put(t, cowork, "org/me/local_1.json", []byte(`{"sessionId":"local_1","title":"Tide tables","cliSessionId":"`+s.ID+`"}`))
	if err := l.Catalog.Scan(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	const want = "Tide tables, desktop-card"
	if got := title(l); got != want {
		t.Errorf("with a card: %q, want %q", got, want)
	}
	l.Catalog.Flush()
	l = testlib.Kept(t, dir, true, root)
	if got := title(l); got != want {
		t.Errorf("after a restart: %q, want %q", got, want)
	}
	testlib.AppendTo(t, root, fileOf(h, s.ID), []byte(`{"type":"custom-title","customTitle":"Mine","sessionId":"`+s.ID+`"}`+"\n"))
	if err := l.Catalog.Scan(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	if got, want := title(l), "Mine, custom-title"; got != want {
		t.Errorf("named in Claude Code: %q, want %q", got, want)
	}
	if names := l.Catalog.Snapshot().OtherNames(s.ID); !slices.Contains(names, "Tide tables") {
		t.Errorf("other names: %q", names)
	}
}
