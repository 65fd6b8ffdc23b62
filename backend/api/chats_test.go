package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dendro/backend/api"
	"dendro/backend/catalog"
	"dendro/backend/internal/history"
	"dendro/backend/library"
	"dendro/backend/scan"
)

// chatList is either answer to a request for chats.
type chatList struct {
	Version uint64
	Total   int
	Chats   []map[string]any
	Changed []struct {
		At   int
		Chat map[string]any
	}
	Removed []string
	More    *moreChats
}

type moreChats struct {
	Chats    int
	Projects map[string]int
}

// TestWorktreesAreListedInTheirRepository: chats of worktrees say of which repository, are
// counted in it, and are in the scope of a search of it.
func TestWorktreesAreListedInTheirRepository(t *testing.T) {
	h := history.New(11, time.Date(2026, 10, 5, 9, 0, 0, 0, time.UTC))
	for _, dir := range []string{"/src/app", "/src/app/.claude/worktrees/fox", "/src/other"} { // the newest last
		h.Session(history.Options{Env: history.Env{Cwd: dir, Version: "2.1.215"}}).Turn("find walrus", "done")
	}
	handler := served(t, h)
	first := askChats(t, handler, "/api/chats?first=2")
	want := map[string]any{"name": "fox", "repository": "/src/app", "repositoryName": "app", "repositoryDisplay": "/src/app"}
	if diff := cmp.Diff(want, first.Chats[1]["worktree"]); diff != "" {
		t.Error(diff)
	}
	var state struct{ Totals struct{ Projects int } }
	if err := json.Unmarshal(get(t, handler, "/api/state").Body.Bytes(), &state); err != nil || state.Totals.Projects != 2 {
		t.Errorf("%d projects, want 2 (%v)", state.Totals.Projects, err)
	}
	if first.Chats[0]["worktree"] != nil || first.Chats[1]["projectName"] != "app · fox" {
		t.Error(first.Chats)
	}
	if diff := cmp.Diff(map[string]int{"/src/app": 2, "/src/other": 1}, first.More.Projects); diff != "" {
		t.Error(diff)
	}
	for project, want := range map[string]int{"/src/app": 2, "/src/app/.claude/worktrees/fox": 1, "/src/other": 1} {
		var found answer
		for seen := 0; !found.Complete; seen = found.Seen {
			res := get(t, handler, "/api/search?ask="+strconv.Itoa(len(project))+"&in=prompts&q=walrus&project="+project+"&seen="+strconv.Itoa(seen))
			if err := json.Unmarshal(res.Body.Bytes(), &found); err != nil || res.Code != http.StatusOK {
				t.Fatal(res.Code, err)
			}
		}
		if len(found.Hits) != want {
			t.Errorf("%s: %d hits, want %d", project, len(found.Hits), want)
		}
	}
}

// TestFirstChats: the first chats are those that a sidebar shows first, project by project,
// with the number of all chats.
func TestFirstChats(t *testing.T) {
	h := history.New(11, time.Date(2026, 10, 5, 9, 0, 0, 0, time.UTC))
	for _, dir := range []string{"a", "b", "a", "c", "b", "a"} { // the newest last
		h.Session(history.Options{Env: history.Env{Cwd: "/home/ada/" + dir, Version: "2.1.215"}}).Turn("do "+dir, "done")
	}
	handler := served(t, h)
	whole := askChats(t, handler, "/api/chats")
	of := func(places ...int) (chats []map[string]any) {
		for _, at := range places {
			chats = append(chats, whole.Chats[at])
		}
		return chats
	}
	for _, tt := range []struct {
		first int
		want  []map[string]any
		more  *moreChats
	}{
		{2, of(0, 3), &moreChats{6, map[string]int{"/home/ada/a": 3}}},
		{4, of(0, 3, 5, 1), &moreChats{6, map[string]int{"/home/ada/a": 3, "/home/ada/b": 2}}},
		{6, of(0, 3, 5, 1, 4, 2), nil},
		{60, of(0, 3, 5, 1, 4, 2), nil},
	} {
		got := askChats(t, handler, fmt.Sprint("/api/chats?first=", tt.first))
		if diff := cmp.Diff(chatList{Chats: tt.want, More: tt.more}, got); diff != "" {
			t.Errorf("the first %d: %s", tt.first, diff)
		}
	}
	if res := get(t, handler, "/api/chats?first=-1"); res.Code != http.StatusBadRequest {
		t.Errorf("status %d", res.Code)
	}
}

