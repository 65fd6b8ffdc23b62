package cli

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"dendro/backend/search"
	"dendro/backend/search/query"
)

// searchDocument is the answer of search --json.
type searchDocument struct {
	Schema   int          `json:"schema"`
	Query    string       `json:"query"`
	Total    *int         `json:"total"` // null while unknown
	Complete bool         `json:"complete"`
	Hits     []search.Hit `json:"hits"`
}

func searchCommand(o *options) *cobra.Command {
	var asJSON bool
	var limit int
	var in string
	cmd := &cobra.Command{
		Use:   "search QUERY",
		Short: "Everything that was ever asked, answered or printed by a tool",
		Long: `Search everything that was ever asked, answered or printed by a tool.

All words must stand in one record, in any case: words, "a phrase", -without,
/regular expression/, and filters: project:  in:prompts|replies|tools|results|
thinking|titles  tool:Bash  file:path  branch:  model:  before: after: (a date,
or 7d)  is:leaf|superseded|fork|live`,
		Args: oneArg("QUERY"),
		RunE: func(cmd *cobra.Command, args []string) error {
			q, err := query.Parse(args[0], o.env.Now())
			if err != nil {
				return usagef("in the query: %w", err)
			}
			var fields query.Fields
			if in != "" {
				if fields, err = query.ParseFields(in); err != nil {
					return usagef("--in: %w", err)
				}
			}
			if limit < 0 {
				return usagef("--limit is a number from 0 on")
			}
			o.index = true
			lib, err := o.open(cmd.Context())
			if err != nil {
				return err
			}
			opt := search.Options{In: fields, Limit: limit, Count: true}
			if limit == 0 {
				opt.Limit = -1
			}
			found, err := lib.Search(cmd.Context(), q, opt)
			if err != nil {
				return err
			}
			if asJSON {
				doc := searchDocument{Schema: 1, Query: args[0], Complete: found.Complete, Hits: found.Hits}
				if found.Total >= 0 {
					doc.Total = &found.Total
				}
				return o.printJSON(doc)
			}
			_, err = fmt.Fprint(o.env.Stdout, o.searchText(found))
			return written(err)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "one JSON document")
	cmd.Flags().IntVar(&limit, "limit", search.DefaultLimit, "how many hits to print; 0: all")
	cmd.Flags().StringVar(&in, "in", "", "what to search: titles,prompts,replies,thinking,tools,results (default all but thinking)")
	return cmd
}

// The colours of a terminal, as ripgrep has them.
const (
	colourHead  = "\x1b[35m"
	colourMatch = "\x1b[1;31m"
	colourOff   = "\x1b[0m"
)

func (o *options) searchText(found search.Result) string {
	if len(found.Hits) == 0 {
		return "Nothing found.\n"
	}
	head, match, off := colourHead, colourMatch, colourOff
	if !o.colours() {
		head, match, off = "", "", ""
	}
	var b strings.Builder
	last := ""
	for i := range found.Hits {
		h := &found.Hits[i]
		if h.Session != last {
			if last != "" {
				b.WriteByte('\n')
			}
			last = h.Session
			fmt.Fprintf(&b, "%s%s%s  %s\n", head, short(h.Session), off, clean(h.Project))
		}
		where := h.Kind
		if h.Tool != "" {
			where += " " + clean(h.Tool)
		}
		if h.Agent != "" {
			where += " in agent " + clean(h.Agent)
		}
		fmt.Fprintf(&b, "  %s · %s: %s", when(h.Time, o.env.Now()), where, marked(h.Snippet, h.Ranges, match, off))
		if n := len(h.AlsoIn); n > 0 {
			fmt.Fprintf(&b, "  (also in %s)", count(n, "session"))
		}
		b.WriteByte('\n')
	}
	if found.Total > len(found.Hits) {
		fmt.Fprintf(&b, "\n%d of %s shown; --limit shows more.\n", len(found.Hits), count(found.Total, "hit"))
	}
	return b.String()
}

// colours reports whether the output is a terminal whose owner has nothing
// against colours.
func (o *options) colours() bool {
	if o.env.Getenv("NO_COLOR") != "" || o.env.Getenv("TERM") == "dumb" {
		return false
	}
	return isTerminal(o.env.Stdout)
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// marked puts colours around ranges of runes.
func marked(snippet string, ranges [][2]int, on, off string) string {
	var b strings.Builder
	runes := []rune(snippet)
	at := 0
	for _, r := range ranges {
		if r[0] < at || r[1] > len(runes) || r[0] > r[1] {
			continue
		}
		b.WriteString(clean(string(runes[at:r[0]])))
		b.WriteString(on + clean(string(runes[r[0]:r[1]])) + off)
		at = r[1]
	}
	b.WriteString(clean(string(runes[at:])))
	return strings.ReplaceAll(b.String(), "\n", " ")
}
