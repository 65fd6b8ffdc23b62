package cli

import (
	"strings"
	"testing"
	"time"

	"dendro/backend/search"
)

func TestHeadedHits(t *testing.T) {
	const one, two = "11111111-0000-4000-8000-000000000001", "22222222-0000-4000-8000-000000000002"
	hits := []search.Hit{
		{Session: one, Kind: "prompt", Time: "2026-11-03T09:00:00Z", Snippet: "a needle\tin \x1b[2Jhay", Ranges: [][2]int{{2, 8}}, Project: "/home/ada/a", AlsoIn: []string{"x", "y"}},
		{Session: two, Kind: "title", Snippet: "needle", Ranges: [][2]int{{0, 6}}, Project: "/home/ada/b"},
		{Session: one, Kind: "tool", Tool: "Bash", Agent: "a77", Time: "2026-11-02T09:00:00Z", Snippet: "遷移 needle", Ranges: [][2]int{{0, 2}, {1, 3}, {3, 99}}, Project: "/home/ada/a"},
	}
	titles := map[string]string{one: "The haystack\n" + strings.Repeat("x", 80)}
	titleOf := func(id string) string { return titles[id] }
	now := time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)
	want := "11111111  /home/ada/a  The haystack " + strings.Repeat("x", 46) + "…\n" +
		"  3 Nov 2026 · prompt: a needle in hay  (also in 2 sessions)\n" +
		"  2 Nov 2026 · tool Bash in agent a77: 遷移 needle\n" +
		"\n22222222  /home/ada/b\n" +
		"  title: needle\n"
	if got := headedHits(bare(hits), palette{}, now, titleOf); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	p := palette{"<s>", "<t>", "<m>", "<>"}
	if got := headedHits(bare(hits[:1]), p, now, titleOf); !strings.Contains(got, "<s>11111111<>  ") || !strings.Contains(got, "<t>3 Nov 2026<>") || !strings.Contains(got, "a <m>needle<> in") {
		t.Errorf("in colour:\n%s", got)
	}
	if got, want := plainHits(bare(hits[2:]), p), "<s>"+one+"<>::tool: <m>遷移<> needle\n"; got != want {
		t.Errorf("plain: %q, want %q", got, want)
	}
}

// bare returns hits without lines around them.
func bare(hits []search.Hit) (list []hitAround) {
	for i := range hits {
		list = append(list, hitAround{Hit: &hits[i]})
	}
	return list
}

func TestLinesAround(t *testing.T) {
	hit := &search.Hit{Snippet: "…the needle is", Ranges: [][2]int{{5, 11}}}
	text := "one\ntwo\nthe needle is here\nfour\nfive\nsix"
	for n, want := range map[int]string{
		1: "s- two\ns: the needle is here\ns- four\n",
		9: "s- one\ns- two\ns: the needle is here\ns- four\ns- five\ns- six\n",
	} {
		var b strings.Builder
		linesAround(text, hit, n).print(&b, "s")
		if b.String() != want {
			t.Errorf("%d lines: %q", n, b.String())
		}
	}
	if got := linesAround("something else", hit, 2); got != nil {
		t.Errorf("without a match: %+v", got)
	}
	var b strings.Builder
	linesAround("a\x1b[31m needle\nb", hit, 1).print(&b, "s")
	if want := "s: a needle\ns- b\n"; b.String() != want {
		t.Errorf("%q is not safe for a terminal", b.String())
	}
}
