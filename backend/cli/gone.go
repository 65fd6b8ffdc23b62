package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"dendro/backend/internal/plain"
	"dendro/backend/library"
)

type goneDocument struct {
	Schema  int                  `json:"schema"`
	Total   int                  `json:"total"`
	Prompts []library.GonePrompt `json:"prompts"`
}

func goneCommand(o *options) *cobra.Command {
	var asJSON bool
	var limit int
	cmd := &cobra.Command{
		Use:   "gone [WORDS]",
		Short: "List prompts of deleted sessions",
		Long: "Lists prompts that Claude Code has in its history.jsonl, whose sessions no file holds any more: they are all that is left.\n" +
			"With WORDS, those that have all of them.",
		RunE: func(cmd *cobra.Command, args []string) error {
			if limit < 1 {
				return usagef("--limit must be at least 1")
			}
			doc, err := o.gonePrompts(cmd.Context(), strings.Join(args, " "), limit)
			if err != nil {
				return err
			}
			if asJSON {
				return o.printJSON(doc)
			}
			var b strings.Builder
			for _, p := range doc.Prompts {
				id := "--------"
				if p.Session != "" {
					id = short(p.Session)
				}
				fmt.Fprintf(&b, "%s  %s  %s: %s\n", id, when(string(p.Time), o.env.Now()), plain.Line(library.ProjectName(p.Project, "")), plain.Cut(plain.Line(p.Text), 120))
			}
			if rest := doc.Total - len(doc.Prompts); rest > 0 {
				fmt.Fprintf(&b, "%d more; --limit shows them.\n", rest)
			}
			_, err = fmt.Fprint(o.env.Stdout, b.String())
			return written(err)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON document")
	cmd.Flags().IntVar(&limit, "limit", 50, "list at most `N` prompts")
	return cmd
}

func (o *options) gonePrompts(ctx context.Context, query string, limit int) (goneDocument, error) {
	lib, err := o.open(ctx)
	if err != nil {
		return goneDocument{}, err
	}
	doc := goneDocument{Schema: 1}
	doc.Prompts, doc.Total, err = lib.GonePrompts(ctx, query, limit)
	if err != nil && doc.Total > 0 {
		fmt.Fprintf(o.env.Stderr, "dendro: skipped: %s\n", plain.Line(err.Error()))
		err = nil
	}
	return doc, err
}
