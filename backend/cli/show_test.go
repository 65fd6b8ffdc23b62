package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"dendro/backend/thread"
)

// A document written page by page equals one encoded at once.
func TestShowInPages(t *testing.T) {
	rows := []thread.Row{
		{Kind: "prompt", UUID: "1", Text: "a <b> & \u2028 資料"},
		{Kind: "tool", UUID: "2", Tool: &thread.Tool{ID: "t", Name: "Bash", Input: json.RawMessage(`{ "command": "a < b" }`)}},
		{Kind: "reply", UUID: "3", Text: "]}"},
	}
	for _, pages := range [][][]thread.Row{{}, {rows[:1]}, {rows}, {rows[:1], rows[1:]}, {rows[:2], rows[2:]}} {
		all := []thread.Row{}
		for _, page := range pages {
			all = append(all, page...)
		}
		var whole, paged bytes.Buffer
		doc := showDocument{1, "session", "tip", "ancestor", true, []string{"1", "3"}, all}
		if err := (&options{env: &Env{Stdout: &whole}}).printJSON(doc); err != nil {
			t.Fatal(err)
		}
		doc.Rows = []thread.Row{}
		err := (&options{env: &Env{Stdout: &paged}}).showJSON(t.Context(), doc,
			func(_ context.Context, yield func([]thread.Row) error) error {
				for _, page := range pages {
					if err := yield(page); err != nil {
						return err
					}
				}
				return nil
			})
		if err != nil || paged.String() != whole.String() {
			t.Errorf("%d pages, %v:\n%s\nwant\n%s", len(pages), err, paged.String(), whole.String())
		}
	}
}

func TestShowOfAnUnreadableSessionPrintsNothing(t *testing.T) {
	var out bytes.Buffer
	gone := errors.New("gone")
	err := (&options{env: &Env{Stdout: &out}}).showJSON(t.Context(), showDocument{Rows: []thread.Row{}},
		func(context.Context, func([]thread.Row) error) error { return gone })
	if !errors.Is(err, gone) || out.Len() > 0 {
		t.Errorf("%v, printed %q", err, out.String())
	}
}

// The printed output does not depend on where it is flushed.
func TestPrinterInPages(t *testing.T) {
	var rows []thread.Row
	for _, kind := range []string{"reply", "prompt", "tool", "thinking", "prompt", "reply", "compaction", "command"} {
		row := thread.Row{Kind: kind, Text: strings.Repeat(kind+"\n", 300)}
		if kind == "tool" {
			row.Tool = &thread.Tool{Name: "Agent", Status: thread.StatusOK}
			row.Sidechain = &thread.Sidechain{Rows: []thread.Row{{Kind: "prompt", Text: "task"}, {Kind: "reply", Text: "done"}}}
		}
		rows = append(rows, row)
	}
	printed := func(pages ...[]thread.Row) string {
		var out bytes.Buffer
		p := printer{out: bufio.NewWriter(&out)}
		for _, page := range pages {
			p.rows(page, "")
			if err := p.out.Flush(); err != nil {
				t.Fatal(err)
			}
		}
		return out.String()
	}
	whole, paged := printed(rows), printed(slices.Collect(slices.Chunk(rows, 1))...)
	if whole == "" || paged != whole {
		t.Errorf("printed\n%s\nwant\n%s", paged, whole)
	}
}
