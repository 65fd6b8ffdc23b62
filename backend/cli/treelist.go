package cli

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"dendro/backend/chattree"
	"dendro/backend/internal/plain"
	"dendro/backend/library"
	"dendro/backend/library/figures"
	"dendro/backend/transcript"
)

// treeListing holds the flags of tree that say how chats are printed.
type treeListing struct {
	json, table, totals, here bool
}

func (t *treeListing) print(ctx context.Context, o *options, lib *library.Library, c *choice) error {
	chats := lib.Chats()
	if t.here {
		var err error
		if chats, err = onlyHere(chats); err != nil {
			return err
		}
	}
	doc, chosen := treeDocument{Schema: 1}, c.of(chats)
	if t.totals {
		totals, err := totalsOf(ctx, lib, chosen)
		if err != nil {
			return err
		}
		if doc.Totals = &totals; !c.since.IsZero() {
			totals.Since = chattree.Time(c.since.UTC().Format(time.RFC3339))
		}
	}
	if t.json {
		doc.Chats = placed(chosen, chats)
		return o.printJSON(doc)
	}
	text := treeText(chosen, o.env.Now())
	if t.table {
		var err error
		if text, err = tableText(ctx, lib, chosen); err != nil {
			return err
		}
	}
	if _, err := fmt.Fprint(o.env.Stdout, text); err != nil {
		return written(err)
	}
	if doc.Totals == nil {
		return nil
	}
	notes := o.env.Stdout
	if t.table { // which a program reads
		notes = o.env.Stderr
	}
	_, err := fmt.Fprint(notes, doc.Totals.text())
	return written(err)
}

// treeTotals sums up chats.
type treeTotals struct {
	Chats    int              `json:"chats"`
	Sessions int              `json:"sessions"`
	Turns    int              `json:"turns"`
	Tokens   transcript.Usage `json:"tokens"` // copied records count once
	Start    chattree.Time    `json:"start"`
	End      chattree.Time    `json:"end"`
	// Since is the --since of the command: the sums are of whole chats with activity since
	// then, older turns included.
	Since chattree.Time `json:"since,omitempty"`
}

// totalsOf sums up chats.
func totalsOf(ctx context.Context, lib *library.Library, chats []*chattree.Chat) (t treeTotals, err error) {
	for _, c := range chats {
		t.Chats++
		t.Sessions += len(c.Sessions)
		t.Turns += c.Turns
		for _, s := range c.Sessions {
			if s.Start != "" && (t.Start == "" || s.Start < t.Start) {
				t.Start = s.Start
			}
			t.End = max(t.End, s.End)
		}
	}
	spent, err := lib.FiguresOf(ctx, chats, &figures.Question{By: figures.Month})
	if err == nil {
		t.Tokens = spent.Total.Tokens
	}
	return t, err
}

func (t *treeTotals) text() string {
	span := ""
	if t.Start != "" {
		span = fmt.Sprintf(", %.10s to %.10s", t.Start, t.End)
	}
	if t.Since != "" {
		span += fmt.Sprintf("; whole chats with activity since %.10s, older turns included", t.Since)
	}
	u := t.Tokens
	return fmt.Sprintf("\n%s, %s, %s%s\nTokens: %d input, %d output, %d read from the cache, %d written to it\n",
		count(t.Chats, "chat", "chats"), count(t.Sessions, "session", "sessions"), count(t.Turns, "turn", "turns"), span, u.In, u.Out, u.CacheRead, u.CacheWrite)
}

// columns are the columns of tree --table.
var columns = []string{"project", "title", "start", "end", "prompts", "tokens", "model", "branch", "bytes", "expires", "session"}

// tableText prints a line of column names and one line per session. Its tokens are those
// that the session itself spent: its input, output, and additions to the cache.
func tableText(ctx context.Context, lib *library.Library, chats []*chattree.Chat) (string, error) {
	spent, err := lib.FiguresOf(ctx, chats, &figures.Question{By: figures.Session})
	if err != nil {
		return "", err
	}
	tokens := map[string]int64{}
	for i := range spent.Rows {
		tokens[spent.Rows[i].Key] = spent.Rows[i].Tokens.Fresh()
	}
	var b strings.Builder
	b.WriteString(strings.Join(columns, "\t") + "\n")
	for _, c := range chats {
		for _, s := range c.Sessions {
			expires, _ := lib.Expires(s.ID)
			for i, value := range []string{
				c.Project, s.Name, string(s.Start), string(s.End), strconv.Itoa(s.Prompts), strconv.FormatInt(tokens[s.ID], 10),
				s.Model, s.GitBranch, strconv.FormatInt(s.Bytes, 10), expires, s.ID,
			} {
				if i > 0 {
					b.WriteByte('\t')
				}
				b.WriteString(plain.Line(value))
			}
			b.WriteByte('\n')
		}
	}
	return b.String(), nil
}
