package cli

import (
	"context"
	"fmt"
	"maps"
	"slices"
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
	columns                   string // of the table
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
		if text, err = tableText(ctx, lib, chosen, t.columns, o.prices()); err != nil {
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

// tableColumns are the columns of tree --table, by name. Tokens and costs are those that the
// session itself spent, with its agents, so that sums are right: "tokens" are its input,
// output, and additions to the cache.
func tableColumns() map[string]func(*tableRow) string {
	number := func(of func(*tableRow) int64) func(*tableRow) string {
		return func(r *tableRow) string { return strconv.FormatInt(of(r), 10) }
	}
	return map[string]func(*tableRow) string{
		"project":     func(r *tableRow) string { return r.chat.Project },
		"title":       func(r *tableRow) string { return r.Name },
		"start":       func(r *tableRow) string { return string(r.Start) },
		"end":         func(r *tableRow) string { return string(r.End) },
		"prompts":     number(func(r *tableRow) int64 { return int64(r.Prompts) }),
		"turns":       number(func(r *tableRow) int64 { return int64(r.spent.Turns) }),
		"tokens":      number(func(r *tableRow) int64 { return r.spent.Tokens.Fresh() }),
		"input":       number(func(r *tableRow) int64 { return r.spent.Tokens.In }),
		"output":      number(func(r *tableRow) int64 { return r.spent.Tokens.Out }),
		"cache_read":  number(func(r *tableRow) int64 { return r.spent.Tokens.CacheRead }),
		"cache_write": number(func(r *tableRow) int64 { return r.spent.Tokens.CacheWrite }),
		"estimate":    func(r *tableRow) string { return strconv.FormatFloat(r.spent.Cost, 'f', 2, 64) },
		"calls":       number(func(r *tableRow) int64 { return int64(r.spent.Calls) }),
		"model":       func(r *tableRow) string { return r.Model },
		"branch":      func(r *tableRow) string { return r.GitBranch },
		"agents":      number(func(r *tableRow) int64 { return int64(r.Agents) }),
		"files":       number(func(r *tableRow) int64 { return int64(len(r.Source.Summary.FilesTouched)) }),
		"bytes":       number(func(r *tableRow) int64 { return r.Bytes }),
		"version":     func(r *tableRow) string { return r.Version },
		"entrypoint":  func(r *tableRow) string { return r.Source.Summary.Entrypoint },
		"relation":    func(r *tableRow) string { return r.Relation },
		"expires":     func(r *tableRow) string { return r.expires },
		"session":     func(r *tableRow) string { return r.ID },
	}
}

// tableDefault are the columns without --columns.
const tableDefault = "project,title,start,end,prompts,tokens,model,branch,bytes,expires,session"

// tableRow is a session in tree --table.
type tableRow struct {
	*chattree.Session
	chat    *chattree.Chat
	expires string
	spent   figures.Sums
}

// chosenColumns returns the columns of a list of names.
func chosenColumns(list string) (names []string, of []func(*tableRow) string, err error) {
	known := tableColumns()
	for name := range strings.SplitSeq(list, ",") {
		name = strings.TrimSpace(name)
		value, ok := known[name]
		if !ok {
			return nil, nil, usagef("--columns must be of %s; not %q", strings.Join(slices.Sorted(maps.Keys(known)), ", "), name)
		}
		names, of = append(names, name), append(of, value)
	}
	return names, of, nil
}

// tableText prints a line of column names and one line per session.
func tableText(ctx context.Context, lib *library.Library, chats []*chattree.Chat, columns string, prices *figures.Prices) (string, error) {
	names, values, err := chosenColumns(columns)
	if err != nil {
		return "", err
	}
	spent, err := lib.SpentBySession(ctx, chats, prices)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString(strings.Join(names, "\t") + "\n")
	for _, c := range chats {
		for _, s := range c.Sessions {
			row := tableRow{Session: s, chat: c, spent: spent[s.ID]}
			row.expires, _ = lib.Expires(s.ID)
			for i, value := range values {
				if i > 0 {
					b.WriteByte('\t')
				}
				b.WriteString(plain.Line(value(&row)))
			}
			b.WriteByte('\n')
		}
	}
	return b.String(), nil
}
