package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dendro/backend/internal/plain"
	"dendro/backend/thread"
)

// showDocument is the answer of show --json.
type showDocument struct {
	Schema    int          `json:"schema"`
	Session   string       `json:"session"`
	Tip       string       `json:"tip"`
	Continues string       `json:"continues,omitempty"`
	Gone      bool         `json:"gone,omitempty"` // the messages before the first row were deleted
	Loads     []string     `json:"loads"`
	Rows      []thread.Row `json:"rows"`
}

func showCommand(o *options) *cobra.Command {
	var asJSON, whole, prompts bool
	var tip string
	var last int
	cmd := &cobra.Command{
		Use:   "show SESSION",
		Short: "Print one branch of a session, from its first record to the tip",
		Args:  oneArg("SESSION"),
		RunE: func(cmd *cobra.Command, args []string) error {
			lib, id, err := o.session(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			if tip, err = lib.Names.ResolveRecord(id, tip); err != nil {
				return err
			}
			open := lib.Threads.Thread
			if whole {
				open = lib.Threads.Whole
			}
			if last < 0 {
				return usagef("--last must be 0 or more")
			}
			t, err := open(cmd.Context(), id, tip)
			if err != nil {
				return err
			}
			each := some(t.Each, prompts, last)
			if asJSON {
				return o.showJSON(cmd.Context(), showDocument{1, id, t.Tip, t.Continues, t.Gone, t.Loads(), []thread.Row{}}, each)
			}
			if _, s, err := lib.Session(id); err == nil && t.Tip == "" && s.Agents > 0 {
				fmt.Fprintln(o.env.Stderr, "dendro: only metadata is left of this session's conversation; what its agents did is still there.")
			}
			p := printer{out: bufio.NewWriter(o.env.Stdout), now: o.env.Now()}
			return each(cmd.Context(), func(rows []thread.Row) error {
				p.rows(rows, "")
				return written(p.out.Flush())
			})
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON document")
	cmd.Flags().BoolVar(&whole, "whole", false, "begin with the records in the files of its ancestors")
	cmd.Flags().BoolVar(&prompts, "prompts", false, "print only prompts, answered commands, and messages from elsewhere")
	cmd.Flags().IntVar(&last, "last", 0, "print only the last `N` rows, or prompts with --prompts; 0: all")
	cmd.Flags().StringVar(&tip, "tip", "", "show the branch that ends at the record `UUID` (default: where claude would resume)")
	return cmd
}

// eachRow calls yield with rows, some at a time, in order.
type eachRow = func(ctx context.Context, yield func([]thread.Row) error) error

// some returns the rows that open turns, or all, and of these the last ones, or all.
func some(each eachRow, prompts bool, last int) eachRow {
	if !prompts && last == 0 {
		return each
	}
	return func(ctx context.Context, yield func([]thread.Row) error) error {
		var kept []thread.Row
		turn := 0
		err := each(ctx, func(rows []thread.Row) error {
			for _, r := range rows {
				opens := r.Turn > turn
				turn = max(turn, r.Turn)
				if !prompts || opens || r.Kind == thread.RowPrompt.String() {
					kept = append(kept, r)
				}
				if last > 0 && len(kept) >= 2*last {
					kept = append(kept[:0], kept[len(kept)-last:]...)
				}
			}
			return nil
		})
		if last > 0 && len(kept) > last {
			kept = kept[len(kept)-last:]
		}
		if err == nil && len(kept) > 0 {
			err = yield(kept)
		}
		return err
	}
}

// showJSON writes a document as if all its rows were encoded at once. It writes nothing
// before the first rows are read.
func (o *options) showJSON(
	ctx context.Context, doc showDocument, each eachRow,
) error {
	var page bytes.Buffer
	enc := json.NewEncoder(&page)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(doc); err != nil {
		return err
	}
	end := "]}\n" // closes the rows and the document
	page.Truncate(page.Len() - len(end))
	first := true
	err := each(ctx, func(rows []thread.Row) error {
		for i := range rows {
			if !first {
				page.WriteByte(',')
			}
			first = false
			if err := enc.Encode(&rows[i]); err != nil {
				return err
			}
			page.Truncate(page.Len() - 1) // the encoder ends its output with a newline
		}
		_, err := page.WriteTo(jsonWriter{o.env.Stdout})
		return written(err)
	})
	if err != nil {
		return err
	}
	page.WriteString(end)
	_, err = page.WriteTo(jsonWriter{o.env.Stdout})
	return written(err)
}

// shownLines is the number of printed lines of a tool's result.
const shownLines = 12

// printer prints rows as text.
type printer struct {
	out   *bufio.Writer // errors are reported by Flush
	now   time.Time
	lines int    // number of lines printed
	last  string // the last line
}

func (p *printer) line(text string) {
	_, _ = p.out.WriteString(text + "\n")
	p.lines, p.last = p.lines+1, text
}

func (p *printer) rows(rows []thread.Row, indent string) {
	for i := range rows {
		p.row(&rows[i], indent)
	}
}

func (p *printer) row(r *thread.Row, indent string) {
	switch r.Kind {
	case "prompt", "message":
		what := r.Kind
		if r.From != nil {
			what += " (" + plain.Line(r.Sender()) + ")"
		}
		p.head(indent, what+" "+when(string(r.Time), p.now))
		p.text(r.Text, indent, 0)
		if r.Images > 0 {
			p.line(indent + "(" + count(r.Images, "image", "images") + ")")
		}
		p.blank(indent)
	case "reply":
		p.text(r.Text, indent, 0)
		p.blank(indent)
	case "thinking":
		text := r.Text
		if r.Redacted {
			text = "(redacted)"
		}
		p.text(text, indent+"  ∴ ", 0)
	case "tool":
		p.tool(r, indent)
	case "compaction":
		p.head(indent, "compacted "+when(string(r.Time), p.now))
		p.text(r.Text, indent+"  ", shownLines)
	case "command":
		p.head(indent, plain.Line(r.Text))
	default:
		p.text(r.Text, indent+"  ! ", shownLines)
	}
	if r.Sidechain != nil {
		p.rows(r.Sidechain.Rows, indent+"  │ ")
	}
}

// head prints the heading of a prompt.
func (p *printer) head(indent, what string) {
	p.blank(indent)
	p.line(indent + "── " + strings.TrimSpace(what))
}

// blank separates paragraphs by one empty line.
func (p *printer) blank(indent string) {
	line := strings.TrimRight(indent, " ")
	if p.lines == 1 || p.lines > 1 && p.last != line {
		p.line(line)
	}
}

func (p *printer) tool(r *thread.Row, indent string) {
	t := r.Tool
	mark := map[string]string{thread.StatusOK: "●", thread.StatusError: "✗", thread.StatusMissing: "○"}[t.Status]
	p.line(indent + mark + " " + plain.Line(t.Name) + " " + plain.Cut(compact(t.Input), 160))
	p.text(t.Result, indent+"    ", shownLines)
	if t.Images > 0 {
		p.line(indent + "    (" + count(t.Images, "image", "images") + ")")
	}
}

// text prints a text with an indent, limited to its first lines unless limit is 0.
func (p *printer) text(s, indent string, limit int) {
	s = strings.TrimRight(plain.Text(s), "\n")
	if s == "" {
		return
	}
	lines := strings.Split(s, "\n")
	more := 0
	if limit > 0 && len(lines) > limit {
		lines, more = lines[:limit], len(lines)-limit
	}
	for _, line := range lines {
		p.line(strings.TrimRight(indent+line, " "))
	}
	if more > 0 {
		p.line(indent + "… " + count(more, "line", "lines") + " more")
	}
}

// compact returns a tool's input on one line.
func compact(input json.RawMessage) string {
	var b bytes.Buffer
	if json.Compact(&b, input) != nil {
		return ""
	}
	return plain.Line(b.String())
}
