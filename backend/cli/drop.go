package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dendro/backend/internal/plain"
	"dendro/backend/library"
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
	Only    bool   `json:"only"`            // it exists nowhere else
	Older   int    `json:"older,omitempty"` // how many older versions are removed with it
}

type dropDocument struct {
	Schema   int              `json:"schema"`
	DryRun   bool             `json:"dryRun"`
	Sessions []droppedSession `json:"sessions"`
	Freed    int64            `json:"freed"` // how many bytes were removed from the disk
}

func (o *options) drop(ctx context.Context, names []string, write bool) (dropDocument, error) {
	doc := dropDocument{Schema: 1, DryRun: !write, Sessions: []droppedSession{}}
	lib, err := o.open(ctx)
	if err != nil {
		return doc, err
	}
	keeper := library.NewKeeper(lib)
	var all []library.Dropping
	for _, name := range names {
		d, err := keeper.PlanDrop(ctx, name)
		if err != nil {
			return doc, err
		}
		if !slices.ContainsFunc(all, d.Same) {
			all = append(all, d)
			doc.Sessions = append(doc.Sessions, droppedSession{d.Name, d.Session.Title, d.Bytes, d.Only, d.Older})
		}
	}
	if write {
		doc.Freed, err = keeper.Drop(ctx, all)
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
		if s.Older > 0 {
			note += "  with " + count(s.Older, "older version", "older versions")
		}
		fmt.Fprintf(&b, "%s  %s  %s%s\n", short(s.Session), plain.Cut(plain.Line(s.Title), 50), size(s.Bytes), note)
	}
	if doc.DryRun {
		fmt.Fprintf(&b, "Would remove %s from the archive.\n", count(len(doc.Sessions), "session", "sessions"))
	} else {
		fmt.Fprintf(&b, "Removed %s, %s (%d bytes), from the archive and from the disk.\n", count(len(doc.Sessions), "session", "sessions"), size(doc.Freed), doc.Freed)
	}
	return b.String()
}
