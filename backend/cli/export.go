package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"dendro/backend/export"
	"dendro/backend/library"
)

func exportCommand(o *options) *cobra.Command {
	var tip, format, file string
	var thinking, mask bool
	cmd := &cobra.Command{
		Use:   "export SESSION",
		Short: "One branch as Markdown, one HTML file, or JSON",
		Args:  oneArg("SESSION"),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch format {
			case "md", "html", "json":
			default:
				return usagef("--format is md, html or json, not %q", format)
			}
			lib, err := o.open(cmd.Context())
			if err != nil {
				return err
			}
			id, err := lib.Resolve(args[0])
			if err != nil {
				return err
			}
			doc, err := document(cmd.Context(), lib, id, tip)
			if err != nil {
				return err
			}
			text, err := render(doc, format, export.Options{
				Thinking: thinking, Mask: mask,
				Picture: func(uuid string, index int) (export.Picture, bool) {
					p, err := lib.Picture(cmd.Context(), id, uuid, index)
					return export.Picture{Type: p.Type, Data: p.Bytes}, err == nil
				},
			})
			if err != nil {
				return err
			}
			if file == "" || file == "-" {
				_, err = o.env.Stdout.Write(text)
				return written(err)
			}
			return writeFile(file, text)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&tip, "tip", "", "uuid of the record the branch ends at (default: where claude would resume)")
	flags.StringVar(&format, "format", "md", "md, html or json")
	flags.StringVarP(&file, "output", "o", "", "the file to write (default: stdout)")
	flags.BoolVar(&thinking, "thinking", false, "with the model's thinking")
	flags.BoolVar(&mask, "mask", false, "hide what looks like a secret")
	return cmd
}

// document reads a branch in full.
func document(ctx context.Context, lib *library.Library, id, tip string) (*export.Document, error) {
	t, err := lib.Thread(ctx, id, tip)
	if err != nil {
		return nil, err
	}
	rows, err := t.All(ctx)
	if err != nil {
		return nil, err
	}
	_, s, err := lib.Session(id)
	if err != nil {
		return nil, err
	}
	return &export.Document{
		Session: id, Title: s.Title, Project: s.CWD, Tip: t.Tip, Continues: t.Continues, Rows: rows,
	}, nil
}

func render(doc *export.Document, format string, opt export.Options) ([]byte, error) {
	switch format {
	case "html":
		return export.HTML(doc, opt)
	case "json":
		return export.JSON(doc, opt)
	default:
		return export.Markdown(doc, opt), nil
	}
}

// writeFile writes a document for its owner alone: a conversation is private.
// A half-written file never takes the place of a whole one.
func writeFile(name string, text []byte) error {
	tmp, err := os.CreateTemp(filepath.Dir(name), ".dendro-*")
	if err != nil {
		return fmt.Errorf("write the document: %w", err)
	}
	defer os.Remove(tmp.Name())
	if _, err = tmp.Write(text); err == nil {
		err = tmp.Close()
	} else {
		_ = tmp.Close()
	}
	if err == nil {
		err = os.Rename(tmp.Name(), name)
	}
	if err != nil {
		return fmt.Errorf("write the document: %w", err)
	}
	return nil
}
