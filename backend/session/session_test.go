package session_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dendro/backend/catalog"
	"dendro/backend/session"

	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
	"dendro/backend/library"
	"dendro/backend/scan"
	"dendro/backend/search"
	"dendro/backend/search/query"
)

func TestResolve(t *testing.T) {
	h := history.New(20, testlib.Begin)
	for _, id := range []string{
		"aaaaaaaa-0000-4000-8000-000000000001", "aaaaaaaa-0000-4000-8000-000000000002",
		"bbbbbbbb-0000-4000-8000-000000000003", "note", "notebook-of-mine", "資料庫資料庫資料庫",
	} {
		o := testlib.Day()
		o.ID = id
		h.Session(o).Turn("hello", "hello")
	}
	l := testlib.Scanned(t, testlib.Write(t, h))
	tests := []struct {
		name, want string
		err        error
	}{
		{"bbbbbbbb", "bbbbbbbb-0000-4000-8000-000000000003", nil},
		{"BBBBBBBB-0000-4000-8000-000000000003", "bbbbbbbb-0000-4000-8000-000000000003", nil},
		{"bbbbbbb", "", session.ErrNotFound},
		{"aaaaaaaa", "", session.ErrAmbiguous},
		{"aaaaaaaa-0000-4000-8000-000000000001", "aaaaaaaa-0000-4000-8000-000000000001", nil},
		{"note", "note", nil}, // a whole id may be short
		{"notebook", "notebook-of-mine", nil},
		{"資料庫資", "", session.ErrNotFound}, // more than eight bytes, but four characters
		{"資料庫資料庫資料", "資料庫資料庫資料庫", nil},
		{"", "", session.ErrNotFound},
		{"cccccccc", "", session.ErrNotFound},
		{"../../../etc", "", session.ErrNotFound},
	}
	for _, tt := range tests {
		got, err := l.Names.Resolve(tt.name)
		if got != tt.want || !errors.Is(err, tt.err) {
			t.Errorf("%q: %q, %v", tt.name, got, err)
		}
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: more than a line: %v", tt.name, err)
		}
	}
}

func TestResumeTarget(t *testing.T) {
	h := history.New(21, testlib.Begin)
	s := h.Session(testlib.Day())
	s.Turn("here", "yes")
	s.SetEnv(func(e *history.Env) { e.Cwd = "/home/ada/my-app/sub" })
	s.Turn("and in a directory below", "yes")
	root := testlib.Write(t, h)
	testlib.Put(t, root, "projects/-x/none.jsonl", []byte("{}\n"))
	l := testlib.Scanned(t, root)
	got, err := l.Threads.ResumeTarget(t.Context(), s.ID)
	want := session.ResumeTarget{
		Session: s.ID, Dir: "/home/ada/my-app", Root: root, DefaultRoot: filepath.FromSlash("/home/ada/.claude"),
		File: session.Loaded{Path: filepath.Join(root, filepath.FromSlash(s.Path())), Dir: "/home/ada/my-app"},
	}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	if got, err = l.Threads.ResumeTarget(t.Context(), "none"); err != nil || got.Dir != "" {
		t.Errorf("without a directory: %+v, %v", got, err)
	}
	if _, err = l.Threads.ResumeTarget(t.Context(), "nobody"); !errors.Is(err, session.ErrNotFound) {
		t.Error(err)
	}
}

func TestCoworkAloneResumesItsSessions(t *testing.T) {
	for entrypoint, want := range map[string]bool{"cli": true, "claude-desktop": true, "local-agent": false, "remote_cowork": false} {
		root := t.TempDir()
		testlib.Put(t, root, "projects/-x/11111111-2222-4333-8444-555555555555.jsonl", []byte(`{"type":"user","uuid":"u1","entrypoint":"`+entrypoint+`","message":{"content":"tidy up"}}`+"\n"))
		got, err := testlib.Scanned(t, root).Threads.ResumeTarget(t.Context(), "11111111-2222-4333-8444-555555555555")
		if err != nil || got.Unloaded.IsZero() != want {
			t.Errorf("%s: %+v, %v", entrypoint, got.Unloaded, err)
		}
	}
}

