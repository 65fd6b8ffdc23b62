package cli

import (
	"io"
	"slices"

	"github.com/spf13/cobra"

	"dendro/backend/export"
	"dendro/backend/library"
)

func exportCommand(o *options) *cobra.Command {
	var file string
	var chat bool
	r := library.ExportRequest{What: library.ExportBranch, Images: true}
	cmd := &cobra.Command{
		Use:   "export SESSION",
		Short: "One branch, turn or chat as Markdown, one HTML file, or JSON",
		Args:  oneArg("SESSION"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !slices.Contains(export.Formats(), r.Format) {
				return usagef("--format is md, html or json, not %q", r.Format)
			}
			turn := cmd.Flags().Changed("turn")
			switch {
			case chat && turn:
				return usagef("--chat and --turn exclude each other")
			case chat:
				r.What = library.ExportChat
			case turn:
				r.What = library.ExportTurn
			}
			lib, id, err := o.session(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			r.Session = id
			text, err := lib.Export(cmd.Context(), r)
			if err != nil {
				return err
			}
			if file == "" || file == "-" {
				return written(o.printDocument(text, r.Format))
			}
			return lib.SaveExport(file, text)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&r.Tip, "tip", "", "uuid of the record the branch ends at (default: where claude would resume)")
	flags.IntVar(&r.Turn, "turn", 0, "only this turn of the branch, counted from 1")
	flags.BoolVar(&chat, "chat", false, "every branch of the session's chat, each record once")
	flags.StringVar(&r.Format, "format", "md", "md, html or json")
	flags.StringVarP(&file, "output", "o", "", "the file to write (default: stdout)")
	flags.BoolVar(&r.Images, "images", true, "with images")
	flags.BoolVar(&r.Thinking, "thinking", false, "with the model's thinking")
	flags.BoolVar(&r.Mask, "mask", false, "hide what looks like a secret")
	return cmd
}

// printDocument writes a document to stdout. A terminal would act on what the
// history says: it gets no more than text.
func (o *options) printDocument(text []byte, format string) (err error) {
	switch {
	case format == "json":
		_, err = jsonWriter{o.env.Stdout}.Write(text)
	case isTerminal(o.env.Stdout):
		_, err = io.WriteString(o.env.Stdout, clean(string(text)))
	default:
		_, err = o.env.Stdout.Write(text)
	}
	return err
}