func askChats(t *testing.T, h http.Handler, path string) (list chatList) {
	t.Helper()
	res := get(t, h, path)
	if res.Code != http.StatusOK {
		t.Fatalf("%s: status %d", path, res.Code)
	}
	if err := json.Unmarshal(res.Body.Bytes(), &list); err != nil {
		t.Fatal(err)
	}
	return list
}

// TestChatsSince: after any change of a history, and by time alone, the last answer plus
// the changes equals the list that a new window gets. A window with an earlier answer gets
// the whole list.
func TestChatsSince(t *testing.T) {
	h := history.New(11, time.Date(2026, 10, 5, 9, 0, 0, 0, time.UTC))
	work := func(dir string) history.Options {
		return history.Options{Env: history.Env{Cwd: dir, Branch: "main", Version: "2.1.215"}}
	}
	s, other := h.Session(work("/home/ada/a")), h.Session(work("/home/ada/b"))
	s.Turn("first", "one")
	other.Turn("something else", "yes")
	root, now := t.TempDir(), h.Now()
	l := library.New(library.Options{Options: catalog.Options{Roots: []scan.Root{{Path: root}}, Now: func() time.Time { return now }}})
	handler := api.New(l, api.Options{})
	type window struct {
		version uint64
		chats   []map[string]any
	}
	windows := []window{}
	steps := []func(){
		func() {},
		func() { s.Turn("second", "two") },
		func() { h.Session(work("/home/ada/c")) }, // without any prompt
		func() { s.Fork(history.Copying{Form: history.F5}).Turn("another way", "indeed") },
		func() { now = now.Add(time.Hour) },
		func() { other.CustomTitle("named") },
		func() { now = now.AddDate(0, 0, 25) },
		func() {
			if err := os.Remove(filepath.Join(root, filepath.FromSlash(other.Path()))); err != nil {
				t.Fatal(err)
			}
		},
	}
	for n, step := range steps {
		step()
		if n < len(steps)-1 {
			if err := h.WriteDir(root); err != nil {
				t.Fatal(err)
			}
		}
		if err := l.Catalog.Scan(t.Context(), false); err != nil {
			t.Fatal(err)
		}
		whole := askChats(t, api.New(l, api.Options{}), "/api/chats")
		for at, w := range slices.Backward(windows) {
			changes := askChats(t, handler, fmt.Sprint("/api/chats?since=", w.version))
			if at < len(windows)-1 {
				if diff := cmp.Diff(whole.Chats, changes.Chats); diff != "" && w.version != changes.Version {
					t.Errorf("step %d: since %d: %s", n, w.version, diff)
				}
				continue
			}
			got := slices.DeleteFunc(slices.Clone(w.chats), func(c map[string]any) bool { return slices.Contains(changes.Removed, c["id"].(string)) })
			for _, c := range changes.Changed {
				got = slices.DeleteFunc(got, func(d map[string]any) bool { return d["id"] == c.Chat["id"] })
			}
			for _, c := range changes.Changed {
				got = slices.Insert(got, c.At, c.Chat)
			}
			if diff := cmp.Diff(whole.Chats, got); diff != "" || changes.Total != len(got) || changes.Chats != nil {
				t.Errorf("step %d: since %d: %s", n, w.version, diff)
			}
		}
		mine := askChats(t, handler, "/api/chats")
		windows = append(windows, window{mine.Version, mine.Chats})
	}
	if res := get(t, handler, "/api/chats?since=x"); res.Code != http.StatusBadRequest {
		t.Errorf("status %d", res.Code)
	}
}
