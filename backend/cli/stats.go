package cli

import (
	"context"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"dendro/backend/internal/plain"
	"dendro/backend/library"
	"dendro/backend/library/figures"
	"dendro/backend/search/query"
	"dendro/backend/settings"
)

// stats holds the flags of stats.
type stats struct {
	since, until, by string
	here, json, csv  bool
}

func statsCommand(o *options) *cobra.Command {
	var s stats
	cmd := &cobra.Command{
		Use:   "stats",
		Short: "Sum up tokens, their estimated cost, turns and tool calls",
		Long: `Sums up the costs, by day or by something else: tokens, messages, turns,
sessions, tool calls, and the time between records without gaps of more than
10 minutes. Everything counts once, however many files hold a copy of it, and
for the time at which it was recorded.

Costs are estimates by the prices that are listed for the API, which no
subscription pays. ` + library.PricesName + ` in the directory of the settings replaces prices, model
by model; tokens of unknown models are listed as unpriced.`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return s.run(cmd.Context(), o) },
	}
	cmd.Flags().StringVar(&s.since, "since", "", "only records since `TIME`: a date, or an age such as 7d")
	cmd.Flags().StringVar(&s.until, "until", "", "only records before `TIME`: a date, or an age such as 7d")
	cmd.Flags().StringVar(&s.by, "by", string(figures.Day), "one line per `UNIT`: day, week, month, project, model, tool or branch")
	cmd.Flags().BoolVar(&s.here, "here", false, "only the project of the current directory")
	cmd.Flags().BoolVar(&s.json, "json", false, "print one JSON document")
	cmd.Flags().BoolVar(&s.csv, "csv", false, "print comma-separated values")
	cmd.MarkFlagsMutuallyExclusive("json", "csv")
	return cmd
}

func (s *stats) run(ctx context.Context, o *options) error {
	q := figures.Question{Zone: o.env.Now().Location()}
	var ok bool
	if q.By, ok = figures.ParseBy(s.by); !ok {
		return usagef("--by must be day, week, month, project, model, tool or branch, not %q", s.by)
	}
	for _, limit := range []struct {
		name, text string
		at         *time.Time
	}{{"since", s.since, &q.Since}, {"until", s.until, &q.Until}} {
		if limit.text == "" {
			continue
		}
		if *limit.at, ok = query.ParseTime(limit.text, o.env.Now()); !ok {
			return usagef("--%s must be a date or an age such as 7d, not %q", limit.name, limit.text)
		}
	}
	q.Prices = o.prices()
	lib, err := o.open(ctx)
	if err != nil {
		return err
	}
	report, err := s.report(ctx, lib, &q)
	if err != nil {
		return err
	}
	if s.json {
		return o.printJSON(figures.DocumentOf(report, &q))
	}
	text := statsText(report)
	if s.csv {
		text = statsCSV(report)
	}
	_, err = fmt.Fprint(o.env.Stdout, text)
	return written(err)
}

// prices returns what models cost; a file of the user's own that cannot be used is named.
func (o *options) prices() *figures.Prices {
	prices, err := library.PricesIn(settings.OwnDir(o.env.Disk))
	if err != nil {
		fmt.Fprintf(o.env.Stderr, "dendro: %s\n", plain.Line(err.Error()))
	}
	return prices
}

func (s *stats) report(ctx context.Context, lib *library.Library, q *figures.Question) (*figures.Report, error) {
	if !s.here {
		return lib.Figures(ctx, q)
	}
	chats, err := onlyHere(lib.Chats())
	if err != nil {
		return nil, err
	}
	return lib.FiguresOf(ctx, chats, q)
}

// statsColumn is a column of the table.
type statsColumn struct {
	name string // in a terminal
	key  string // in CSV
	of   func(*figures.Sums) string
	// Columns that say nothing of models, or of tools.
	notModel, notTool bool
}

