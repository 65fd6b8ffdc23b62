package library_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
	"dendro/backend/library"
	"dendro/backend/notes"
)

// TestActivityCountsRecordsWhereTheyWereWritten: a resume goes on in the lane of what
// it resumes, a fork has one of its own that leaves it where it was forked, and
// nothing that was copied counts twice.
func TestActivityCountsRecordsWhereTheyWereWritten(t *testing.T) {
	h := history.New(3, testlib.Begin)
	s := h.Session(testlib.Day())
	s.Turn("Add a rate limiter", "Done.")
	s.Turn("Make it a token bucket", "Done.")
	resumed := s.Fork(history.Copying{Form: history.F1})
	resumed.Turn("And a test", "Done.")
	forked := resumed.Fork(history.Copying{Form: history.F5})
	forked.Turn("Or with a leaky bucket", "Done.")
	resumed.Turn("Ship it", "Done.")
	l := testlib.Scanned(t, testlib.Write(t, h))
	all, err := l.Activity(t.Context())
	if err != nil || len(all) != 1 {
		t.Fatalf("%d chats, %v", len(all), err)
	}
	lanes := all[0].Lanes
	total := func(lane library.Lane) (n int) {
		for i, b := range lane.Bins {
			n += b.Count
			if i > 0 && b.At <= lane.Bins[i-1].At {
				t.Errorf("bins are not in order: %v", lane.Bins)
			}
		}
		return n
	}
	if len(lanes) != 2 || lanes[0].Parent != -1 || lanes[1].Parent != 0 || lanes[1].Session != forked.ID {
		t.Fatalf("%+v", lanes)
	}
	if total(lanes[0]) != 8 || total(lanes[1]) != 2 {
		t.Errorf("%d and %d records", total(lanes[0]), total(lanes[1]))
	}
	if len(lanes[0].Marks) != 1 || lanes[0].Marks[0].Kind != library.MarkResume {
		t.Errorf("marks: %+v", lanes[0].Marks)
	}
	start := testlib.Begin.UnixMilli()
	if at := lanes[1].Fork; at <= start || at > start+time.Hour.Milliseconds() {
		t.Errorf("forked at %s", time.UnixMilli(at))
	}
}

// TestActivityMarksNotes: a record with a bookmark is marked where it was written, once.
func TestActivityMarksNotes(t *testing.T) {
	h := history.New(3, testlib.Begin)
	s := h.Session(testlib.Day())
	s.Turn("Add a rate limiter", "Done.")
	uuid := s.Turn("Make it a token bucket", "Done.")
	s.Fork(history.Copying{Form: history.F5}).Turn("Or with a leaky bucket", "Done.")
	l := noting(t, testlib.Write(t, h), dataDir(t))
	yes := true
	if err := l.Noter.EditRecord(t.Context(), notes.OfRecord, s.ID, uuid, notes.Edit{Bookmarked: &yes}); err != nil {
		t.Fatal(err)
	}
	all, err := l.Activity(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var marks []library.Mark
	for _, lane := range all[0].Lanes {
		for _, m := range lane.Marks {
			if m.Kind == library.MarkNote {
				marks = append(marks, m)
			}
		}
	}
	if len(marks) != 1 || marks[0].At <= testlib.Begin.UnixMilli() {
		t.Errorf("%+v", marks)
	}
}

// TestActivityOfAClockThatWasAhead: records that say to be from years after their file was
// written count when it was written, as the list orders them.
func TestActivityOfAClockThatWasAhead(t *testing.T) {
	h := history.New(3, testlib.Begin)
	s := h.Session(testlib.Day())
	s.Turn("Add a rate limiter", "Done.")
	root := testlib.Write(t, h)
	written := testlib.Begin.AddDate(-3, 0, 0)
	paths, err := filepath.Glob(filepath.Join(root, "projects", "*", s.ID+".jsonl"))
	if err != nil || len(paths) != 1 {
		t.Fatal(paths, err)
	}
	if err := os.Chtimes(paths[0], written, written); err != nil {
		t.Fatal(err)
	}
	all, err := testlib.Scanned(t, root).Activity(t.Context())
	if err != nil || len(all) != 1 || len(all[0].Lanes) != 1 {
		t.Fatal(all, err)
	}
	lane := all[0].Lanes[0]
	if len(lane.Bins) != 1 || lane.Bins[0].At*lane.Step > written.UnixMilli() || (lane.Bins[0].At+1)*lane.Step <= written.UnixMilli() {
		t.Errorf("%v in steps of %d ms, want all at %v", lane.Bins, lane.Step, written)
	}
}
