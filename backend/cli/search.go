package cli

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dendro/backend/library"
	"dendro/backend/search"
	"dendro/backend/search/query"
)

// searchDocument is the answer of search --exact --json.
type searchDocument struct {
	Schema   int         `json:"schema"`
	Query    string      `json:"query"`
	Total    *int        `json:"total"` // null while unknown
	Complete bool        `json:"complete"`
	Hits     []hitAround `json:"hits"`
}

func searchCommand(o *options) *cobra.Command {
	var s searching
	cmd := &cobra.Command{
		Use:   "search QUERY",
		Short: "Search prompts, replies, thinking, tool calls and results",
		Long: `Search prompts, replies, thinking, tool calls and results.

Words describe a turn, and any of them may be missing: the best turns come
first, as in the window's search. The last line says how many records have
all words.

--exact lists these records, the newest first: all words must be in one
record, in any case. A "phrase", a /regular expression/, --count, -C and --in
imply it. Both take -without and filters:
  project:  in:prompts|replies|tools|results|thinking|titles  tool:Bash
  file:path  branch:  model:  pr:4711  tag:  note:  entrypoint:
  before:  after: (a date, or 7d)
  is:leaf|superseded|fork|live|failed|agent|starred|bookmarked

A terminal gets the answer under headings, in colours unless NO_COLOR is set.
In a pipe or a file every turn or record is one line: SESSION:RECORD:KIND: text`,
		Args: oneArg("QUERY"),
		RunE: func(cmd *cobra.Command, args []string) error {
			s.style.asked = cmd.Flags().Changed("heading")
			s.exact = s.exact || cmd.Flags().Changed("context")
			if !cmd.Flags().Changed("limit") {
				s.limit = byDefault
			}
			return s.run(cmd.Context(), o, args[0])
		},
	}
	cmd.Flags().BoolVar(&s.json, "json", false, "print one JSON document")
	cmd.Flags().BoolVar(&s.exact, "exact", false, "list records that have all words, newest first")
	cmd.Flags().BoolVar(&s.count, "count", false, "count all hits, however long it takes (implies --exact)")
	cmd.Flags().BoolVar(&s.ranked, "ranked", false, "list turns, best first, also if the query has a phrase or an expression")
	cmd.Flags().BoolVar(&s.here, "here", false, "search only the project of the current directory")
	cmd.Flags().IntVar(&s.limit, "limit", search.DefaultTurns, fmt.Sprintf("print at most `N` turns (with --exact records, default %d); 0: all", search.DefaultLimit))
	cmd.Flags().IntVarP(&s.lines, "context", "C", 0, "print `N` lines before and after each match (implies --exact)")
	cmd.Flags().StringVar(&s.style.color, "color", "auto", "use colours: auto, always or never (`WHEN`)")
	cmd.Flags().BoolVar(&s.style.heading, "heading", false, "print headings in a pipe too; --heading=false: one line per hit")
	cmd.MarkFlagsMutuallyExclusive("exact", "ranked")
	cmd.MarkFlagsMutuallyExclusive("count", "ranked")
	cmd.MarkFlagsMutuallyExclusive("context", "ranked")
	cmd.Flags().StringVar(&s.in, "in", "", "search only this `LIST` of kinds (implies --exact): titles,prompts,replies,thinking,tools,results")
	return cmd
}

// searching holds the flags of a search.
type searching struct {
	json   bool
	exact  bool
	count  bool
	ranked bool
	here   bool
	limit  int
	lines  int // around a match
	in     string
	style  style
}

func (s *searching) run(ctx context.Context, o *options, text string) error {
	q, err := query.Parse(text, o.env.Now())
	if err != nil {
		return usageError{err}
	}
	opt := search.Options{Limit: s.limit, Count: s.count}
	if s.in != "" {
		if opt.In, err = query.ParseFields(s.in); err != nil {
			return usagef("--in: %w", err)
		}
	}
	if !slices.Contains([]string{"auto", "always", "never"}, s.style.color) {
		return usagef("--color must be auto, always or never")
	}
	if s.lines < 0 {
		return usagef("-C must be 0 or more")
	}
	if s.limit < 0 && s.limit != byDefault {
		return usagef("--limit must be 0 or more")
	}
	exact := s.isExact(q)
	switch {
	case s.limit == 0:
		opt.Limit = -1
	case s.limit == byDefault && exact:
		opt.Limit = search.DefaultLimit
	case s.limit == byDefault:
		opt.Limit = search.DefaultTurns
	}
	o.index = true
	lib, err := o.open(ctx)
	if err != nil {
		return err
	}
	if err := s.restrict(lib, &opt); err != nil {
		return err
	}
	if !exact {
		return s.rank(ctx, o, lib, text, q, opt)
	}
	found, err := lib.Searcher.Search(ctx, q, opt)
	if err != nil {
		return err
	}
	hits := withLines(ctx, lib, found.Hits, s.lines)
	if s.json {
		doc := searchDocument{Schema: 1, Query: text, Complete: found.Complete, Hits: hits}
		if found.Total >= 0 {
			doc.Total = &found.Total
		}
		return o.printJSON(doc)
	}
	if err := o.printHits(lib, hits, found.Total, s.style); err != nil || len(hits) > 0 {
		return err
	}
	return s.nothing(ctx, o, lib, q)
}

