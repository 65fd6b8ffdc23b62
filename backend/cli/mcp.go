package cli

import (
	"fmt"
	"io"
	"os"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"

	"dendro/backend/chattree"
	"dendro/backend/mcp"
	"dendro/backend/version"
)

func mcpCommand(o *options) *cobra.Command {
	var all bool
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Let Claude look up earlier sessions: an MCP server on stdin and stdout",
		Long: `Let Claude look up earlier sessions: an MCP server on stdin and stdout.

It only reads, and answers for the project of the current directory. Likely
secrets are masked as in exports. To add it to Claude Code:

  claude mcp add dendro -- dendro mcp`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.env.Interactive {
				fmt.Fprintln(o.env.Stderr, "dendro: waiting for an MCP client on stdin; to add it to Claude Code: claude mcp add dendro -- dendro mcp")
			}
			o.index = true
			h := &mcp.Histories{Open: o.open, Now: o.env.Now, Within: projectHere}
			if all {
				h.Within = anyProject
			}
			server := mcp.NewServer(h, version.This().Version)
			err := server.Run(cmd.Context(), &sdk.IOTransport{Reader: os.Stdin, Writer: openWriter{o.env.Stdout}})
			if cmd.Context().Err() == nil { // a client ends its servers by a signal
				return err
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&all, "all", false, "answer for all projects")
	return cmd
}

// projectHere selects the chats of the current directory's project.
func projectHere(chats []*chattree.Chat) (func(project, repository string) bool, error) {
	key, err := here(chats)
	return func(project, repository string) bool { return inProject(key, project, repository) }, err
}

func anyProject([]*chattree.Chat) (func(project, repository string) bool, error) {
	return func(string, string) bool { return true }, nil
}

// openWriter is a writer that the transport can't close.
type openWriter struct{ io.Writer }

// Close implements io.Closer.
func (openWriter) Close() error { return nil }