func TestDisplayAndProjectName(t *testing.T) {
	l := testlib.Open()
	for path, want := range map[string]string{
		"/home/ada": "~", "/home/ada/x": "~/x", "/home/adam": "/home/adam", "/srv": "/srv", "": "", `C:\x`: `C:\x`,
	} {
		if got := l.Display(path); got != want {
			t.Errorf("Display(%q) = %q, want %q", path, got, want)
		}
	}
	for path, want := range map[string]string{
		"/home/ada/my-app": "my-app", `C:\Users\ada\x.y`: "x.y", "/": "/", "": "", "/a/b/": "b", "-home-x": "-home-x", `D:\`: "D:",
	} {
		if got := library.ProjectName(path, ""); got != want {
			t.Errorf("ProjectName(%q) = %q, want %q", path, got, want)
		}
	}
	for _, tt := range [][3]string{
		{"/src/repo-wt9", "/src/repo", "repo · wt9"},
		{"/src/wt/brave-fox", "/src/repo/", "repo · brave-fox"},
		{"/src/repository", "/src/repo", "repo · repository"},
		{"/src/repo-", "/src/repo", "repo · repo-"},
		{"/else/repo", "/src/repo", "repo · repo"},
		{`C:\src\repo_wt9`, `C:\src\repo`, "repo · wt9"},
	} {
		if got := library.ProjectName(tt[0], tt[1]); got != tt[2] {
			t.Errorf("ProjectName(%q, %q) = %q, want %q", tt[0], tt[1], got, tt[2])
		}
	}
}

// TestRetention goes by the times of the files, as Claude Code does.
func TestRetention(t *testing.T) {
	tests := []struct {
		settings string
		days     int
	}{
		{"", 30},
		{`{"cleanupPeriodDays": 10}`, 10},
		{`{"cleanupPeriodDays": 0}`, 30},
		{`{"cleanupPeriodDays": -1}`, 30},
		{`{"cleanupPeriodDays": 99999999999}`, 30},
		{`{"cleanupPeriodDays": "soon"}`, 30},
		{`not json`, 30},
	}
	for _, tt := range tests {
		h := history.New(22, testlib.Begin)
		s := h.Session(testlib.Day())
		s.Turn("old", "yes")
		root := testlib.Write(t, h)
		if tt.settings != "" {
			testlib.Put(t, root, "settings.json", []byte(tt.settings))
		}
		now := testlib.Begin.AddDate(0, 0, 8)
		l := library.New(library.Options{Options: catalog.Options{Roots: []scan.Root{{Path: root}}, Now: func() time.Time { return now }}})
		if err := l.Catalog.Scan(t.Context(), false); err != nil {
			t.Fatal(err)
		}
		soon := tt.days == 10
		f, d := testlib.Facts(l)[s.ID], l.Doctor()
		if d.RetentionDays != tt.days || (f.ExpiresInDays != nil) != soon || (len(d.Expiring) == 1) != soon {
			t.Errorf("%s: %+v, %+v", tt.settings, f, d.Expiring)
		}
		if soon && (*f.ExpiresInDays != 2 || d.Expiring[0].Days != 2) {
			t.Errorf("%d days left", *f.ExpiresInDays)
		}
	}
}

// TestNothingExpiresInACopy: a root that nobody runs Claude Code with, and in which nothing was
// ever deleted, is a copy.
func TestNothingExpiresInACopy(t *testing.T) {
	for _, tt := range []struct {
		days    int
		beside  string
		expires bool
	}{
		{60, "", false},
		{60, "settings.json", true},
		{60, "history.jsonl", true},
		{28, "", true}, // it is too young to tell
	} {
		h := history.New(23, testlib.Begin)
		s := h.Session(testlib.Day())
		s.Turn("old", "yes")
		root := testlib.Write(t, h)
		if tt.beside != "" {
			testlib.Put(t, root, tt.beside, []byte("{}"))
		}
		now := testlib.Begin.AddDate(0, 0, tt.days)
		l := library.New(library.Options{Options: catalog.Options{Roots: []scan.Root{{Path: root}}, Now: func() time.Time { return now }}})
		if err := l.Catalog.Scan(t.Context(), false); err != nil {
			t.Fatal(err)
		}
		if got := testlib.Facts(l)[s.ID].ExpiresInDays != nil; got != tt.expires {
			t.Errorf("%d days, %q beside: expires %v", tt.days, tt.beside, got)
		}
	}
}

// TestRetentionScopes finds the settings that count, wherever a start of Claude Code would
// find them: the administrator's before all others, else the shortest.
func TestRetentionScopes(t *testing.T) {
	const user, project, local, managed = "settings.json", ".claude/settings.json", ".claude/settings.local.json", "managed.json"
	tests := []struct {
		says  map[string]int
		days  int
		scope string
	}{
		{nil, 30, library.ScopeDefault},
		{map[string]int{user: 90}, 90, library.ScopeUser},
		{map[string]int{user: 90, project: 20}, 20, library.ScopeProject},
		{map[string]int{user: 90, project: 20, local: 40}, 40, library.ScopeLocal},
		{map[string]int{user: 10, project: 20}, 10, library.ScopeUser},
		{map[string]int{user: 10, local: 5, managed: 365}, 365, library.ScopeManaged},
	}
	for _, tt := range tests {
		dir := t.TempDir()
		h := history.New(22, testlib.Begin)
		o := testlib.Day()
		o.Env.Cwd = dir
		h.Session(o).Turn("old", "yes")
		root := testlib.Write(t, h)
		for name, days := range tt.says {
			at := dir
			if name == user {
				at = root
			}
			testlib.Put(t, at, name, []byte(`{"cleanupPeriodDays": `+strconv.Itoa(days)+`}`))
		}
		l := library.New(library.Options{
			Options: catalog.Options{
				Roots: []scan.Root{{Path: root}}, Now: func() time.Time { return testlib.Begin },
			},
			Managed: filepath.Join(dir, managed),
		})
		if err := l.Catalog.Scan(t.Context(), false); err != nil {
			t.Fatal(err)
		}
		if d := l.Doctor(); d.RetentionDays != tt.days || d.RetentionFrom.Scope != tt.scope {
			t.Errorf("%v: %+v", tt.says, d.RetentionFrom)
		}
	}
}

func TestLive(t *testing.T) {
	h := history.New(23, time.Now().Add(-time.Hour)) // a process is not older than what it wrote
	written, registered, dead, copied := h.Session(testlib.Day()), h.Session(testlib.Day()), h.Session(testlib.Day()), h.Session(testlib.Day())
	copied.Turn("copied here just now, of old records", "yes")
	registered.Turn("registered", "yes")
	dead.Turn("dead", "yes")
	h.Wait(time.Hour)
	written.Turn("written to just now", "yes")
	root := testlib.Write(t, h)
	testlib.Put(t, root, "sessions/self.json", fmt.Appendf(nil, `{"pid":%d,"startedAt":%d,"sessionId":"%s"}`, os.Getpid(), time.Now().UnixMilli(), registered.ID))
	testlib.Put(t, root, "sessions/dead.json", []byte(`{"pid":-5,"sessionId":"`+dead.ID+`"}`))
	testlib.Put(t, root, "sessions/reused.json", []byte(`{"pid":`+strconv.Itoa(os.Getpid())+`,"startedAt":1763000000000,"sessionId":"`+dead.ID+`"}`))
	testlib.Put(t, root, "sessions/odd.json", []byte(`[]`))
	now := h.Now().Add(time.Minute)
	if err := os.Chtimes(filepath.Join(root, copied.Path()), now, now); err != nil {
		t.Fatal(err)
	}
	l := library.New(library.Options{Options: catalog.Options{Roots: []scan.Root{{Path: root}}, Index: true, Now: func() time.Time { return now }}})
	if err := l.Catalog.Scan(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	live := func(when string, want int) {
		t.Helper()
		for _, src := range []string{"is:live yes", "is:live in:titles e"} {
			q, err := query.Parse(src, now)
			if err != nil {
				t.Fatal(err)
			}
			if r, err := l.Searcher.Search(t.Context(), q, search.Options{Count: true}); err != nil || r.Total != want {
				t.Errorf("%s: %s %d hits are live, want %d: %v", src, when, r.Total, want, err)
			}
		}
	}
	live("at first", 2)
	f := testlib.Facts(l)
	if !f[written.ID].Live || !f[registered.ID].Live || f[dead.ID].Live || f[copied.ID].Live || l.State().Live != 2 {
		t.Errorf("%+v", f)
	}
	now = now.Add(time.Hour)
	if f = testlib.Facts(l); f[written.ID].Live || !f[registered.ID].Live {
		t.Errorf("an hour later: %+v", f)
	}
	live("an hour later", 1)
	now = now.Add(-9 * time.Hour)
	live("with the clock set back", 0) // the entry says a time to come, and its program is no client by name
	now = h.Now().Add(30 * time.Second)
	live("with the clock right again", 2)
}

func TestFilter(t *testing.T) {
	h := history.New(24, testlib.Begin)
	s := h.Session(testlib.Day())
	s.Turn("mend the limiter", "done")
	s.CustomTitle("Rate limits")
	h.Session(testlib.Day()).Turn("something else", "yes")
	l := testlib.Scanned(t, testlib.Write(t, h))
	for q, n := range map[string]int{"limiter": 1, "Rate": 1, "my-app": 2, s.ID[:13]: 1, "zzzz": 0} {
		matches, total, _, err := l.Searcher.Filter(t.Context(), q, 10, 0, nil)
		if err != nil || total != n || len(matches) != n {
			t.Errorf("%q: %d matches, %v", q, total, err)
		}
	}
}

// TestContinuesNamesTheSessionWithTheBeginning has a compaction in a history
// of versions that copy from there on.
func TestContinuesNamesTheSessionWithTheBeginning(t *testing.T) {
	h := history.New(25, testlib.Begin)
	o := testlib.Day()
	o.Version = "1.0.60"
	a := h.Session(o)
	a.Turn("the beginning", "yes")
	a.Compact(history.Compaction{Summary: "What was said."})
	a.Turn("after it", "yes")
	b := a.Resume("1.0.60")
	b.Turn("in the copy", "yes")
	c := b.Resume("1.0.60")
	c.Turn("in the copy's copy", "yes")
	l := testlib.Scanned(t, testlib.Write(t, h))
	for s, want := range map[*history.Session]string{a: "", b: a.ID, c: a.ID} {
		th, err := l.Threads.Thread(t.Context(), s.ID, "")
		if err != nil || th.Continues != want {
			t.Errorf("%s continues %q, want %q, %v", s.ID, th.Continues, want, err)
		}
	}
}

// TestContinuesAfterAClearedPlan has a second plan in the file that the first
// one made (F3): a copy of it starts at the last root. A session that merely
// begins with a plan, and its copy, have nothing before them.
func TestContinuesAfterAClearedPlan(t *testing.T) {
	for _, hook := range []bool{false, true} {
		h := history.New(26, testlib.Begin)
		o := testlib.Day()
		o.Version = "2.1.17"
		a := h.Session(o)
		a.Turn("plan it", "this is the plan")
		plan := a.Fork(history.Copying{Form: history.F3, Plan: "# Plan", HookRoot: hook})
		plan.Reply("done")
		c := plan.Fork(history.Copying{Form: history.R1})
		c.Turn("and now", "yes")
		l := testlib.Scanned(t, testlib.Write(t, h))
		for s, want := range map[*history.Session]string{a: "", plan: "", c: plan.ID} {
			th, err := l.Threads.Thread(t.Context(), s.ID, "")
			if err != nil || th.Continues != want {
				t.Errorf("hook %v: %s continues %q, want %q, %v", hook, s.ID, th.Continues, want, err)
			}
		}
	}
}
