package titles_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"dendro/backend/search/titles"

	"github.com/google/go-cmp/cmp"
)

func entry(key string, texts ...string) titles.Entry {
	fields := []titles.Field{titles.FieldTitle, titles.FieldProject, titles.FieldPrompt, titles.FieldBranch, titles.FieldID}
	e := titles.Entry{Key: key, Texts: map[titles.Field][]string{}}
	for i, s := range texts {
		e.Texts[fields[i]] = append(e.Texts[fields[i]], s)
	}
	return e
}

func find(t testing.TB, prepared *titles.List, q string, limit int) ([]titles.Match, int) {
	t.Helper()
	m, total, _, err := prepared.Find(t.Context(), q, limit, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	return m, total
}

// marked returns the text of a match with its ranges in brackets.
func marked(m titles.Match) string {
	var b strings.Builder
	runes, last := []rune(m.Text), 0
	for _, r := range m.Ranges {
		b.WriteString(string(runes[last:r[0]]) + "[" + string(runes[r[0]:r[1]]) + "]")
		last = r[1]
	}
	return b.String() + string(runes[last:])
}

func TestTitles(t *testing.T) {
	prepared := titles.New([]titles.Entry{
		entry("new", "Add rate limits", "upload-api", "Limit uploads per user", "main", "0f1e2d3c-4b5a-4978-8796-a5b4c3d2e1f0"),
		entry("mid", "Fix the useEffort loop", "web", "", "fix/loop"),
		entry("old", "Die Größe prüfen", "limits"),
		entry("cjk", "登录页面的错误", "web"),
		entry("nfd", "cafe\u0301 opening hours", "shop"),
	})
	tests := []struct {
		q    string
		want []string // key, field and marked text, best first
	}{
		{"limit", []string{"new title Add rate [limit]s", "old project [limit]s"}},
		{"LIMIT ", []string{"new title Add rate [limit]s", "old project [limit]s"}},
		{"groesse", nil},
		{"größe", []string{"old title Die [Größe] prüfen"}},
		{"页面", []string{"cjk title 登录[页面]的错误"}},
		{"café", []string{"nfd title [café] opening hours"}},
		{"ueff", []string{"mid title Fix the [u]se[Eff]ort loop"}},
		{"loop", []string{"mid title Fix the useEffort [loop]"}},
		{"fix/l", []string{"mid branch [fix/l]oop"}},
		{"0f1e2d3c", []string{"new id [0f1e2d3c]-4b5a-4978-8796-a5b4c3d2e1f0"}},
		{"web", []string{"mid project [web]", "cjk project [web]"}},
		{"zq", nil},
	}
	for _, test := range tests {
		matches, total := find(t, prepared, test.q, 10)
		var got []string
		for _, m := range matches {
			got = append(got, fmt.Sprintf("%s %s %s", m.Key, m.Field, marked(m)))
		}
		if diff := cmp.Diff(test.want, got); diff != "" || total != len(test.want) {
			t.Errorf("%s: %d in all (-want +got):\n%s", test.q, total, diff)
		}
	}
}

func TestTitlesLimit(t *testing.T) {
	var entries []titles.Entry
	for i := range 500 {
		entries = append(entries, entry(fmt.Sprint(i), fmt.Sprintf("the needle %d", i)))
	}
	prepared := titles.New(entries)
	matches, total := find(t, prepared, "needle", 20)
	if total != 500 || len(matches) != 20 || matches[0].Key != "0" || matches[19].Key != "19" {
		t.Errorf("%d of %d, from %v", len(matches), total, matches)
	}
	if matches, total = find(t, prepared, "needle", 0); total != 500 || len(matches) != 0 {
		t.Errorf("without a limit %d of %d", len(matches), total)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, _, err := prepared.Find(ctx, "needle", 20, 0, nil); err == nil {
		t.Error("Find does not end with its context")
	}
}

// TestTitlesInTime checks that Find returns the newest matches when its time is up, and all
// matches without a time limit.
func TestTitlesInTime(t *testing.T) {
	prepared := manyTitles(20_000)
	all, total := find(t, prepared, "fixlogin", 50)
	for _, within := range []time.Duration{time.Nanosecond, time.Hour} {
		list, n, complete, err := prepared.Find(t.Context(), "fixlogin", 50, within, nil)
		if err != nil || complete != (within == time.Hour) {
			t.Fatalf("within %v: complete %v, %v", within, complete, err)
		}
		if n > total || complete && (n != total || !cmp.Equal(list, all)) || !complete && n == total {
			t.Errorf("within %v: %d of %d", within, n, total)
		}
	}
}

// TestTitlesAmong checks that entries are filtered before the limit applies: the only allowed
// entry comes after many better ones.
func TestTitlesAmong(t *testing.T) {
	entries := make([]titles.Entry, 300)
	for i := range entries {
		entries[i] = entry(fmt.Sprint(i), "needle "+strings.Repeat("x", i))
	}
	prepared := titles.New(entries)
	for _, q := range []string{"needle", "ndle"} {
		list, n, complete, err := prepared.Find(t.Context(), q, 20, 0, func(key string) bool { return key == "251" })
		if err != nil || !complete || n != 1 || len(list) != 1 || list[0].Key != "251" {
			t.Errorf("%s: %v, %d in all, %v", q, list, n, err)
		}
	}
}

// manyTitles creates n realistic titles of at most 80 characters.
func manyTitles(n int) *titles.List {
	words := strings.Fields("add fix the useEffect loop rate limit upload test flaky server login page error cache miss database query " +
		"refactor parser tree view search index worker thread release notes deploy docker build script token user session")
	rng := rand.New(rand.NewPCG(5, 6))
	entries := make([]titles.Entry, n)
	for i := range entries {
		var b []string
		for range 3 + rng.IntN(8) {
			b = append(b, words[rng.IntN(len(words))])
		}
		entries[i] = entry(fmt.Sprint(i), strings.Join(b, " "), "", "", "", fmt.Sprintf("%08x", rng.Uint32()))
	}
	return titles.New(entries)
}

func BenchmarkTitles(b *testing.B) {
	queries := []string{"u", "us", "use", "usee", "useef", "useeff", "e", "er", "fixlogin", "flaky test", "tsn", "zzz", "ddq", "refac parser"}
	for _, n := range []int{10_000, 100_000} {
		prepared := manyTitles(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			var worst, first time.Duration
			for b.Loop() {
				for _, q := range queries {
					start := time.Now()
					find(b, prepared, q, 50)
					worst = max(worst, time.Since(start))
					start = time.Now()
					if _, _, _, err := prepared.Find(b.Context(), q, 50, 12*time.Millisecond, nil); err != nil {
						b.Fatal(err)
					}
					first = max(first, time.Since(start))
				}
			}
			b.ReportMetric(float64(worst.Microseconds())/1000, "worst-ms")
			b.ReportMetric(float64(first.Microseconds())/1000, "worst-first-ms")
			b.ReportMetric(float64(b.Elapsed().Microseconds())/1000/float64(2*b.N*len(queries)), "mean-ms")
		})
	}
}

// TestTitlesAreRanked checks the order of the ways to match: a title that begins with the
// query, a word that does, a word for each of the query's words, the query anywhere.
// Scattered letters are not a match.
func TestTitlesAreRanked(t *testing.T) {
	list := []string{
		"Unlimited uploads", "A limit for the rate", "Rate limiter by tenant", "Limit the burst", "The rate of refunds",
		"Parse the XML limits", "Recover a torn line in time",
	}
	entries := make([]titles.Entry, len(list))
	for i, title := range list {
		entries[i] = titles.Entry{Key: title, Texts: map[titles.Field][]string{titles.FieldTitle: {title}}}
	}
	prepared := titles.New(entries)
	for q, want := range map[string][]string{
		"limit":       {"Limit the burst", "A limit for the rate", "Rate limiter by tenant", "Parse the XML limits", "Unlimited uploads"},
		"rate limit":  {"Rate limiter by tenant", "A limit for the rate"},
		"rate lim":    {"Rate limiter by tenant", "A limit for the rate"},
		"xml":         {"Parse the XML limits"},
		"limter":      {"Rate limiter by tenant"},
		"rlbt":        {"Rate limiter by tenant"},
		"torn line":   {"Recover a torn line in time"},
		"line torn":   {"Recover a torn line in time"},
		"rtm":         {},
		"rate unlimi": {},
	} {
		matches, total, _, err := prepared.Find(t.Context(), q, 10, 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		got := []string{}
		for _, m := range matches {
			got = append(got, m.Key)
		}
		if diff := cmp.Diff(want, got); diff != "" || total != len(want) {
			t.Errorf("%q: %d (-want +got)\n%s", q, total, diff)
		}
	}
	matches, _, _, err := prepared.Find(t.Context(), "line torn", 10, 0, nil)
	if err != nil || len(matches) != 1 || !slices.Equal(matches[0].Ranges, [][2]int{{10, 14}, {15, 19}}) {
		t.Errorf("%+v, %v", matches, err)
	}
}
