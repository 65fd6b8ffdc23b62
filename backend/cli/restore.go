package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dendro/backend/internal/plain"
	"dendro/backend/library"
)

// errAsk is the error of a command that changes something and was not told to go on.
var errAsk = errors.New("nothing was changed; add --yes to go on")

func restoreCommand(o *options) *cobra.Command {
	var asJSON, dryRun, yes bool
	var to string
	cmd := &cobra.Command{
		Use:   "restore SESSION",
		Short: "Put a kept session back where Claude Code finds it",
		Long: "Creates the files of a kept session in the Claude directory that it was in. It prints the\n" +
			"paths first, and writes with --yes only. An existing file is never replaced.",
		Args: oneArg("SESSION"),
		RunE: func(cmd *cobra.Command, args []string) error {
			done, err := o.planRestore(cmd.Context(), args[0], to)
			if err != nil {
				return err
			}
			write := yes && !dryRun
			if write {
				if done, err = library.NewKeeper(o.lib).Restore(cmd.Context(), done); err != nil {
					return err
				}
			}
			if asJSON {
				err = o.printJSON(restoreDocument{1, !write, done})
			} else {
				_, err = fmt.Fprint(o.env.Stdout, restoreText(done, write, o.env.Now()))
				err = written(err)
			}
			if err == nil && !write && !dryRun {
				err = errAsk
			}
			return err
		},
	}
	cmd.Flags().StringVar(&to, "to", "", "restore to `DIR`: another Claude config directory, or an empty one")
	cmd.Flags().BoolVar(&yes, "yes", false, "write the files")
	cmd.Flags().BoolVar(&dryRun, "dry-run", false, "only print which files would be written")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON document")
	return cmd
}

// planRestore finds a kept session and plans its restore.
func (o *options) planRestore(ctx context.Context, name, to string) (library.Restoring, error) {
	lib, err := o.open(ctx)
	if err != nil {
		return library.Restoring{}, err
	}
	keeper := library.NewKeeper(lib)
	s, version, err := keeper.Find(ctx, name)
	if err != nil {
		return library.Restoring{}, err
	}
	if to != "" {
		if to, err = filepath.Abs(to); err != nil {
			return library.Restoring{}, err
		}
	}
	return keeper.PlanRestore(ctx, s, version, to)
}

type restoreDocument struct {
	Schema int  `json:"schema"`
	DryRun bool `json:"dryRun"`
	library.Restoring
}

func restoreText(r library.Restoring, wrote bool, now time.Time) string {
	var b strings.Builder
	for _, path := range r.Paths {
		fmt.Fprintf(&b, "%s\n", plain.Line(path))
	}
	if n := len(r.There); n > 0 {
		fmt.Fprintf(&b, "%s there already.\n", count(n, "file is", "files are"))
	}
	if r.Aside != "" {
		fmt.Fprintf(&b, "The file that is there holds no conversation. It is moved to the archive: %s\n", plain.Line(r.Aside))
	}
	verb := "Would write"
	if wrote {
		verb = "Wrote"
	}
	fmt.Fprintf(&b, "%s %s, %s. Claude Code may delete the session again from %s on.\n", verb, count(len(r.Paths), "file", "files"), size(r.Bytes), when(r.Expires.Format(time.RFC3339), now))
	return b.String()
}
