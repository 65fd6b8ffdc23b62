package library

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"dendro/backend/search"
	"dendro/backend/search/turns"
	"dendro/backend/session"
	"dendro/backend/thread"
)

// likeBytes is about how much of a turn is read to find turns like it.
const likeBytes = 1 << 20

// Like returns a query for the turns that resemble the one of a record on the branch that
// ends at tip; "" if no other turn shares its rare words.
func (l *Library) Like(ctx context.Context, id, tip, record string) (string, error) {
	known := l.Searcher.catalog.Snapshot()
	if known.Text == nil {
		return "", session.ErrNotIndexed
	}
	at, err := l.Threads.Locate(ctx, id, tip, record, 0)
	if err != nil {
		return "", err
	}
	t, err := l.Threads.Whole(ctx, id, at.Tip)
	if err != nil {
		return "", err
	}
	items, row := t.Rows.Items(), at.Rows[0]
	if row >= len(items) { // the file was rewritten meanwhile
		return "", session.NoRecord(record, id)
	}
	from, to := row, row
	for from > 0 && items[from-1].Turn == items[row].Turn {
		from--
	}
	for to < len(items) && items[to].Turn == items[row].Turn {
		to++
	}
	rows, err := t.PageBy(ctx, from, to-from, thread.PageOptions{Bytes: likeBytes})
	if err != nil {
		return "", err
	}
	var opt search.Options
	l.Searcher.setOptions(known, &opt)
	return known.Text.Like(textsOf(rows), opt), nil
}

// textsOf returns what a turn is about: its prompt, the replies and the calls.
func textsOf(rows []thread.Row) (texts []search.RoleText) {
	add := func(role turns.Role, text string) {
		texts = append(texts, search.RoleText{Role: role, Text: text[:min(len(text), role.Limit())]})
	}
	for i := range rows {
		switch r := &rows[i]; r.Kind {
		case thread.RowPrompt.String(), thread.RowMessage.String(), thread.RowCommand.String():
			add(turns.Prompt, r.Text)
		case thread.RowReply.String():
			add(turns.Reply, r.Text)
		case thread.RowTool.String():
			add(turns.Call, stringsOf(r.Tool.Input))
		}
	}
	return texts
}

// stringsOf returns the strings of a JSON value, each on a line.
func stringsOf(raw json.RawMessage) string {
	var value any
	if json.Unmarshal(raw, &value) != nil {
		return ""
	}
	var text strings.Builder
	var visit func(any)
	visit = func(v any) {
		switch v := v.(type) {
		case string:
			text.WriteString(v + "\n")
		case []any:
			for _, e := range v {
				visit(e)
			}
		case map[string]any:
			for _, key := range slices.Sorted(maps.Keys(v)) {
				visit(v[key])
			}
		}
	}
	visit(value)
	return text.String()
}
