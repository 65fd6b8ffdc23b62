package cli

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dendro/backend/archive"
	"dendro/backend/internal/plain"
	"dendro/backend/library"
)

// keptSession is a session in the answer of kept.
type keptSession struct {
	Session string         `json:"session"`
	Project string         `json:"project"`
	Title   string         `json:"title"`
	Root    string         `json:"root"`
	Path    string         `json:"path"` // of the transcript in the archive
	Kept    string         `json:"kept"`
	Why     archive.Reason `json:"why"`
	Bytes   int64          `json:"bytes"`
	Files   int            `json:"files"`
	Older   []string       `json:"older,omitempty"` // versions that the newest files do not continue
	Only    bool           `json:"only"`            // gone from the root, or shorter there
	Away    bool           `json:"away,omitempty"`  // the root is not there
	Damaged []damagedFile  `json:"damaged,omitempty"`
}

// damagedFile is a file of the archive that is not as it was kept.
type damagedFile struct {
	Path  string `json:"path"`
	Cause string `json:"cause"`
}

type keptDocument struct {
	Schema   int           `json:"schema"`
	Path     string        `json:"path"`
	Size     int64         `json:"size"`
	Sessions []keptSession `json:"sessions"`
	// Damaged are lists that cannot be read, and files that belong to no session.
	Damaged []damagedFile `json:"damaged,omitempty"`
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
				err = fmt.Errorf("%s damaged in the archive: keep the sessions again where they still exist", count(damaged, "file is", "files are"))
			}
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON document")
	cmd.Flags().BoolVar(&verify, "verify", false, "read every file, and list those that are damaged, missing or out of place")
	return cmd
}

func (o *options) keptList(ctx context.Context, verify bool) (doc keptDocument, damaged int, err error) {
	keeper := o.keeper()
	a := keeper.Archive()
	doc = keptDocument{Schema: 1, Path: a.Dir(), Sessions: []keptSession{}}
	all, unreadable := a.Sessions(ctx)
	if unreadable != nil && len(all) == 0 {
		return doc, 0, unreadable
	}
	bad := map[string][]damagedFile{}
	if verify {
		damage, err := a.Verify(ctx)
		if err != nil {
			return doc, 0, err
		}
		damaged = len(damage)
		for _, d := range damage {
			file := damagedFile{d.Path, plain.Line(d.Cause.Error())}
			if d.Session == nil {
				doc.Damaged = append(doc.Damaged, file)
			} else {
				bad[d.Session.Key()] = append(bad[d.Session.Key()], file)
			}
		}
	} else if unreadable != nil {
		damaged, doc.Damaged = 1, []damagedFile{{a.Dir(), plain.Line(unreadable.Error())}}
	}
	for _, s := range all {
		where := keeper.Where(ctx, s)
		one := keptSession{
			Session: s.ID, Project: s.Project, Title: s.Title, Root: s.Root, Path: a.Abs(s, s.Base+".jsonl"), Kept: s.Kept.Format(time.RFC3339), Why: s.Why,
			Bytes: s.Bytes(), Files: len(s.Files), Only: where == library.Gone, Away: where == library.Away, Damaged: bad[s.Key()],
		}
		for _, f := range s.Older() {
			one.Older = append(one.Older, f.Path)
		}
		doc.Sessions = append(doc.Sessions, one)
	}
	doc.Size, err = a.Size()
	return doc, damaged, err
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
		switch {
		case s.Only:
			note = "  only here"
		case s.Away:
			note = "  its Claude directory is not there"
		}
		fmt.Fprintf(&b, "  %s  %s  %s, kept %s%s\n", short(s.Session), plain.Cut(plain.Line(s.Title), 50), size(s.Bytes), when(s.Kept, now), note)
		for _, path := range s.Older {
			fmt.Fprintf(&b, "    older version: %s\n", plain.Line(path))
		}
		for _, d := range s.Damaged {
			fmt.Fprintf(&b, "    damaged: %s: %s\n", plain.Line(d.Path), d.Cause)
		}
	}
	for _, d := range doc.Damaged {
		fmt.Fprintf(&b, "damaged: %s: %s\n", plain.Line(d.Path), d.Cause)
	}
	fmt.Fprintf(&b, "%s in %s, %s.\n", count(len(doc.Sessions), "session", "sessions"), plain.Line(doc.Path), size(doc.Size))
	return b.String()
}
