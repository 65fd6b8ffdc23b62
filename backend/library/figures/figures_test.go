package figures

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dendro/backend/transcript"
)

// summarized reads a transcript.
func summarized(t *testing.T, text string) *transcript.Summary {
	t.Helper()
	z := transcript.NewSummarizer()
	lines := z.Lines(strings.NewReader(text), nil)
	var d transcript.Decoder
	for lines.Next() {
		z.Line(&d, lines.Line(), nil)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return z.Summary()
}

const (
	asked   = `{"type":"user","uuid":"00000001-0000-4000-8000-000000000000","timestamp":"2026-03-01T23:50:00Z","gitBranch":"main","message":{"role":"user","content":"Go"}}` + "\n"
	begun   = `{"type":"assistant","uuid":"00000002-0000-4000-8000-000000000000","parentUuid":"00000001-0000-4000-8000-000000000000","timestamp":"2026-03-01T23:55:00Z","gitBranch":"main","message":{"id":"msg_1","model":"claude-opus-4-5-20251101","content":[{"type":"text","text":"x"}],"usage":{"input_tokens":10,"output_tokens":1,"cache_read_input_tokens":1000000,"cache_creation_input_tokens":30,"cache_creation":{"ephemeral_5m_input_tokens":10,"ephemeral_1h_input_tokens":20}}}}` + "\n"
	called  = `{"type":"assistant","uuid":"00000003-0000-4000-8000-000000000000","parentUuid":"00000002-0000-4000-8000-000000000000","timestamp":"2026-03-01T23:56:00Z","gitBranch":"main","message":{"id":"msg_1","model":"claude-opus-4-5-20251101","content":[{"type":"tool_use","id":"toolu_1","name":"Bash","input":{}}],"usage":{"input_tokens":10,"output_tokens":100000,"cache_read_input_tokens":1000000,"cache_creation_input_tokens":30,"cache_creation":{"ephemeral_5m_input_tokens":10,"ephemeral_1h_input_tokens":20}}}}` + "\n"
	failure = `{"type":"user","uuid":"00000004-0000-4000-8000-000000000000","parentUuid":"00000003-0000-4000-8000-000000000000","timestamp":"2026-03-02T00:20:00Z","gitBranch":"main","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","is_error":true,"content":"no"}]}}` + "\n"
	after   = `{"type":"assistant","uuid":"00000005-0000-4000-8000-000000000000","parentUuid":"00000004-0000-4000-8000-000000000000","timestamp":"2026-03-02T00:21:00Z","gitBranch":"topic","message":{"id":"msg_2","model":"claude-next-9","content":[{"type":"text","text":"x"}],"usage":{"input_tokens":7,"output_tokens":3}}}` + "\n"
)

// files are a session, a copy of its beginning that goes on, and an agent.
func files(t *testing.T) []File {
	t.Helper()
	turns := func(n int) []int32 { return make([]int32, n) } // all of them of the first record's
	one := summarized(t, asked+begun+called+failure+after)
	copied := summarized(t, asked+begun)
	other := summarized(t, strings.ReplaceAll(strings.ReplaceAll(after, "msg_2", "msg_3"), "00000005", "00000006"))
	return []File{
		{Summary: one, Session: "one", Project: "/p", Shared: true, Turns: turns(len(one.Nodes))},
		{Summary: copied, Session: "fork", Project: "/p", Shared: true, Turns: turns(len(copied.Nodes))},
		{Summary: other, Session: "one", Project: "/p", Agent: true},
	}
}

// TestSum: a response counts once, with its largest usage, at its first time; so do turns,
// calls and pauses of the records that a copy repeats.
func TestSum(t *testing.T) {
	r := Sum(files(t), &Question{By: Day, Split: Model, Zone: time.UTC, Prices: Published()})
	const first, second = 10*5/1e6 + 100_000*25/1e6 + 0.5 + 10*6.25/1e6 + 20*10/1e6, 0
	spent := transcript.Usage{In: 10, Out: 100_000, CacheRead: 1_000_000, CacheWrite: 30, CacheWrite1h: 20}
	want := []Row{
		{"2026-03-01", Sums{
			Tokens: spent, Cost: first, Messages: 1, Turns: 1, Sessions: 1, Calls: 1, Failed: 1, ActiveMS: 6 * 60_000,
		}, []Part{{"claude-opus-4-5-20251101", spent, first}}},
		{"2026-03-02", Sums{
			Tokens: transcript.Usage{In: 14, Out: 6}, AgentTokens: transcript.Usage{In: 7, Out: 3}, Cost: second, Unpriced: 20,
			Messages: 2, Sessions: 1, ActiveMS: 60_000,
		}, []Part{{"claude-next-9", transcript.Usage{In: 14, Out: 6}, 0}}},
	}
	if diff := cmp.Diff(want, r.Rows); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if r.Total.Messages != 3 || r.Total.Sessions != 1 || r.Total.ActiveMS != 7*60_000 {
		t.Errorf("total: %+v", r.Total)
	}
	if diff := cmp.Diff([]string{"claude-next-9"}, r.Unpriced); diff != "" {
		t.Errorf("unpriced: %s", diff)
	}
}

// TestPeriods: a period holds the records of its time, in the zone's days.
func TestPeriods(t *testing.T) {
	zone := time.FixedZone("", 3600)
	for _, tt := range []struct {
		by           By
		since, until string
		want         []string
		messages     int
	}{
		{Day, "", "", []string{"2026-03-02"}, 3}, // 23:55 is another day there
		{Week, "", "", []string{"2026-03-02"}, 3},
		{Month, "", "", []string{"2026-03"}, 3},
		{Model, "2026-03-02T00:00:00Z", "", []string{"claude-next-9"}, 2},
		{Model, "", "2026-03-02T00:00:00Z", []string{"claude-opus-4-5-20251101"}, 1},
		{Branch, "", "", []string{"main", "topic"}, 3},
		{Tool, "", "", []string{"Bash"}, 3},
		{Project, "2026-03-03T00:00:00Z", "", []string{}, 0},
	} {
		q := &Question{By: tt.by, Zone: zone}
		if tt.since != "" {
			q.Since, _ = time.Parse(time.RFC3339, tt.since)
		}
		if tt.until != "" {
			q.Until, _ = time.Parse(time.RFC3339, tt.until)
		}
		r := Sum(files(t), q)
		got := []string{}
		for i := range r.Rows {
			got = append(got, r.Rows[i].Key)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" || r.Total.Messages != tt.messages {
			t.Errorf("by %s since %s until %s: %d messages; %s", tt.by, tt.since, tt.until, r.Total.Messages, diff)
		}
	}
}

// TestPrices: names of versions and services lead to a model's prices, names of other models
// to none, and the last row that fits counts.
func TestPrices(t *testing.T) {
	p := Published()
	for name, input := range map[string]float64{
		"claude-opus-4-20250514": 15, "claude-opus-4-5-20251101": 5, "claude-opus-4-0": 15, "claude-opus-5": 5, "claude-opus-5-5": 4,
		"us.anthropic.claude-sonnet-4-5-20250929-v1:0": 3, "claude-haiku-4-5@20251001": 1, "claude-sonnet-4-6[1m]": 3,
		"claude-opus-4-99": 0, "opus": 0, "gpt-5": 0, "": 0,
	} {
		rows := p.of(name)
		if input == 0 != (rows == nil) || rows != nil && rows[0].Input != input {
			t.Errorf("%s: %v, want %v", name, rows, input)
		}
	}
	million := transcript.Usage{CacheRead: 1_000_000}
	day := func(s string) int64 { at, _ := time.Parse(time.DateOnly, s); return at.UnixMilli() }
	for _, tt := range []struct {
		model string
		usage transcript.Usage
		day   string
		want  float64
	}{
		{"claude-sonnet-5-5", million, "2026-10-06", 0.2},
		{"claude-sonnet-5-5", million, "2026-10-07", 0.1},
		{"claude-haiku-5-5", million, "2026-10-07", 0.05}, // a long prompt
		{"claude-haiku-5-5", transcript.Usage{In: 100_000}, "2026-10-07", 0.01},
	} {
		if got := cost(p.of(tt.model), tt.usage, day(tt.day)); got < tt.want-1e-9 || got > tt.want+1e-9 {
			t.Errorf("%s on %s: %v, want %v", tt.model, tt.day, got, tt.want)
		}
	}
	own, err := ParsePrices([]byte(`{"source":"me","date":"2026-11-01","prices":[{"model":"claude-next-9","input":2}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if all := p.Override(own); all.of("claude-next-9") == nil || all.of("claude-opus-5") == nil {
		t.Error("a file of prices has to add to the published ones")
	}
	for _, bad := range []string{`{"prices":[{"model":""}]}`, `{"prices":[{"model":"x","input":-1}]}`, `{"prices":[{"model":"x","from":"soon"}]}`, `[]`} {
		if _, err := ParsePrices([]byte(bad)); err == nil {
			t.Errorf("%s is accepted", bad)
		}
	}
}