var statsColumns = []statsColumn{
	{"Sessions", "sessions", func(s *figures.Sums) string { return strconv.Itoa(s.Sessions) }, false, false},
	{"Turns", "turns", func(s *figures.Sums) string { return strconv.Itoa(s.Turns) }, true, true},
	{"Messages", "messages", func(s *figures.Sums) string { return strconv.Itoa(s.Messages) }, false, true},
	{"Calls", "calls", func(s *figures.Sums) string { return strconv.Itoa(s.Calls) }, true, false},
	{"Failed", "failed", func(s *figures.Sums) string { return strconv.Itoa(s.Failed) }, true, false},
	{"Input", "input", func(s *figures.Sums) string { return strconv.FormatInt(s.Tokens.In, 10) }, false, true},
	{"Output", "output", func(s *figures.Sums) string { return strconv.FormatInt(s.Tokens.Out, 10) }, false, true},
	{"Cache read", "cache_read", func(s *figures.Sums) string { return strconv.FormatInt(s.Tokens.CacheRead, 10) }, false, true},
	{"Write 5m", "cache_write_5m", func(s *figures.Sums) string {
		return strconv.FormatInt(s.Tokens.CacheWrite-s.Tokens.CacheWrite1h, 10)
	}, false, true},
	{"Write 1h", "cache_write_1h", func(s *figures.Sums) string { return strconv.FormatInt(s.Tokens.CacheWrite1h, 10) }, false, true},
	{"Agents", "agent_share", func(s *figures.Sums) string { return share(s.AgentTokens.All(), s.Tokens.All()) }, false, true},
	{"Active", "active_minutes", func(s *figures.Sums) string { return strconv.FormatInt(s.ActiveMS/60_000, 10) }, true, true},
	{"Estimate", "cost_estimate_usd", func(s *figures.Sums) string { return strconv.FormatFloat(s.Cost, 'f', 2, 64) }, false, true},
}

// shownColumns returns the columns of a report.
func shownColumns(by figures.By) (list []statsColumn) {
	for _, c := range statsColumns {
		if by == figures.Model && c.notModel || by == figures.Tool && c.notTool {
			continue
		}
		list = append(list, c)
	}
	return list
}

// statsText is a report for a terminal.
func statsText(r *figures.Report) string {
	if len(r.Rows) == 0 {
		return "Nothing was recorded.\n"
	}
	var b strings.Builder
	columns := shownColumns(r.By)
	labels := []string{string(r.By)}
	for i := range r.Rows {
		labels = append(labels, keyText(r.By, r.Rows[i].Key))
	}
	labels = padded(append(labels, "total"))
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	line := func(label string, of func(c *statsColumn) string) {
		fmt.Fprint(w, label, "\t")
		for i := range columns {
			fmt.Fprint(w, of(&columns[i]), "\t")
		}
		fmt.Fprintln(w)
	}
	line(labels[0], func(c *statsColumn) string { return c.name })
	for i := range r.Rows {
		line(labels[i+1], func(c *statsColumn) string { return c.of(&r.Rows[i].Sums) })
	}
	line(labels[len(labels)-1], func(c *statsColumn) string { return c.of(&r.Total) })
	_ = w.Flush() // to a strings.Builder
	if r.By == figures.Tool {
		return b.String()
	}
	fmt.Fprintf(&b, "\nEstimate: US dollars by the prices of %s (%s); Active: minutes\n", plain.Line(r.Prices.Date), plain.Line(r.Prices.Source))
	if len(r.Unpriced) > 0 {
		var models []string
		for _, model := range r.Unpriced {
			models = append(models, keyText(figures.Model, model))
		}
		fmt.Fprintf(&b, "Unpriced: %d tokens of %s\n", r.Total.Unpriced, strings.Join(models, ", "))
	}
	return b.String()
}

// padded pads texts to the width of the longest: a table that is aligned to the right would
// align its first column so.
func padded(list []string) []string {
	width := 0
	for _, text := range list {
		width = max(width, utf8.RuneCountInString(text))
	}
	for i, text := range list {
		list[i] = text + strings.Repeat(" ", width-utf8.RuneCountInString(text))
	}
	return list
}

// keyText returns the key of a row for display.
func keyText(by figures.By, key string) string {
	if key == "" {
		return "(no " + string(by) + ")"
	}
	return plain.Cut(plain.Line(key), 60)
}

// statsCSV is a report as comma-separated values.
func statsCSV(r *figures.Report) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	columns := shownColumns(r.By)
	head := []string{string(r.By)}
	for i := range columns {
		head = append(head, columns[i].key)
	}
	_ = w.Write(head) // to a strings.Builder
	for i := range r.Rows {
		line := []string{plain.Line(r.Rows[i].Key)}
		for k := range columns {
			line = append(line, strings.TrimSuffix(columns[k].of(&r.Rows[i].Sums), "%"))
		}
		_ = w.Write(line)
	}
	w.Flush()
	return b.String()
}

func share(part, whole int64) string {
	if whole == 0 {
		return "0%"
	}
	return strconv.FormatInt((100*part+whole/2)/whole, 10) + "%"
}
