package query_test

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"dendro/backend/search/query"
)

// The window colors the search box by spans. The golden file holds the expected spans for the
// window's own tests.
const goldenFile = "testdata/spans.golden.json"

func TestSpansGolden(t *testing.T) {
	update := os.Getenv("UPDATE_GOLDEN") != ""
	type golden struct {
		Query string       `json:"query"`
		Spans []query.Span `json:"spans"`
		Error *query.Error `json:"error"`
	}
	var list []golden
	for _, src := range []string{
		`cache miss`,
		`"cache miss" -stale`,
		`-"two words" kept`,
		`/func \w+Cache/ in:tools,results`,
		`project:"my app" branch:main tool:Bash`,
		`after:7d before:2026-03-01 is:leaf -is:live x`,
		`登录 页面 😀 model:opus`,
		`x in:bogus`,
		`y /a(b/ z`,
		`file:`,
		`"not closed`,
		`-only -these`,
	} {
		q, err := query.Parse(src, now)
		list = append(list, golden{src, q.Spans, asError(err)})
	}
	var got bytes.Buffer
	e := json.NewEncoder(&got)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(list); err != nil {
		t.Fatal(err)
	}
	if update {
		if err := os.WriteFile(goldenFile, got.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(goldenFile)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Errorf("the spans have changed; set UPDATE_GOLDEN=1 to update the file:\n%s", got.Bytes())
	}
}
