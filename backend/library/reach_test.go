package library_test

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"dendro/backend/internal/testlib"
	"dendro/backend/internal/tests"
	"dendro/backend/library"
	"dendro/backend/search"
	"dendro/backend/thread"
)

// reach checks of every hit of a query that the branch to which the session is opened for
// it has a row of the hit's record.
type reach struct {
	l     *library.Library
	shown map[[2]string]map[string]bool // by session and tip: the records with a row
}

func newReach(l *library.Library) *reach {
	return &reach{l: l, shown: map[[2]string]map[string]bool{}}
}

// unreached returns the hits of a query that no branch shows, and how many hits there are.
func (r *reach) unreached(t *testing.T, query string) (bad []search.Hit, total int) {
	t.Helper()
	for _, hit := range testlib.Hits(t, r.l, query).Hits {
		if hit.Kind == "title" {
			continue
		}
		total++
		place, err := r.l.Threads.Locate(t.Context(), hit.Session, "", hit.UUID, hit.Block)
		if err != nil || len(place.Rows) == 0 || !r.on(t, hit.Session, place.Tip)[hit.UUID] {
			bad = append(bad, hit)
		}
	}
	return bad, total
}

func (r *reach) on(t *testing.T, session, tip string) map[string]bool {
	t.Helper()
	key := [2]string{session, tip}
	if r.shown[key] != nil {
		return r.shown[key]
	}
	branch, err := r.l.Threads.Thread(t.Context(), session, tip)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := branch.All(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]bool{}
	note(shown, rows)
	r.shown[key] = shown
	return shown
}

func note(shown map[string]bool, rows []thread.Row) {
	for i := range rows {
		row := &rows[i]
		shown[row.UUID], shown[row.SummaryUUID] = true, true
		if row.Tool != nil {
			shown[row.Tool.ResultUUID] = true
		}
		if row.Sidechain != nil {
			note(shown, row.Sidechain.Rows)
		}
	}
}

// TestEveryHitOfRealSetsIsShown asks for every record that says anything.
func TestEveryHitOfRealSetsIsShown(t *testing.T) {
	for set, root := range tests.RealRoots(t) {
		t.Run(set, func(t *testing.T) {
			t.Parallel()
			r := newReach(testlib.Scanned(t, root))
			var bad []search.Hit
			total := 0
			for _, query := range []string{"in:prompts,replies", "in:thinking", "in:tools", "in:results"} {
				more, n := r.unreached(t, query)
				bad, total = append(bad, more...), total+n
			}
			slices.SortFunc(bad, func(a, b search.Hit) int {
				return cmp.Or(strings.Compare(a.Kind, b.Kind), strings.Compare(a.UUID, b.UUID))
			})
			for _, hit := range bad[:min(len(bad), 8)] {
				t.Errorf("no row shows %s %s of %s (agent %q): %.80s", hit.Kind, hit.UUID, hit.Session, hit.Agent, hit.Snippet)
			}
			t.Logf("%d of %d hits", len(bad), total)
		})
	}
}

// reachSession holds records that may occur twice, or outside the branch: growing snapshots
// of a response, a repeated call, a second result, a result without its call, a rewound
// branch, a compaction and records without content.
const reachSession = "99aa0f5e-0005-4c6a-9d3e-5f0a1b2c3d4e"

