package catalog_test

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"dendro/backend/catalog"
	"dendro/backend/internal/history"
	"dendro/backend/scan"
)

var begin = time.Date(2026, 11, 3, 9, 0, 0, 0, time.UTC)

func open(roots []string, cache string) *catalog.Catalog {
	opt := catalog.Options{Index: true, Cache: cache, Now: func() time.Time { return begin.AddDate(0, 0, 10) }}
	for _, r := range roots {
		opt.Roots = append(opt.Roots, scan.Root{Path: r})
	}
	return catalog.New(opt)
}

// told is everything that a snapshot says, asked in every way that it can be.
func told(s *catalog.Snapshot) string {
	var b strings.Builder
	fmt.Fprintln(&b, "totals", s.Totals, s.Read, s.Listed, slices.Sorted(maps.Keys(s.Partial)))
	for _, f := range s.Files {
		fmt.Fprintln(&b, "file", f.Abs(), f.Size, f.Unique, f.Internal())
		chat, session := s.Session(f.ID)
		if f.Agent || session == nil {
			continue
		}
		counts := s.File(f.ID)
		fmt.Fprintln(&b, "session", f.ID, counts.Abs(), chat.ID, s.Chat(chat.ID) == chat)
		if src := session.Source; src.Root != counts.Root || src.Path != counts.Path {
			fmt.Fprintln(&b, "the chat is made of", src.Root, src.Path)
		}
		for _, a := range s.Agents(f.ID) {
			fmt.Fprintln(&b, "agent", a.Abs(), a.Owner)
		}
	}
	for id := range s.SessionsFrom("") {
		fmt.Fprintln(&b, "counts", id, s.File(id).Abs())
		for _, f := range s.FilesWithID(id) {
			role, _ := s.Role(f)
			fmt.Fprintln(&b, "bears", id, f.Abs(), role)
		}
		for _, a := range s.Agents(id) {
			fmt.Fprintln(&b, "agent of", id, a.Abs())
		}
	}
	crews := maps.Collect(s.AgentsBySession())
	for _, session := range slices.Sorted(maps.Keys(crews)) {
		fmt.Fprintln(&b, "crew", session, len(crews[session]))
	}
	for _, c := range s.Chats {
		fmt.Fprintln(&b, "chat", c.ID, c.Project, len(c.Sessions), c.EndMS)
	}
	recent := slices.SortedFunc(slices.Values(s.Recent), func(a, b catalog.Member) int { return cmp.Compare(a.Session.ID, b.Session.ID) })
	for _, m := range recent {
		fmt.Fprintln(&b, "recent", m.Session.ID, m.Chat.ID)
	}
	return b.String()
}

// disorder does something to a file of a history that lies in two roots.
type disorder struct {
	t     *testing.T
	draw  *rand.Rand
	files map[string][]byte
	names []string
	roots []string
}

func (d *disorder) step() {
	name := d.names[d.draw.IntN(len(d.names))]
	path := filepath.Join(d.roots[d.draw.IntN(len(d.roots))], filepath.FromSlash(name))
	data := d.files[name]
	if d.draw.IntN(4) == 0 && !strings.Contains(name, "agent-") { // a sync program's
		path = strings.TrimSuffix(path, ".jsonl") + " (1).jsonl"
	}
	if d.draw.IntN(5) == 0 { // the continuation alone, so that each file has records of its own
		at := d.draw.IntN(len(data))
		data = data[at+bytes.IndexByte(data[at:], '\n')+1:]
	}
	if d.draw.IntN(4) == 0 {
		if err := os.Remove(path); err != nil && !os.IsNotExist(err) {
			d.t.Fatal(err)
		}
		return
	}
	before, _ := os.ReadFile(path)
	size := len(before) + d.draw.IntN(len(data)-min(len(data), len(before))+1) // grown, or put there
	if d.draw.IntN(5) == 0 {
		size = d.draw.IntN(len(data) + 1) // cut
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		d.t.Fatal(err)
	}
	if err := os.WriteFile(path, data[:min(size, len(data))], 0o644); err != nil {
		d.t.Fatal(err)
	}
	// Which of two files of a session counts, their times say.
	when := begin.AddDate(0, 0, 10).Add(-time.Duration(d.draw.IntN(600)) * time.Second)
	if err := os.Chtimes(path, when, when); err != nil {
		d.t.Fatal(err)
	}
}

// wanderer is a history with an agent that lies in no session's directory, and whose
// records carry the id of another session than the one that names it.
func wanderer(seed uint64) map[string][]byte {
	h := history.New(seed, begin)
	day := history.Options{Env: history.Env{Cwd: "/home/ada/my-app", Branch: "main", Version: "2.1.215"}}
	other, s := h.Session(day), h.Session(day)
	other.Turn("something else", "yes")
	s.Prompt("explore")
	s.Agent(history.AgentSpec{Layout: 2, Type: "Explore", Description: "look", Prompt: "look around"}, func(a *history.Agent) {
		for range 4 {
			a.Call(history.Bash("ls", "List", "a", 0, 0))
		}
		a.Reply("seen")
	})
	s.Reply("thanks")
	files := h.Files()
	for name, data := range files {
		if strings.Contains(name, "/agent-") {
			files[name] = bytes.Replace(data, []byte(s.ID), []byte(other.ID), bytes.Count(data, []byte(s.ID))-1)
		}
	}
	return files
}

