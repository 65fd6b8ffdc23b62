package library_test

import (
	"fmt"
	"strings"
	"testing"

	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
	"dendro/backend/internal/tests"
	"dendro/backend/library"
	"dendro/backend/search"
	"dendro/backend/search/query"
)

// remembered is a history whose turns are asked for.
func remembered(t *testing.T) (root string) {
	t.Helper()
	h := history.New(34, testlib.Begin)
	s := h.Session(testlib.Day())
	s.Turn("Add a rate limiter", "A token bucket does it, greenish.")
	s.Call(history.Bash("go test ./internal/bucket", "Test", "ok", 0, 0))
	s.Agent(history.AgentSpec{Type: "Explore", Description: "Look", Prompt: "Look."}, func(a *history.Agent) {
		a.Call(history.Grep("TakeToken(", "/home/ada/my-app", "content", "a.go:1: TakeToken() purplish"))
		a.Reply("Two callers.")
	})
	s.Reply("Done, reddish.")
	s.EndTurn()
	s.Turn("Write the README about loadSettings", "Yellowish words about cerulean_theme.css.")
	s.Rewind(s.Prompts()[len(s.Prompts())-1])
	s.Turn("Write it down, shorter", "Whitish.")
	s.Turn("修正登录页面的错误", "已经修好了。")
	s.Turn("Et en français ?", "Déjà vu, noirâtre, naïve café.")
	long := strings.Repeat("nothing to see here\n", 30_000) + "deepest: panicking at segmentWalker, offset 4711\n" + strings.Repeat("more of nothing\n", 30_000)
	s.Prompt("Run it all")
	s.Call(history.Bash("make all", "Build", long, 0, 0))
	s.Reply("It panics.")
	s.EndTurn()
	s.Prompt("Tidy up")
	s.Agent(history.AgentSpec{Type: "Explore", Description: "Sweep", Prompt: "Sweep."}, func(a *history.Agent) {
		a.Call(history.Bash("rm crumbs", "Sweep", "rm: crumbs: no such file", 1, 0))
		a.Reply("Swept.")
	})
	s.Reply("All is tidy.")
	s.EndTurn()
	s.Prompt("Rename the gadget")
	s.Reply("It is called widget from now on.")
	s.Reply("Now the footer.")
	s.Call(history.Bash("touch footer", "Footer", "ok", 0, 0))
	s.EndTurn()
	s.Prompt("Publish the thingummy")
	s.Reply("Let me look at the release notes.")
	s.Call(history.Bash("cat NOTES", "Notes", "none", 0, 0))
	s.EndTurn()
	fork := s.Fork(history.Copying{Form: history.F5})
	fork.Turn("And in Norwegian", "Blålig.")
	return testlib.Write(t, h)
}

// TestClosingsOfTurns: a found turn comes with its last reply, on its own branch, in its own
// file or in a copy.
func TestClosingsOfTurns(t *testing.T) {
	l := testlib.Scanned(t, remembered(t))
	for src, want := range map[string]string{
		"rate limiter purplish": "Done, reddish.",
		"loadSettings":          "Yellowish words about cerulean_theme.css.",
		"shorter":               "Whitish.",
		"segmentWalker":         "It panics.", // behind a megabyte
		"norwegian":             "Blålig.",
		"tidy":                  "All is tidy.",
		"gadget":                "It is called widget from now on.",  // what only announces a call is the last choice
		"thingummy":             "Let me look at the release notes.", // … that a turn may need
	} {
		q, err := query.Parse(src, testlib.Begin)
		if err != nil {
			t.Fatal(err)
		}
		r, err := l.Searcher.Rank(t.Context(), src, q, search.Options{Closings: true})
		if err != nil || len(r.Turns) == 0 {
			t.Fatalf("%s: %v, %v", src, r, err)
		}
		if got := r.Turns[0].Closing; got.UUID == "" || got.Text != strings.TrimSuffix(want, ".") && got.Text != want {
			t.Errorf("%s: %+v, want %q", src, got, want)
		}
	}
}

