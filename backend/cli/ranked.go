package cli

import (
	"context"
	"fmt"
	"strings"
	"time"

	"dendro/backend/internal/plain"
	"dendro/backend/library"
	"dendro/backend/search"
	"dendro/backend/search/query"
)

// rankedDocument is the answer of search --json.
type rankedDocument struct {
	Schema int    `json:"schema"`
	Query  string `json:"query"`
	search.RankedResult
}

// rank prints the turns that a description fits.
func (s *searching) rank(ctx context.Context, o *options, lib *library.Library, text string, q *query.Query, opt search.Options) error {
	found, err := lib.Searcher.Rank(ctx, text, q, opt)
	if err != nil {
		return err
	}
	if s.json {
		return o.printJSON(rankedDocument{Schema: 1, Query: text, RankedResult: found})
	}
	heading := o.headed(s.style)
	p := o.colours(s.style.color)
	notes, out := o.env.Stderr, plainTurns
	if heading {
		notes, out = o.env.Stdout, func(list []search.RankedTurn, p palette) string { return headedTurns(list, p, o.env.Now()) }
	}
	_, err = fmt.Fprint(o.env.Stdout, out(found.Turns, p))
	if err == nil && found.Instead != nil {
		_, err = fmt.Fprintf(notes, "Also searched for: %s\n", plain.Line(*found.Instead))
	}
	switch {
	case err != nil:
	case len(found.Turns) == 0:
		if _, err = fmt.Fprintln(notes, "Nothing found."); err == nil {
			err = s.nothing(ctx, o, lib, q)
		}
	case found.Total > len(found.Turns):
		_, err = fmt.Fprintf(notes, "Best %d of %s shown; --limit shows more.\n", len(found.Turns), count(found.Total, "turn", "turns"))
	}
	if err == nil && len(found.Turns) > 0 {
		_, err = fmt.Fprint(notes, exactNote(found.Exact))
	}
	return written(err)
}

// exactNote says how many records have all words.
func exactNote(n *search.ExactCount) string {
	switch {
	case n == nil:
		return ""
	case n.Total == nil:
		return "More records have all words than were counted: --exact lists them.\n"
	case *n.Total == 0:
		return "No record has all words.\n"
	case *n.Total == 1:
		return "1 record has all words: --exact lists it.\n"
	}
	return fmt.Sprintf("%d records have all words: --exact lists them.\n", *n.Total)
}

// headedTurns are turns for a person: each with its prompt and the line that shows why it
// was found.
func headedTurns(list []search.RankedTurn, p palette, now time.Time) string {
	var b strings.Builder
	for i := range list {
		t := &list[i]
		fmt.Fprintf(&b, "%s%s%s  %s", p.session, short(t.Session), p.off, plain.Line(t.Project))
		if t.Title != "" {
			fmt.Fprintf(&b, "  %s", plain.Cut(plain.Line(t.Title), 60))
		}
		b.WriteString("\n  ")
		if at := when(string(t.Time), now); at != "" {
			b.WriteString(p.time + at + p.off + " · ")
		}
		if t.Prompt != "" && t.Prompt != t.Title {
			b.WriteString(plain.Cut(plain.Line(t.Prompt), 100) + " · ")
		}
		fmt.Fprintf(&b, "turn %s\n", short(t.UUID))
		if h := t.Best.Hit(); h.Kind != "" {
			fmt.Fprintf(&b, "  %s: %s\n", foundIn(h), marked(h, p))
		}
		if len(t.Missing) > 0 {
			fmt.Fprintf(&b, "  without: %s\n", plain.Line(strings.Join(t.Missing, ", ")))
		}
		if n := len(t.AlsoIn); n > 0 {
			fmt.Fprintf(&b, "  also in %s\n", count(n, "session", "sessions"))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// plainTurns are turns for another program: a line each.
func plainTurns(list []search.RankedTurn, p palette) string {
	var b strings.Builder
	for i := range list {
		t := &list[i]
		h := t.Best.Hit()
		fmt.Fprintf(&b, "%s%s%s:%s:%s: %s\n", p.session, plain.Line(t.Session), p.off, plain.Line(t.UUID), h.Kind, marked(h, p))
	}
	return b.String()
}
