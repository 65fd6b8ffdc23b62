package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dendro/backend/internal/plain"
)

func dropCommand(o *options) *cobra.Command {
	var asJSON, dryRun, yes bool
	cmd := &cobra.Command{
		Use:   "drop SESSION...",
		Short: "Remove sessions from the archive",
		Long:  "Prints what would be removed, and which of it exists nowhere else. It removes with --yes only.",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("SESSION is missing")
			}
			doc, err := o.drop(cmd.Context(), args, yes && !dryRun)
			if err != nil {
				return err
			}
			if asJSON {
				err = o.printJSON(doc)
			} else {
				_, err = fmt.Fprint(o.env.Stdout, dropText(doc))
				err = written(err)
			}
			if err == nil && !yes && !dryRun {
				err = errAsk
			}
			return err
		},
	}
	cmd.Flags().BoolVar(&yes, "yes", false, "remove them")
	cmd.Flags().BoolVar(&dryRun, "dry-run", false, "only print what would be removed")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON document")
	return cmd
}

// droppedSession is a session in the answer of drop.
type droppedSession struct {
	Session string `json:"session"`
	Title   string `json:"title"`
	Bytes   int64  `json:"bytes"`
	Only    bool   `json:"only"` // it exists nowhere else
}

type dropDocument struct {
	Schema   int              `json:"schema"`
	DryRun   bool             `json:"dryRun"`
	Sessions []droppedSession `json:"sessions"`
	Freed    int64            `json:"freed"` // by how much the archive shrank
}

func (o *options) drop(ctx context.Context, names []string, write bool) (dropDocument, error) {
	keeper := o.keeper()
	doc := dropDocument{Schema: 1, DryRun: !write, Sessions: []droppedSession{}}
	var keys []string
	for _, name := range names {
		s, err := keeper.Find(ctx, name)
		if err != nil {
			return doc, err
		}
		if !slices.Contains(keys, s.Key()) {
			keys = append(keys, s.Key())
			doc.Sessions = append(doc.Sessions, droppedSession{s.ID, s.Title, s.Bytes(), keeper.Gone(ctx, s)})
		}
	}
	var err error
	if write {
		doc.Freed, err = keeper.Archive().Drop(ctx, keys)
	}
	return doc, err
}

func dropText(doc dropDocument) string {
	var b strings.Builder
	for _, s := range doc.Sessions {
		note := ""
		if s.Only {
			note = "  exists nowhere else"
		}
		fmt.Fprintf(&b, "%s  %s  %s%s\n", short(s.Session), plain.Cut(plain.Line(s.Title), 50), size(s.Bytes), note)
	}
	if doc.DryRun {
		fmt.Fprintf(&b, "Would remove %s from the archive.\n", count(len(doc.Sessions), "session"))
	} else {
		fmt.Fprintf(&b, "Removed %s from the archive, which is %s smaller.\n", count(len(doc.Sessions), "session"), size(max(0, doc.Freed)))
	}
	return b.String()
}