// TestSnapshotEqualsColdStart: files grow, are cut, come and go in two roots.
// After each scan, the snapshot is that of a catalog that has only seen how it is now,
// and of one that an earlier process has kept something for; those before are as
// they were.
func TestSnapshotEqualsColdStart(t *testing.T) {
	for seed := range uint64(3) {
		draw := rand.New(rand.NewPCG(seed, 3))
		h, _ := history.Random(draw, 12)
		d := disorder{t: t, draw: draw, files: h.Files(), roots: []string{t.TempDir(), t.TempDir()}}
		maps.Copy(d.files, wanderer(seed))
		d.names = slices.Sorted(maps.Keys(d.files))
		cache := t.TempDir()
		c := open(d.roots, "")
		for round := range 15 {
			for range 8 {
				d.step()
			}
			before := c.Snapshot()
			was := told(before)
			if err := c.Scan(t.Context(), round%2 == 0); err != nil {
				t.Fatal(err)
			}
			cold, kept := open(d.roots, ""), open(d.roots, cache)
			for _, other := range []*catalog.Catalog{cold, kept} {
				if err := other.Scan(t.Context(), false); err != nil {
					t.Fatal(err)
				}
				other.Flush()
				if got, want := told(c.Snapshot()), told(other.Snapshot()); got != want {
					t.Fatalf("seed %d, round %d: it says\n%s\nand is\n%s", seed, round, got, want)
				}
			}
			if strings.Contains(told(c.Snapshot()), "the chat is made of") {
				t.Fatalf("seed %d, round %d: another file of a session counts than in its chat:\n%s", seed, round, told(c.Snapshot()))
			}
			if told(before) != was {
				t.Fatalf("seed %d, round %d: a snapshot has changed", seed, round)
			}
		}
	}
}

// TestChangesComeBehindTheirSnapshot: who hears of a change finds it in the snapshot.
func TestChangesComeBehindTheirSnapshot(t *testing.T) {
	h := history.New(5, begin)
	s := h.Session(history.Options{Env: history.Env{Cwd: "/home/ada/my-app", Version: "2.1.215"}})
	s.Turn("first", "one")
	root := t.TempDir()
	if err := h.WriteDir(root); err != nil {
		t.Fatal(err)
	}
	c := open([]string{root}, "")
	heard := map[string]bool{}
	defer c.Subscribe(func(change catalog.Change) {
		for _, id := range change.Chats {
			heard[id] = true
			if c.Snapshot().Chat(id) == nil {
				t.Errorf("chat %s is not there yet", id)
			}
		}
	})()
	if err := c.Scan(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	if !heard[s.ID] || c.Snapshot().Progress.Phase != catalog.PhaseDone {
		t.Errorf("heard of %v, %+v", heard, c.Snapshot().Progress)
	}
}

// TestRemoveRoot: without a root the snapshot is that of a cold start without it, also while
// the root is being read.
func TestRemoveRoot(t *testing.T) {
	var roots []string
	for seed := range uint64(2) {
		root := t.TempDir()
		for name, data := range wanderer(seed + 40) {
			path := filepath.Join(root, filepath.FromSlash(name))
			if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, data, 0o600)); err != nil {
				t.Fatal(err)
			}
		}
		roots = append(roots, root)
	}
	want := open(roots[:1], "")
	if err := want.Scan(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	for _, scanned := range []bool{true, false} {
		c := open(roots, t.TempDir())
		t.Cleanup(c.Flush)
		var reading sync.WaitGroup
		reading.Go(func() { _ = c.Scan(t.Context(), true) })
		if scanned {
			reading.Wait()
		}
		if err := c.RemoveRoot(t.Context(), roots[1]); err != nil {
			t.Fatal(err)
		}
		reading.Wait()
		if got := told(c.Snapshot()); got != told(want.Snapshot()) {
			t.Errorf("scanned %v:\n%s\nwant\n%s", scanned, got, told(want.Snapshot()))
		}
		if paths := c.Snapshot().RootPaths(); len(paths) != 1 {
			t.Errorf("%q", paths)
		}
		if err := c.AddRoot(t.Context(), scan.Root{Path: roots[1]}); err != nil {
			t.Fatal(err)
		}
		both := open(roots, "")
		if err := both.Scan(t.Context(), false); err != nil {
			t.Fatal(err)
		}
		if told(both.Snapshot()) != told(c.Snapshot()) {
			t.Errorf("added again, scanned %v: it differs from a cold start", scanned)
		}
	}
}