const reachLines = `{"type":"user","uuid":"e0000001-0000-4000-8000-000000000000","parentUuid":null,"sessionId":"S","cwd":"/w","timestamp":"2026-11-02T10:00:00.000Z","message":{"role":"user","content":"ask the walrus"}}
{"type":"assistant","uuid":"e0000002-0000-4000-8000-000000000000","parentUuid":"e0000001-0000-4000-8000-000000000000","sessionId":"S","timestamp":"2026-11-02T10:00:01.000Z","message":{"id":"msg_1","role":"assistant","content":[{"type":"text","text":"The walrus"}]}}
{"type":"assistant","uuid":"e0000003-0000-4000-8000-000000000000","parentUuid":"e0000002-0000-4000-8000-000000000000","sessionId":"S","timestamp":"2026-11-02T10:00:02.000Z","message":{"id":"msg_1","role":"assistant","content":[{"type":"text","text":"The walrus sleeps"}]}}
{"type":"assistant","uuid":"e0000004-0000-4000-8000-000000000000","parentUuid":"e0000003-0000-4000-8000-000000000000","sessionId":"S","timestamp":"2026-11-02T10:00:03.000Z","message":{"id":"msg_2","role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"Bash","input":{"command":"echo walrus"}}]}}
{"type":"assistant","uuid":"e0000005-0000-4000-8000-000000000000","parentUuid":"e0000004-0000-4000-8000-000000000000","sessionId":"S","timestamp":"2026-11-02T10:00:04.000Z","message":{"id":"msg_2","role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"Bash","input":{"command":"echo walrus"}}]}}
{"type":"user","uuid":"e0000006-0000-4000-8000-000000000000","parentUuid":"e0000005-0000-4000-8000-000000000000","sessionId":"S","timestamp":"2026-11-02T10:00:05.000Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"walrus one"}]}}
{"type":"user","uuid":"e0000007-0000-4000-8000-000000000000","parentUuid":"e0000006-0000-4000-8000-000000000000","sessionId":"S","timestamp":"2026-11-02T10:00:06.000Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"walrus two"}]}}
{"type":"user","uuid":"e0000008-0000-4000-8000-000000000000","parentUuid":"e0000007-0000-4000-8000-000000000000","sessionId":"S","timestamp":"2026-11-02T10:00:07.000Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_9","content":"walrus from nowhere"}]}}
{"type":"assistant","uuid":"e0000009-0000-4000-8000-000000000000","parentUuid":"e0000008-0000-4000-8000-000000000000","sessionId":"S","timestamp":"2026-11-02T10:00:08.000Z","message":{"id":"msg_3","role":"assistant","content":[{"type":"text","text":"  \n"}]}}
{"type":"user","uuid":"e000000a-0000-4000-8000-000000000000","parentUuid":"e0000009-0000-4000-8000-000000000000","sessionId":"S","timestamp":"2026-11-02T10:01:00.000Z","message":{"role":"user","content":"a walrus that is rewound"}}
{"type":"assistant","uuid":"e000000b-0000-4000-8000-000000000000","parentUuid":"e000000a-0000-4000-8000-000000000000","sessionId":"S","timestamp":"2026-11-02T10:01:01.000Z","message":{"id":"msg_4","role":"assistant","content":[{"type":"text","text":"rewound walrus"}]}}
{"type":"user","uuid":"e000000c-0000-4000-8000-000000000000","parentUuid":"e0000009-0000-4000-8000-000000000000","sessionId":"S","timestamp":"2026-11-02T10:02:00.000Z","message":{"role":"user","content":"another walrus"}}
{"type":"assistant","uuid":"e000000d-0000-4000-8000-000000000000","parentUuid":"e000000c-0000-4000-8000-000000000000","sessionId":"S","timestamp":"2026-11-02T10:02:01.000Z","message":{"id":"msg_5","role":"assistant","content":[{"type":"text","text":"walrus, again"}]}}
{"type":"system","subtype":"compact_boundary","uuid":"e000000e-0000-4000-8000-000000000000","parentUuid":null,"logicalParentUuid":"e000000d-0000-4000-8000-000000000000","sessionId":"S","timestamp":"2026-11-02T10:03:00.000Z","content":"Conversation compacted","compactMetadata":{"trigger":"manual","preTokens":9}}
{"type":"user","uuid":"e000000f-0000-4000-8000-000000000000","parentUuid":"e000000e-0000-4000-8000-000000000000","isCompactSummary":true,"sessionId":"S","timestamp":"2026-11-02T10:03:00.000Z","message":{"role":"user","content":"This session is being continued from a previous conversation. It was about a walrus."}}
{"type":"user","uuid":"e0000010-0000-4000-8000-000000000000","parentUuid":"e000000f-0000-4000-8000-000000000000","sessionId":"S","timestamp":"2026-11-02T10:04:00.000Z","message":{"role":"user","content":"on with the walrus"}}
{"type":"assistant","uuid":"e0000011-0000-4000-8000-000000000000","parentUuid":"e0000010-0000-4000-8000-000000000000","sessionId":"S","timestamp":"2026-11-02T10:04:01.000Z","message":{"id":"msg_6","role":"assistant","content":[{"type":"text","text":"walrus"}]}}
`

// TestEveryHitIsShownOnce checks which records a word finds: each that has a row of its
// own on some branch, and none that another one repeats.
func TestEveryHitIsShownOnce(t *testing.T) {
	root := t.TempDir()
	testlib.Put(t, root, "projects/-w/"+reachSession+".jsonl", []byte(strings.ReplaceAll(reachLines, `"S"`, `"`+reachSession+`"`)))
	l := testlib.Scanned(t, root)
	r := newReach(l)
	for _, query := range []string{"walrus", "in:prompts,replies,tools,results,thinking"} {
		if bad, total := r.unreached(t, query); len(bad) > 0 {
			t.Errorf("%s: no row shows %d of %d hits: %+v", query, len(bad), total, bad)
		}
	}
	got := found(t, l, "walrus -in:titles")
	slices.Sort(got)
	want := []string{
		"e0000001 prompt", "e0000003 reply", "e0000005 tool", "e0000006 result", "e0000007 result", "e0000008 result",
		"e000000a prompt", "e000000b reply", "e000000c prompt", "e000000d reply", "e000000f summary", "e0000010 prompt", "e0000011 reply",
	}
	if !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
}
