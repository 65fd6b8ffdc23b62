package session

import (
	"context"

	"dendro/backend/search/fold"
	"dendro/backend/thread"
)

// Findings are the rows of a branch with matches, in order.
type Findings struct {
	Query string         `json:"query"`
	Rows  []thread.Match `json:"rows"`
	// Matches is the number of matches in them.
	Matches int `json:"matches"`
	// Complete is false if there are more rows than listed.
	Complete bool `json:"complete"`
}

// findBytes is about how much is read while a session is held open.
const findBytes = 64 << 20

// spilledBytes is the most that one Find reads of outputs in files of their
// own: a session may have gigabytes of them.
const spilledBytes = 256 << 20

// Find looks for a text in everything that the thread shows, its closed cards and
// its agents among it: any letter case, as the search folds it, white space as
// white space, at most most rows. It reads the file as it goes, and decodes
// only the lines that may hold the text; the context ends it. Of outputs
// that were spilled into files of their own so much is looked into as can be
// read in a second or two; of the others, what their records hold.
func (t *Thread) Find(ctx context.Context, text string, most int) (Findings, error) {
	out := Findings{Query: text, Rows: []thread.Match{}, Complete: true}
	phrase := fold.NewPhrase(text)
	if phrase.Empty() {
		return out, nil
	}
	left := spilledBytes
	options := thread.FindOptions{Bytes: findBytes, Matches: most + 1, Spilled: func(name string) (string, bool) {
		if left <= 0 || ctx.Err() != nil {
			return "", false
		}
		for _, session := range t.sessions() {
			if text, err := Spilled(t.threads.opt.Catalog.Snapshot(), session, name); err == nil {
				left -= len(text)
				return string(text), true
			}
		}
		return "", false
	}}
	for from := 0; from >= 0; {
		var found []thread.Match
		next := -1
		err := t.withLoader(ctx, func(load thread.Load) (err error) {
			found, next, err = t.Rows.Find(ctx, from, load, phrase, options)
			return err
		})
		if err != nil {
			return out, err
		}
		out.Rows = append(out.Rows, found...)
		if from = next; len(out.Rows) > most {
			out.Rows, out.Complete, from = out.Rows[:most], false, -1
		}
	}
	for _, row := range out.Rows {
		out.Matches += row.Count
	}
	return out, ctx.Err()
}
