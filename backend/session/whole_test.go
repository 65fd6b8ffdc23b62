package session_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
	"dendro/backend/internal/tests"
	"dendro/backend/session"
	"dendro/backend/thread"
	"dendro/backend/transcript"
)

// TestWholeGoesAcrossFiles: a copy of 1.0.x that starts at the compaction shows the earlier
// messages from its ancestor's file.
func TestWholeGoesAcrossFiles(t *testing.T) {
	h := history.New(1, testlib.Begin)
	o := testlib.Day()
	o.Version = "1.0.64"
	a := h.Session(o)
	a.Turn("first of all", "yes")
	a.Turn("second", "yes")
	a.Compact(history.Compaction{})
	a.Turn("behind the compaction", "yes")
	b := a.Fork(history.Copying{Form: history.R1})
	b.Turn("in the copy", "yes")
	l := testlib.Scanned(t, testlib.Write(t, h))

	own, err := l.Threads.Thread(t.Context(), b.ID, "")
	if err != nil {
		t.Fatal(err)
	}
	if got := prompts(t, own); !slices.Equal(got, []string{"behind the compaction", "in the copy"}) || own.Continues != a.ID {
		t.Errorf("its own rows: %q, continues %q", got, own.Continues)
	}
	all, err := l.Threads.Whole(t.Context(), b.ID, "")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"first of all", "second", "behind the compaction", "in the copy"}
	if got := prompts(t, all); !slices.Equal(got, want) {
		t.Errorf("the whole: %q", got)
	}
	rows, err := all.All(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	compactions := 0
	for i, r := range rows {
		if r.Index != i {
			t.Errorf("row %d says it is %d", i, r.Index)
		}
		if early := i < all.Rows.Own(); early != (r.Session == a.ID) || early && !r.Inherited {
			t.Errorf("row %d: session %q, inherited %v", i, r.Session, r.Inherited)
		}
		if r.Kind == "compaction" {
			compactions++
		}
	}
	if compactions != 1 {
		t.Errorf("%d compactions", compactions)
	}
	if got := len(all.Rows.Turns()); got != 4 || all.Rows.Turns()[3].Row <= all.Rows.Own() {
		t.Errorf("%d turns", got)
	}
	found, err := testlib.FindIn(t.Context(), l, b.ID, "", "first of all", 10)
	if err != nil || found.Matches != 1 || found.Rows[0].Rows[0] != 0 {
		t.Errorf("found %+v, %v", found, err)
	}
	for i, r := range rows {
		if r.Kind != "prompt" {
			continue
		}
		if at, err := l.Threads.Locate(t.Context(), b.ID, "", r.UUID, 0); err != nil || !slices.Equal(at.Rows, []int{i}) {
			t.Errorf("prompt %q of row %d is located at %+v, %v", r.Text, i, at, err)
		}
	}
}

