package cli

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dendro/backend/archive"
	"dendro/backend/internal/plain"
)

// keptSession is a session in the answer of kept.
type keptSession struct {
	Session string         `json:"session"`
	Project string         `json:"project"`
	Title   string         `json:"title"`
	Root    string         `json:"root"`
	Kept    string         `json:"kept"`
	Why     archive.Reason `json:"why"`
	Bytes   int64          `json:"bytes"`
	Files   int            `json:"files"`
	Only    bool           `json:"only"` // gone from the root
	Damaged []string       `json:"damaged,omitempty"`
}

type keptDocument struct {
	Schema   int           `json:"schema"`
	Path     string        `json:"path"`
	Size     int64         `json:"size"`
	Sessions []keptSession `json:"sessions"`
}

func keptCommand(o *options) *cobra.Command {
	var asJSON, verify bool
	cmd := &cobra.Command{
		Use:   "kept",
		Short: "List the sessions in the archive",
		Args:  noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			doc, damaged, err := o.keptList(cmd.Context(), verify)
			if err != nil {
				return err
			}
			if asJSON {
				err = o.printJSON(doc)
			} else {
				_, err = fmt.Fprint(o.env.Stdout, keptText(doc, o.env.Now()))
				err = written(err)
			}
			if err == nil && damaged > 0 {
				err = fmt.Errorf("%s damaged in the archive: keep them again where they still exist", isAre(damaged, "session"))
			}
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON document")
	cmd.Flags().BoolVar(&verify, "verify", false, "read everything, and name damaged files")
	return cmd
}

func isAre(n int, noun string) string {
	if n == 1 {
		return count(n, noun) + " is"
	}
	return count(n, noun) + " are"
}

func (o *options) keptList(ctx context.Context, verify bool) (doc keptDocument, damaged int, err error) {
	keeper := o.keeper()
	a := keeper.Archive()
	doc = keptDocument{Schema: 1, Path: a.Dir(), Sessions: []keptSession{}}
	all, err := a.Sessions(ctx)
	if err != nil {
		return doc, 0, err
	}
	bad := map[string][]string{}
	if verify {
		damage, err := a.Verify(ctx)
		if err != nil {
			return doc, 0, err
		}
		for _, d := range damage {
			bad[d.Session.Key()] = append([]string{}, d.Files...)
			if len(d.Files) == 0 {
				bad[d.Session.Key()] = []string{"(its record)"}
			}
		}
	}
	for _, s := range all {
		doc.Sessions = append(doc.Sessions, keptSession{
			Session: s.ID, Project: s.Project, Title: s.Title, Root: s.Root, Kept: s.Kept.Format(time.RFC3339), Why: s.Why,
			Bytes: s.Bytes(), Files: len(s.Files), Only: keeper.Gone(ctx, s), Damaged: bad[s.Key()],
		})
	}
	doc.Size, err = a.Size()
	return doc, len(bad), err
}

func keptText(doc keptDocument, now time.Time) string {
	var b strings.Builder
	project := ""
	for _, s := range doc.Sessions {
		if s.Project != project {
			project = s.Project
			fmt.Fprintf(&b, "%s\n", plain.Line(project))
		}
		note := ""
		if s.Only {
			note = "  only here"
		}
		fmt.Fprintf(&b, "  %s  %s  %s, kept %s%s\n", short(s.Session), plain.Cut(plain.Line(s.Title), 50), size(s.Bytes), when(s.Kept, now), note)
		for _, path := range s.Damaged {
			fmt.Fprintf(&b, "    damaged: %s\n", plain.Line(path))
		}
	}
	fmt.Fprintf(&b, "%s in %s, %s.\n", count(len(doc.Sessions), "session"), plain.Line(doc.Path), size(doc.Size))
	return b.String()
}
