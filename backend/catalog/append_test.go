package catalog

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"dendro/backend/scan"
	"dendro/backend/search"
	"dendro/backend/transcript"
	"dendro/backend/watch"
)

// many writes sessions of one prompt into projects, and returns the root and the paths.
func many(t testing.TB, n int) (root string, paths []string) {
	t.Helper()
	root = t.TempDir()
	for i := range n {
		dir := filepath.Join(root, "projects", fmt.Sprintf("-p-%d", i%50))
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		id := fmt.Sprintf("00000000-0000-4000-8000-%012d", i)
		path := filepath.Join(dir, id+".jsonl")
		if err := os.WriteFile(path, []byte(prompt(id, 0)), 0o600); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	return root, paths
}

// prompt is a line of a session.
func prompt(session string, nth int) string {
	return fmt.Sprintf(`{"type":"user","uuid":"%08d-%s","parentUuid":null,"sessionId":"%s","timestamp":"2026-11-03T09:00:00.000Z","cwd":"/p","message":{"role":"user","content":"What is number %d?"}}`+"\n", nth, session[9:], session, nth)
}

func appendTo(t testing.TB, path, line string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(line); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestChangesAreAppliedDuringAScan: records that are written while a scan runs are seen at
// once, and the scan, which read the file before, does not undo it.
func TestChangesAreAppliedDuringAScan(t *testing.T) {
	root, paths := many(t, 3)
	c := New(Options{Roots: []scan.Root{{Path: root}}, Index: true, Window: true, Now: time.Now})
	if err := c.Scan(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	id := filepath.Base(paths[1])[:36]
	records := func() int {
		_, s := c.Snapshot().Session(id)
		return len(s.Source.Summary.Nodes)
	}
	var jobs []scan.Job
	_ = c.change(func(w *writer) error {
		for _, path := range paths {
			jobs = append(jobs, w.files[path].job(&w.files[path].File))
		}
		return nil
	})
	gone := paths[2]
	err := c.read(t.Context(), PhaseReading, jobs, func(ctx context.Context, jobs []scan.Job, v func(scan.Outputs) scan.Visitor, got func(scan.Result)) error {
		var old []scan.Result
		if err := scan.Read(ctx, jobs, v, func(r scan.Result) { old = append(old, r) }); err != nil {
			return err
		}
		appendTo(t, paths[1], prompt(id, 1))
		if err := os.Remove(gone); err != nil {
			t.Fatal(err)
		}
		if changed, err := c.reread(ctx, watch.Report{Files: []string{paths[1], gone}}); err != nil || !changed {
			t.Errorf("reread: changed %t, %v", changed, err)
		}
		if n := records(); n != 2 {
			t.Errorf("%d records during the scan, want 2", n)
		}
		for _, r := range old {
			got(r)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	_ = c.change(func(w *writer) error {
		w.publish(true)
		return nil
	})
	if n := records(); n != 2 {
		t.Errorf("%d records after the scan, want 2", n)
	}
	if n := len(c.Snapshot().Files); n != 2 {
		t.Errorf("%d files after one was deleted during the scan, want 2", n)
	}
	if size, _, ok := c.Snapshot().Text.Known(paths[1]); !ok || size != c.Snapshot().File(id).Size {
		t.Errorf("the index knows the file with %d bytes, %t", size, ok)
	}
}

// TestAScanContinuesTheStateOfItsJob: a file grows, and is read again, between the moment in
// which a scan decides what to read and the moment in which it reads.
func TestAScanContinuesTheStateOfItsJob(t *testing.T) {
	root, paths := many(t, 1)
	path := paths[0]
	id := filepath.Base(path)[:36]
	more := func(nth, words int) {
		appendTo(t, path, strings.Replace(prompt(id, nth), "What", strings.Repeat("word ", words)+"What", 1))
	}
	more(1, 10_000)
	c := New(Options{Roots: []scan.Root{{Path: root}}, Index: true, Window: true, Now: time.Now})
	if err := c.Scan(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	more(2, 10_000) // a block of its own
	var jobs []scan.Job
	_ = c.change(func(w *writer) error {
		f, _, _ := scan.Stat(w.draft.Roots, path)
		jobs = w.changed([]transcript.File{f})
		return nil
	})
	more(3, 1000) // the beginning of the next one
	if changed, err := c.reread(t.Context(), watch.Report{Files: []string{path}}); err != nil || !changed {
		t.Fatalf("reread: changed %t, %v", changed, err)
	}
	if err := c.read(t.Context(), PhaseReading, jobs, scan.Read); err != nil {
		t.Fatal(err)
	}
	image := c.Snapshot().Text.Image()
	text, err := search.Decode(image.Encode(), image.Rows(), image.Words(), nil)
	if err != nil {
		t.Fatalf("the next process: %v", err)
	}
	if f := c.Snapshot().File(id); !text.Holds(path, f.Size, f.ModTime, f.indexed()) {
		t.Error("the next process has to read the file again")
	}
}

// TestAppendMovesAnAgent: a result that is appended to a session gives it an agent whose own
// file does not change. Records of the agent have the ids of both sessions.
func TestAppendMovesAnAgent(t *testing.T) {
	root, paths := many(t, 2)
	ids := [2]string{filepath.Base(paths[0])[:36], filepath.Base(paths[1])[:36]}
	agent := ""
	for i, owner := range []string{ids[0], ids[0], ids[1]} {
		agent += fmt.Sprintf(`{"type":"user","isSidechain":true,"agentId":"a1b2c3d4","uuid":"a%07d-0000-4000-8000-000000000000","parentUuid":null,"sessionId":"%s","timestamp":"2026-11-03T09:00:00.000Z","cwd":"/p","message":{"role":"user","content":"Look."}}`+"\n", i, owner)
	}
	if err := os.WriteFile(filepath.Join(filepath.Dir(paths[0]), "agent-a1b2c3d4.jsonl"), []byte(agent), 0o600); err != nil {
		t.Fatal(err)
	}
	c := New(Options{Roots: []scan.Root{{Path: root}}, Now: time.Now})
	if err := c.Scan(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	agents := func() [2]int { return [2]int{len(c.Snapshot().Agents(ids[0])), len(c.Snapshot().Agents(ids[1]))} }
	if got := agents(); got != [2]int{1, 0} {
		t.Fatalf("agents %v at first, want most records to decide", got)
	}
	appendTo(t, paths[1], fmt.Sprintf(`{"type":"assistant","uuid":"b0000001-0000-4000-8000-000000000000","parentUuid":null,"sessionId":"%[1]s","timestamp":"2026-11-03T09:01:00.000Z","message":{"id":"m","role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"Task","input":{"prompt":"Look."}}]}}
{"type":"user","uuid":"b0000002-0000-4000-8000-000000000000","parentUuid":"b0000001-0000-4000-8000-000000000000","sessionId":"%[1]s","timestamp":"2026-11-03T09:02:00.000Z","toolUseResult":{"status":"completed","agentId":"a1b2c3d4"},"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"Done."}]}}
`, ids[1]))
	if _, err := c.reread(t.Context(), watch.Report{Files: paths[1:]}); err != nil {
		t.Fatal(err)
	}
	if got := agents(); got != [2]int{0, 1} {
		t.Errorf("agents %v, want the session whose result names the agent to have it", got)
	}
}

// TestSubscribersHoldNoLock: a subscriber may change the catalog. It is notified of that
// change after the present one.
func TestSubscribersHoldNoLock(t *testing.T) {
	root, paths := many(t, 2)
	c := New(Options{Roots: []scan.Root{{Path: root}}, Now: time.Now})
	var told []uint64
	scanned := false
	defer c.Subscribe(func(change Change) {
		told = append(told, change.Seq)
		if !scanned {
			scanned = true
			appendTo(t, paths[0], prompt(filepath.Base(paths[0])[:36], 1))
			if _, err := c.reread(t.Context(), watch.Report{Files: paths[:1]}); err != nil {
				t.Error(err)
			}
			if n := len(told); n != 1 {
				t.Errorf("told %d times within the first time", n)
			}
		}
	})()
	if err := c.Scan(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	if len(told) < 3 || !slices.IsSorted(told) || told[len(told)-1] != c.Seq() {
		t.Errorf("told of %v, the last change is %d", told, c.Seq())
	}
}

// TestManyChangesAtOnce: scans, changes on disk and questions run side by side.
func TestManyChangesAtOnce(t *testing.T) {
	root, paths := many(t, 40)
	c := New(Options{Roots: []scan.Root{{Path: root}}, Index: true, Window: true, Now: time.Now})
	var group sync.WaitGroup
	for range 2 {
		group.Go(func() {
			for range 5 {
				if err := c.Scan(t.Context(), true); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for i := range 4 {
		group.Go(func() {
			for nth := range 10 {
				path := paths[i*10+nth]
				appendTo(t, path, prompt(filepath.Base(path)[:36], 1))
				if _, err := c.reread(t.Context(), watch.Report{Files: []string{path}, All: nth == 5}); err != nil {
					t.Error(err)
				}
				_ = c.Snapshot().Chats
			}
		})
	}
	group.Wait()
	for _, path := range paths {
		if _, s := c.Snapshot().Session(filepath.Base(path)[:36]); s == nil || len(s.Source.Summary.Nodes) != 2 {
			t.Errorf("%s: %+v, want 2 records", path, s)
		}
	}
}

func BenchmarkAppend(b *testing.B) {
	for _, n := range []int{5_000, 50_000} {
		b.Run(fmt.Sprintf("files=%d", n), func(b *testing.B) {
			root, paths := many(b, n)
			c := New(Options{Roots: []scan.Root{{Path: root}}, Index: true, Window: true, Now: time.Now})
			if err := c.Scan(b.Context(), false); err != nil {
				b.Fatal(err)
			}
			path := paths[n/2]
			id := filepath.Base(path)[:36]
			nth := 0
			for b.Loop() {
				nth++
				appendTo(b, path, prompt(id, nth))
				if _, err := c.reread(b.Context(), watch.Report{Files: []string{path}}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