func prompts(t *testing.T, th *session.Thread) []string {
	t.Helper()
	rows, err := th.All(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	list := []string{}
	for _, r := range rows {
		if r.Kind == "prompt" {
			list = append(list, r.Text)
		}
	}
	return list
}

// TestGone: a first record whose predecessor is in no file says so.
func TestGone(t *testing.T) {
	root := t.TempDir()
	testlib.Put(t, root, "projects/-x/12121212-1212-4212-8212-121212121212.jsonl", []byte(
		`{"type":"user","uuid":"11111111-1111-4111-8111-111111111111","parentUuid":"99999999-9999-4999-8999-999999999999","sessionId":"12121212-1212-4212-8212-121212121212","message":{"role":"user","content":"later"}}`+"\n"))
	l := testlib.Scanned(t, root)
	th, err := l.Threads.Whole(t.Context(), "12121212-1212-4212-8212-121212121212", "")
	if err != nil || !th.Gone || th.Continues != "" {
		t.Errorf("gone %v, continues %q, %v", th.Gone, th.Continues, err)
	}
}

// TestRandomWholeChats: from the tree every prompt and message of every file of a chat can
// be opened, and "whole chat" holds each exactly once. A queued prompt of which nothing shows
// that it was sent is a notice.
func TestRandomWholeChats(t *testing.T) {
	tests.Seeds(t, 100, func(t *testing.T, seed uint64) {
		h, _ := history.Random(testlib.NewDraw(seed), 8)
		l := testlib.Scanned(t, testlib.Write(t, h))
		for _, c := range l.Chats() {
			unsent, identities := map[string]bool{}, c.Identities() // of each prompt
			for _, s := range c.Sessions {
				sum := s.Source.Summary
				for _, p := range sum.Prompts {
					unsent[sum.Names.Text(identities.Of(p.ID))] = p.IsUnsent
				}
			}
			text, err := l.Exporter.Export(t.Context(), session.ExportRequest{Session: c.NewestLeaf, What: session.ExportChat, Format: "json"})
			if err != nil {
				t.Fatal(err)
			}
			var doc struct {
				Rows     []thread.Row
				Branches []struct{ Rows []thread.Row }
			}
			if err := json.Unmarshal(text, &doc); err != nil {
				t.Fatal(err)
			}
			got, notices := map[string]int{}, map[string]int{}
			all := doc.Rows
			for _, b := range doc.Branches {
				all = append(all, b.Rows...)
			}
			for i, r := range all {
				if i > 0 && all[i-1].UUID == r.UUID && all[i-1].Kind == r.Kind {
					continue // a document beside its text
				}
				id := textOf(identities.Of(testlib.ID(r.UUID)))
				switch {
				case r.Kind == "prompt" || r.Kind == "message": // which may give the title
					got[id]++
				case r.Kind == "notice" && r.Notice == transcript.NoticeQueued:
					notices[id]++
				}
			}
			for id, waits := range unsent {
				sent, queued := 1, 0
				if waits {
					sent, queued = 0, 1
				}
				if got[id] != sent || notices[id] != queued {
					t.Errorf("chat %s: prompt %s (unsent: %v) stands %d times, and %d times as a notice", c.ID, id, waits, got[id], notices[id])
				}
			}
		}
	})
}

func textOf(id transcript.ID) string { return transcript.Names(nil).Text(id) }

// TestWholeBehindAQueue: what the queue holds before the first record of a file is no part of
// its chain: the beginning is found all the same.
func TestWholeBehindAQueue(t *testing.T) {
	for name, lines := range map[string][]string{
		"sent":           {enqueued("in the copy"), `{"type":"queue-operation","operation":"dequeue"}`},
		"delivered":      {enqueued("between"), `{"type":"queue-operation","operation":"remove"}`},
		"lost":           {enqueued("never mind")},
		"a task":         {enqueued(`{"task_id":"b1","description":"tide","task_type":"local_bash"}`)},
		"a notification": {enqueued("<task-notification><task-id>b1</task-id><summary>done</summary></task-notification>")},
	} {
		t.Run(name, func(t *testing.T) {
			h := history.New(1, testlib.Begin)
			o := testlib.Day()
			o.Version = "1.0.64"
			a := h.Session(o)
			a.Turn("first of all", "yes")
			a.Compact(history.Compaction{})
			a.Turn("behind the compaction", "yes")
			b := a.Fork(history.Copying{Form: history.R1})
			b.Turn("in the copy", "yes")
			root := testlib.Write(t, h)
			files, err := filepath.Glob(filepath.Join(root, "projects", "*", b.ID+".jsonl"))
			if err != nil || len(files) != 1 {
				t.Fatal(files, err)
			}
			data, err := os.ReadFile(files[0])
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(files[0], append([]byte(strings.Join(lines, "\n")+"\n"), data...), 0o600); err != nil {
				t.Fatal(err)
			}
			l := testlib.Scanned(t, root)
			own, err := l.Threads.Thread(t.Context(), b.ID, "")
			if err != nil || own.Continues != a.ID {
				t.Fatalf("continues %q, want %q; %v", own.Continues, a.ID, err)
			}
			all, err := l.Threads.Whole(t.Context(), b.ID, "")
			if err != nil {
				t.Fatal(err)
			}
			if got := prompts(t, all); !slices.Contains(got, "first of all") || !slices.Contains(got, "in the copy") {
				t.Errorf("the whole: %q", got)
			}
		})
	}
}

func enqueued(text string) string {
	content, _ := json.Marshal(text) // a string always can be
	return `{"type":"queue-operation","operation":"enqueue","timestamp":"2026-03-01T08:00:00.000Z","content":` + string(content) + `}`
}
