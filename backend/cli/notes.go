package cli

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dendro/backend/internal/disk"
	"dendro/backend/internal/plain"
	"dendro/backend/library"
	"dendro/backend/notes"
	"dendro/backend/settings"
)

// maxNotes bounds the size of an imported file.
const maxNotes = 64 << 20

// OwnNotes returns the notes of the user who runs this process.
func OwnNotes(now func() time.Time, prober *disk.Prober) *notes.Store {
	return notes.NewStore(settings.DataDir(prober), now)
}

// shownNote is a note in the answer of notes.
type shownNote struct {
	Of         notes.Kind `json:"of"`
	Chat       string     `json:"chat"`    // "" if its record is gone
	Session    string     `json:"session"` // where the record is, or was
	Record     string     `json:"record"`
	Project    string     `json:"project"`
	Name       string     `json:"name"`
	Tags       []string   `json:"tags"`
	Note       string     `json:"note"`
	Starred    bool       `json:"starred"`
	Bookmarked bool       `json:"bookmarked"`
	Excerpt    string     `json:"excerpt"` // of the record, or the title of the chat
	Changed    string     `json:"changed"`
}

type notesDocument struct {
	Schema int         `json:"schema"`
	Path   string      `json:"path"`
	Notes  []shownNote `json:"notes"`
}

func notesCommand(o *options) *cobra.Command {
	var asJSON, export bool
	var from string
	cmd := &cobra.Command{
		Use:   "notes",
		Short: "List names, tags, notes, stars and bookmarks",
		Long: "Lists what you wrote about chats, branches and records.\n" +
			"--export prints everything as one file, which --import merges on another machine: the newer value of each wins.",
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			store := OwnNotes(o.env.Now, o.env.Disk)
			switch {
			case export && from != "":
				return usagef("--export and --import exclude each other")
			case export:
				text, err := store.Export()
				if err == nil {
					if isTerminal(o.env.Stdout) { // imported notes could steer it
						text = []byte(plain.Text(string(text)))
					}
					_, err = o.env.Stdout.Write(text)
					err = written(err)
				}
				return err
			case from != "":
				return o.importNotes(store, from)
			}
			doc, err := o.notesList(cmd.Context())
			if err != nil {
				return err
			}
			if asJSON {
				return o.printJSON(doc)
			}
			_, err = fmt.Fprint(o.env.Stdout, notesText(doc, o.env.Now()))
			return written(err)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON document")
	cmd.Flags().BoolVar(&export, "export", false, "print all of it as a file for --import")
	cmd.Flags().StringVar(&from, "import", "", "merge an exported `FILE`")
	return cmd
}

func (o *options) importNotes(store *notes.Store, path string) error {
	text, err := disk.ReadFile(path, maxNotes)
	if err != nil {
		return err
	}
	n, err := store.Import(text)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(o.env.Stdout, "%s imported into %s.\n", count(n, "change", "changes"), plain.Line(store.Path()))
	return written(err)
}

func (o *options) notesList(ctx context.Context) (notesDocument, error) {
	lib, err := o.open(ctx)
	if err != nil {
		return notesDocument{}, err
	}
	noted, err := lib.Noter.AllNotes()
	doc := notesDocument{Schema: 1, Path: lib.Noter.NotesPath(), Notes: []shownNote{}}
	for i := range noted {
		n := &noted[i]
		doc.Notes = append(doc.Notes, shownNote{
			Of: n.Kind, Chat: n.Chat, Session: n.Session, Record: n.UUID, Project: n.Project,
			Name: n.Name, Tags: append([]string{}, n.Tags...), Note: n.Text, Starred: n.Starred, Bookmarked: n.Bookmarked,
			Excerpt: n.Excerpt, Changed: n.Changed.Format(time.RFC3339),
		})
	}
	return doc, err
}

func notesText(doc notesDocument, now time.Time) string {
	var b strings.Builder
	for i := range doc.Notes {
		n := &doc.Notes[i]
		mark := " "
		switch {
		case n.Starred:
			mark = "★"
		case n.Of == notes.OfRecord:
			mark = "•"
		}
		title := cmp.Or(n.Name, n.Excerpt, n.Record)
		fmt.Fprintf(&b, "%s %s  %s", mark, short(cmp.Or(n.Session, n.Record)), plain.Cut(plain.Line(title), 60))
		for _, tag := range n.Tags {
			fmt.Fprintf(&b, " #%s", plain.Line(tag))
		}
		fmt.Fprintf(&b, ", %s", when(n.Changed, now))
		if n.Chat == "" {
			b.WriteString("  gone")
		}
		b.WriteByte('\n')
		for line := range strings.Lines(n.Note) {
			fmt.Fprintf(&b, "    %s\n", plain.Cut(plain.Line(line), 100))
		}
	}
	fmt.Fprintf(&b, "%s in %s.\n", count(len(doc.Notes), "note", "notes"), plain.Line(cmp.Or(doc.Path, library.ErrNoNotes.Error())))
	return b.String()
}
