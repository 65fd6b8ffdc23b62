package library_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
	"dendro/backend/internal/tests"
	"dendro/backend/library"
	"dendro/backend/session"
)

// TestRandomLeaveOuts: whatever is left out of a random history, the file of the new session
// is closed: its links lead to records of it, each call has the results that it had, and no
// other texts than those of the session are in it. [session.Chains.Write] itself checks
// that a client sends of it what the plan says.
func TestRandomLeaveOuts(t *testing.T) {
	tests.Seeds(t, 60, func(t *testing.T, seed uint64) {
		draw := testlib.NewDraw(seed)
		h, _ := history.Random(draw, 4+draw.IntN(12))
		leaveOuts(t, draw, testlib.Write(t, h), 3)
	})
}

// TestRealLeaveOuts is the same property of the real sets.
func TestRealLeaveOuts(t *testing.T) {
	for set := range knownSets() {
		t.Run(set, func(t *testing.T) {
			t.Parallel()
			leaveOuts(t, testlib.NewDraw(58), tests.Real(t, set), 1)
		})
	}
}

func leaveOuts(t *testing.T, draw *rand.Rand, root string, choices int) {
	t.Helper()
	l := unindexed(root)
	if err := l.Catalog.Scan(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	for _, c := range l.Chats() {
		for _, s := range c.Sessions {
			for n := range choices {
				at := session.Point{Session: s.ID, Client: "2.1.332", List: true}
				whole, err := l.Threads.ResumePoint(t.Context(), at)
				if err != nil || whole.Load == nil || len(whole.Loads) == 0 {
					continue
				}
				if n > 0 { // an earlier record
					at.Record = whole.Loads[draw.IntN(len(whole.Loads))]
					if whole, err = l.Threads.ResumePoint(t.Context(), at); err != nil || whole.Load == nil {
						continue
					}
				}
				v := leftFile{T: t, l: l, at: at, whole: whole, path: filepath.Join(t.TempDir(), "new.jsonl")}
				v.check(randomChoice(draw, whole.Load))
			}
		}
	}
}

func randomChoice(draw *rand.Rand, load *session.Load) []string {
	var items []string
	for _, t := range load.Turns {
		switch draw.IntN(4) {
		case 0:
			items = append(items, "turn:"+t.Record)
		case 1:
			items = append(items, "steps:"+t.Record)
		}
		for _, o := range t.Outputs {
			if draw.IntN(3) == 0 {
				items = append(items, "output:"+o.Record, "picture:"+o.Record)
			}
		}
	}
	return append(items, []string{"outputs:2k", "pictures", "outputs:0"}[draw.IntN(3)])
}

// leftFile is the file of a session without some parts.
type leftFile struct {
	*testing.T
	l     *library.Library
	at    session.Point
	whole session.ResumePoint
	path  string
}

// lines returns the records of a file that a chain writes, by uuid. A file that says one
// thing twice, in two ways, can't be continued in the middle, with or without a choice.
func (v *leftFile) lines(at session.Point) (map[string]leftRecord, []string) {
	v.Helper()
	if err := os.Remove(v.path); err != nil && !os.IsNotExist(err) {
		v.Fatal(err)
	}
	if _, err := v.l.Chains.Write(v.Context(), at, v.path); err != nil {
		if !at.Without.IsZero() {
			v.Fatalf("%s at %s without %v: %v", at.Session, at.Record, at.Without.Items(nil), err)
		}
		return nil, nil
	}
	text, err := os.ReadFile(v.path)
	if err != nil {
		v.Fatal(err)
	}
	all, order := map[string]leftRecord{}, []string{}
	for line := range bytes.Lines(text) {
		var r leftRecord
		if err := json.Unmarshal(line, &r); err != nil {
			v.Fatal(err)
		}
		if _, twice := all[r.UUID]; twice {
			v.Errorf("%s is there twice", r.UUID)
		}
		all[r.UUID], order = r, append(order, r.UUID)
	}
	return all, order
}

type leftRecord struct {
	UUID, Type, Subtype string
	ParentUUID          string
	Message             struct{ Content any }
}

// text returns the content of a record.
func (r leftRecord) text() string { return fmt.Sprint(r.Message.Content) }

// tools returns the ids of the calls and the results of a record.
func (r *leftRecord) tools() (calls, results []string) {
	blocks, _ := r.Message.Content.([]any)
	for _, b := range blocks {
		block, _ := b.(map[string]any)
		switch block["type"] {
		case "tool_use":
			calls = append(calls, fmt.Sprint(block["id"]))
		case "tool_result":
			results = append(results, fmt.Sprint(block["tool_use_id"]))
		}
	}
	return calls, results
}

// answered returns which calls of a file have a result in it.
func answered(all map[string]leftRecord) map[string]bool {
	known, has := map[string]bool{}, map[string]bool{}
	for _, r := range all {
		calls, results := r.tools()
		for _, id := range calls {
			known[id] = true
		}
		for _, id := range results {
			has[id] = true
		}
	}
	for id := range known {
		known[id] = has[id]
	}
	return known
}

func (v *leftFile) check(items []string) {
	v.Helper()
	choice, err := session.ParseLeaveOut(items, false)
	if err != nil {
		v.Fatal(err)
	}
	at := v.at
	if at.Record == "" {
		at.Record = v.whole.Leaf
	}
	before, order := v.lines(at)
	if before == nil {
		return
	}
	at.Without = choice
	to, err := v.l.Threads.ResumePoint(v.Context(), at)
	if err != nil {
		v.Fatal(err)
	}
	if to.Left.IsZero() {
		return
	}
	if most := to.Load.Before + 100 + 12*int64(to.Left.Outputs); to.Load.After > most || to.Load.After < 0 { // the note and the placeholders have some
		v.Errorf("%d of %d tokens", to.Load.After, to.Load.Before)
	}
	// Of a conversation that was written twice (1.0.111–2.1.20), calls are sent once: those of
	// the second time if the first time is left out.
	sent, said := map[string]bool{}, map[string]bool{}
	for _, uuid := range v.whole.Loads {
		sent[uuid], said[before[uuid].text()] = true, true
	}
	for _, uuid := range to.Loads {
		if !sent[uuid] && !said[before[uuid].text()] && uuid != to.Note() {
			v.Errorf("%s is sent, and was not", uuid)
		}
	}
	after, left := v.lines(at)
	preserved := false // what a compaction preserved hangs as it did
	for _, uuid := range order {
		preserved = preserved || before[uuid].Subtype == "compact_boundary"
	}
	for _, uuid := range left {
		r, was := after[uuid], before[uuid]
		if _, known := before[uuid]; !known && uuid != to.Note() {
			v.Errorf("%s is new", uuid)
		}
		if _, ok := after[r.ParentUUID]; !ok && r.ParentUUID != "" && (!preserved || r.ParentUUID != was.ParentUUID) {
			v.Errorf("%s hangs on nothing", uuid)
		}
	}
	had, has := answered(before), answered(after)
	for id, now := range has {
		if was, known := had[id]; known && was && !now {
			v.Errorf("%s has lost its result", id)
		}
	}
	for _, r := range after {
		_, results := r.tools()
		for _, id := range results {
			if _, ok := has[id]; !ok && had[id] {
				v.Errorf("the result of %s has lost its call", id)
			}
		}
	}
}