// byDefault is the limit if none was given.
const byDefault = math.MinInt

// isExact reports whether the answer is the records that have all words, and not the best
// turns: if that was asked for, or if there are no words to rank by.
func (s *searching) isExact(q *query.Query) bool {
	if s.ranked {
		return false
	}
	words := 0
	for _, t := range q.Terms {
		if t.Kind != query.Word {
			return true
		}
		if !t.Not {
			words++
		}
	}
	byFile := slices.ContainsFunc(q.Filters, func(f query.Filter) bool { return f.Key == query.File && !f.Not })
	return s.exact || s.count || s.in != "" || words == 0 && !byFile || search.IsID(q)
}

// nothing says what else exists if nothing was found: hits without the filters, and prompts of
// deleted sessions.
func (s *searching) nothing(ctx context.Context, o *options, lib *library.Library, q *query.Query) error {
	notes := o.env.Stderr
	if o.headed(s.style) {
		notes = o.env.Stdout
	}
	words := &query.Query{Terms: q.Terms}
	if len(q.Terms) > 0 && (len(q.Filters) > 0 || q.In|q.NotIn != 0 || !q.After.IsZero() || !q.Before.IsZero() || s.in != "") {
		found, err := lib.Searcher.Search(ctx, words, search.Options{Limit: 1, Count: true})
		if err != nil {
			return err
		}
		if found.Total > 0 {
			fmt.Fprintf(notes, "Without the filters there would be %s.\n", count(found.Total, "hit", "hits"))
		}
	}
	var typed []string
	for _, t := range q.Terms {
		if t.Not || t.Kind == query.Regex {
			return nil
		}
		typed = append(typed, t.Text)
	}
	if len(typed) == 0 {
		return nil
	}
	// An unreadable history of prompts is no error of a search.
	if _, total, _ := lib.GonePrompts(ctx, strings.Join(typed, " "), 1); total > 0 {
		fmt.Fprintf(notes, "In deleted sessions: %s; dendro gone lists them.\n", count(total, "prompt", "prompts"))
	}
	return nil
}

// headed reports whether the answer is printed under headings.
func (o *options) headed(s style) bool {
	if s.asked {
		return s.heading
	}
	return isTerminal(o.env.Stdout)
}

// style is the format of printed hits.
type style struct {
	color   string
	heading bool
	asked   bool // for heading
}

// printHits prints hits under headings, or one per line if the output is not a terminal,
// without other text.
func (o *options) printHits(lib *library.Library, hits []hitAround, total int, s style) error {
	heading := o.headed(s)
	notes := o.env.Stdout
	var text string
	if colours := o.colours(s.color); heading {
		text = headedHits(hits, colours, o.env.Now(), func(id string) string {
			if _, session, err := lib.Session(id); err == nil {
				return session.Name
			}
			return ""
		})
	} else {
		notes, text = o.env.Stderr, plainHits(hits, colours)
	}
	_, err := fmt.Fprint(o.env.Stdout, text)
	switch {
	case err != nil:
	case len(hits) == 0:
		_, err = fmt.Fprintln(notes, "Nothing found.")
	case total != len(hits):
		if heading {
			fmt.Fprintln(notes)
		}
		shown := "Newest " + count(len(hits), "hit", "hits") + " shown; --count counts them all,"
		if total >= 0 {
			shown = fmt.Sprintf("%d of %s shown;", len(hits), count(total, "hit", "hits"))
		}
		_, err = fmt.Fprintln(notes, shown, "--limit shows more.")
	}
	return written(err)
}
