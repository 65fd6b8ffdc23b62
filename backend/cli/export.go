package cli

import (
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"dendro/backend/export"
	"dendro/backend/internal/plain"
	"dendro/backend/session"
)

func exportCommand(o *options) *cobra.Command {
	var file string
	var chat bool
	r := session.ExportRequest{What: session.ExportBranch, Images: true}
	cmd := &cobra.Command{
		Use:   "export SESSION",
		Short: "Export a branch, turn or chat as Markdown, one HTML file, or JSON",
		Args:  oneArg("SESSION"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !slices.Contains(export.Formats(), r.Format) {
				return usagef("--format must be md, html or json, not %q", r.Format)
			}
			turn := cmd.Flags().Changed("turn")
			switch {
			case chat && turn:
				return usagef("--chat and --turn cannot be combined")
			case chat:
				r.What = session.ExportChat
			case turn:
				r.What = session.ExportTurn
			}
			lib, id, err := o.session(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			r.Session = id
			if r.Tip, err = lib.Names.ResolveRecord(id, r.Tip); err != nil {
				return err
			}
			text, err := lib.Exporter.Export(cmd.Context(), r)
			if err != nil {
				return err
			}
			if file == "" || file == "-" || isOutput(o.env.Stdout, file) {
				return written(o.printDocument(text, r.Format))
			}
			return lib.Exporter.SaveExport(cmd.Context(), file, text)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&r.Tip, "tip", "", "export the branch that ends at the record `UUID` (default: where claude would resume)")
	flags.IntVar(&r.Turn, "turn", 0, "export only the `N`th turn of the branch")
	flags.BoolVar(&chat, "chat", false, "export every branch of the session's chat, each record once")
	flags.StringVar(&r.Format, "format", "md", "write `FORMAT`: md, html or json")
	flags.StringVarP(&file, "output", "o", "", "write to `FILE` (default: stdout)")
	flags.BoolVar(&r.Images, "images", true, "include images")
	flags.BoolVar(&r.Thinking, "thinking", false, "include the model's thinking")
	flags.BoolVar(&r.Mask, "mask", false, "redact likely secrets")
	return cmd
}

// isOutput reports whether a path names the program's own output, like /dev/stdout. Opening
// it again would write from its beginning, or replace it.
func isOutput(stdout io.Writer, path string) bool {
	out, ok := stdout.(*os.File)
	if !ok {
		return false
	}
	named, err := os.Stat(path)
	if err != nil {
		return false
	}
	opened, err := out.Stat()
	return err == nil && os.SameFile(named, opened)
}

// printDocument writes a document to stdout. A terminal interprets escape sequences in the
// history, so it gets plain text only.
func (o *options) printDocument(text []byte, format string) (err error) {
	switch {
	case format == "json":
		_, err = jsonWriter{o.env.Stdout}.Write(text)
	case isTerminal(o.env.Stdout):
		_, err = io.WriteString(o.env.Stdout, plain.Text(string(text)))
	default:
		_, err = o.env.Stdout.Write(text)
	}
	return err
}
