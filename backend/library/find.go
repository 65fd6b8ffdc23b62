package library

import (
	"context"
	"regexp"
	"strings"

	"dendro/backend/thread"
)

// Findings are the rows of a branch in which a text was found, in order.
type Findings struct {
	Query string         `json:"query"`
	Rows  []thread.Found `json:"rows"`
	// Matches is how often it stands in them.
	Matches int `json:"matches"`
	// Complete is false where there are more rows than are listed.
	Complete bool `json:"complete"`
}

// What is read at once while looking: so many rows, or about so many bytes.
const (
	findPage  = 256
	findBytes = 4 << 20
)

// Find looks for a text in everything that a branch shows, its closed cards and
// its agents among it: any letter case, white space as white space, at most
// most rows. It reads the file as it goes; the context ends it.
func (l *Library) Find(ctx context.Context, id, tip, text string, most int) (Findings, error) {
	out := Findings{Query: text, Rows: []thread.Found{}, Complete: true}
	words := strings.Fields(text)
	if len(words) == 0 {
		return out, nil
	}
	for i := range words {
		words[i] = regexp.QuoteMeta(words[i])
	}
	pattern, err := regexp.Compile("(?i)" + strings.Join(words, `\s+`))
	if err != nil {
		return out, err
	}
	t, err := l.Thread(ctx, id, tip)
	if err != nil {
		return out, err
	}
	for from := 0; from < t.Rows.Len(); {
		rows, err := t.page(ctx, from, findPage, thread.PageOptions{Nested: true, Bytes: findBytes})
		if err != nil {
			return out, err
		}
		if len(rows) == 0 {
			break
		}
		out.Rows = thread.Find(out.Rows, rows, from, pattern)
		from += len(rows)
		if len(out.Rows) >= most {
			out.Complete = from >= t.Rows.Len() && len(out.Rows) == most
			out.Rows = out.Rows[:most]
			break
		}
	}
	for _, row := range out.Rows {
		out.Matches += row.Count
	}
	return out, ctx.Err()
}