// BenchmarkClosings compares ranked searches with and without the ends of the turns.
func BenchmarkClosings(b *testing.B) {
	l := testlib.Open(tests.Real(b, "oh-my-posh"))
	if err := l.Catalog.Scan(b.Context(), false); err != nil {
		b.Fatal(err)
	}
	src := "the theme segment config"
	q, err := query.Parse(src, testlib.Begin)
	if err != nil {
		b.Fatal(err)
	}
	for _, closings := range []bool{false, true} {
		b.Run(fmt.Sprint(closings), func(b *testing.B) {
			for b.Loop() {
				if _, err := l.Searcher.Rank(b.Context(), src, q, search.Options{Closings: closings}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestRanked asks for turns as people remember them: each is the first answer, and opens on
// a branch that shows it.
func TestRanked(t *testing.T) {
	l := testlib.Scanned(t, remembered(t))
	for query, want := range map[string]string{
		"the one with the rate limits":         "Add a rate limiter",
		"buckets of tokens":                    "Add a rate limiter",
		"purplish take token":                  "Add a rate limiter", // in a subagent
		"when did we write about settings":     "Write the README about loadSettings",
		"load_settings yellowish":              "Write the README about loadSettings", // left by a rewind
		"cerulean theme css":                   "Write the README about loadSettings",
		"shorter, whitish":                     "Write it down, shorter",
		"登录页面":                                 "修正登录页面的错误",
		"登录 错误":                                "修正登录页面的错误",
		"deja vu noiratre":                     "Et en français ?",
		"NAÏVE CAFÉ":                           "Et en français ?",
		"segmentWalker panicking":              "Run it all", // a megabyte deep
		"yelowish":                             "Write the README about loadSettings",
		"norwegian blalig":                     "And in Norwegian",
		`"token bucket" does`:                  "Add a rate limiter",
		"write -v shorter":                     "Write it down, shorter", // an option, not an exclusion
		"shorter -whitish":                     "",
		"in:prompts whitish":                   "",
		`"rate limiter" /bu\w+ket/`:            "",
		"tool:Bash make":                       "Run it all",
		"project:elsewhere limiter":            "",
		"qzqzqz":                               "",
		"bucket is:failed":                     "",
		"tidy is:failed":                       "Tidy up", // the call failed in a subagent
		"is:failed":                            "Tidy up",
		"tidy -is:failed":                      "",
		"tidy is:agent":                        "Tidy up",
		"whitish is:agent":                     "",
		"bucket -is:agent":                     "",
		"before:2020-01-01 limiter whitish 登录": "",
	} {
		found := testlib.Ranked(t, l, query)
		if want == "" {
			if len(found.Turns) > 0 {
				t.Errorf("%s finds %q", query, found.Turns[0].Prompt)
			}
			continue
		}
		if len(found.Turns) == 0 || found.Turns[0].Prompt != want {
			t.Errorf("%s does not find %q first but %+v", query, want, found.Turns)
			continue
		}
		opens(t, l, &found.Turns[0])
	}
	if found := testlib.Ranked(t, l, "yelowish words"); found.Instead == nil || *found.Instead != "yellowish words" {
		t.Errorf("it is mended to %v", found.Instead)
	}
	if found := testlib.Ranked(t, l, "yellowish words"); found.Instead != nil {
		t.Errorf("%q is mended", *found.Instead)
	}
}

// TestTurnsOfADay answers a time range without words with its turns, the newest first.
func TestTurnsOfADay(t *testing.T) {
	l := testlib.Scanned(t, remembered(t))
	all := testlib.Ranked(t, l, "after:2000-01-01")
	if len(all.Turns) != all.Total || all.Total < 8 {
		t.Fatalf("%d of %d turns", len(all.Turns), all.Total)
	}
	if first, last := all.Turns[0].Prompt, all.Turns[all.Total-1].Prompt; first != "And in Norwegian" || last != "Add a rate limiter" {
		t.Errorf("the first is %q, the last %q", first, last)
	}
	for i := 1; i < len(all.Turns); i++ {
		if all.Turns[i].Time > all.Turns[i-1].Time {
			t.Errorf("%q before %q", all.Turns[i-1].Prompt, all.Turns[i].Prompt)
		}
	}
	if none := testlib.Ranked(t, l, "before:2000-01-01"); len(none.Turns) > 0 {
		t.Errorf("turns before all: %v", none.Turns)
	}
}

// opens checks that a turn and its best record are on a branch.
func opens(t *testing.T, l *library.Library, turn *search.RankedTurn) {
	t.Helper()
	for _, uuid := range []string{turn.UUID, turn.Best.UUID} {
		if _, err := l.Threads.Locate(t.Context(), turn.Session, "", uuid, 0); err != nil {
			t.Errorf("%q, found in %s: %v", turn.Prompt, turn.Best.Kind, err)
		}
	}
}

// TestSharedTurnsAreOneAnswer: what a fork copied is found once, and names the other
// session.
func TestSharedTurnsAreOneAnswer(t *testing.T) {
	l := testlib.Scanned(t, remembered(t))
	found := testlib.Ranked(t, l, "rate limiter")
	n := 0
	for _, turn := range found.Turns {
		if turn.Prompt == "Add a rate limiter" {
			if n++; len(turn.AlsoIn) != 1 {
				t.Errorf("it is also in %q", turn.AlsoIn)
			}
		}
	}
	if n != 1 {
		t.Errorf("it is found %d times", n)
	}
}

// TestRankedTurnsOpen: every turn found in random histories is on a branch of the
// session that the answer names, and is found by its id as well.
func TestRankedTurnsOpen(t *testing.T) {
	for seed := range uint64(tests.Cases(6)) {
		h, _ := history.Random(testlib.NewDraw(seed), 20)
		l := testlib.Scanned(t, testlib.Write(t, h))
		seen := map[string]bool{}
		for _, query := range []string{"test", "error file", "fix the limit", "the"} {
			for _, turn := range testlib.Ranked(t, l, query).Turns {
				key := turn.Session + turn.UUID + query
				if seen[key] {
					t.Errorf("seed %d, %s: %q is found twice", seed, query, turn.Prompt)
				}
				seen[key] = true
				opens(t, l, &turn)
			}
		}
		for _, turn := range testlib.Ranked(t, l, "test").Turns {
			if byID := testlib.Ranked(t, l, turn.Best.UUID); len(byID.Turns) == 0 || byID.Turns[0].UUID != turn.UUID {
				t.Errorf("seed %d: the record %s is not found by its id", seed, turn.Best.UUID)
			}
		}
	}
}

// TestManyTurns: of ten thousand turns in one session the right one is first.
func TestManyTurns(t *testing.T) {
	tests.Long(t)
	var b strings.Builder
	parent := "null"
	for n := range 10_000 {
		id := fmt.Sprintf(`"00000000-0000-4000-8000-%012d"`, n)
		fmt.Fprintf(&b, `{"type":"user","uuid":%s,"parentUuid":%s,"sessionId":"5e551071-0000-4000-8000-000000000001","timestamp":"2026-11-03T09:00:00.000Z","cwd":"/p","message":{"role":"user","content":"question %d about harbour%d"}}`+"\n",
			id, parent, n, n)
		parent = id
	}
	root := t.TempDir()
	testlib.Put(t, root, "projects/-p/5e551071-0000-4000-8000-000000000001.jsonl", []byte(b.String()))
	l := testlib.Scanned(t, root)
	found := testlib.Ranked(t, l, "question harbour7321")
	if found.Total != 10_000 || found.Turns[0].Prompt != "question 7321 about harbour7321" {
		t.Errorf("of %d turns, %q is first", found.Total, found.Turns[0].Prompt)
	}
}
