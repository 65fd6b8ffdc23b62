package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dendro/backend/archive"
	"dendro/backend/internal/plain"
	"dendro/backend/library"
	"dendro/backend/settings"
)

// keeping holds the command line of keep.
type keeping struct {
	*options
	all, due, starred, more, dryRun, json bool
	project                               string
}

func keepCommand(o *options) *cobra.Command {
	k := &keeping{options: o}
	cmd := &cobra.Command{
		Use:   "keep [SESSION]...",
		Short: "Copy sessions into the archive, which Claude Code does not delete",
		Long: "Copies the transcript of a session with its agents, outputs, checkpoints and plans into\n" +
			"Dendro's archive, a plain directory. A file that does not continue what is kept of it is kept\n" +
			"beside that. --due is for a timer: it keeps what the settings of the window ask for.",
		RunE: func(cmd *cobra.Command, args []string) error { return k.run(cmd.Context(), args) },
	}
	flags := cmd.Flags()
	flags.BoolVar(&k.all, "all", false, "keep every session")
	flags.BoolVar(&k.due, "due", false, "keep the sessions that expire within a week, as the settings say")
	flags.BoolVar(&k.starred, "starred", false, "keep the sessions of starred chats")
	flags.StringVar(&k.project, "project", "", "keep the sessions of projects whose path contains `TEXT`")
	flags.BoolVar(&k.more, "more", false, "keep more than 3 older versions of a file")
	flags.BoolVar(&k.dryRun, "dry-run", false, "only print which sessions would be kept")
	flags.BoolVar(&k.json, "json", false, "print one JSON document")
	return cmd
}

// keptNow is a session in the answer of keep.
type keptNow struct {
	Session   string         `json:"session"`
	Project   string         `json:"project"`
	Title     string         `json:"title"`
	Why       archive.Reason `json:"why"`
	Bytes     int64          `json:"bytes"`  // of all files
	Stored    int64          `json:"stored"` // how many bytes were written
	Cloned    int64          `json:"cloned"` // how many more share blocks with Claude Code's files
	Unchanged bool           `json:"unchanged"`
	Older     []string       `json:"older,omitempty"`   // versions that the new files do not continue
	Shorter   []string       `json:"shorter,omitempty"` // files of which the archive has more than the disk
	Unread    []unread       `json:"unread,omitempty"`  // files that could not be kept
	Error     string         `json:"error,omitempty"`
}

// unread is a file that could not be kept as it is now.
type unread struct {
	Path  string `json:"path"`
	Cause string `json:"cause"`
}

type keepDocument struct {
	Schema   int       `json:"schema"`
	DryRun   bool      `json:"dryRun"`
	Sessions []keptNow `json:"sessions"`
	Size     int64     `json:"size"` // of the archive
}

func (k *keeping) run(ctx context.Context, args []string) error {
	if len(args) == 0 && !k.all && !k.due && !k.starred && k.project == "" {
		return usagef("name sessions, or --all, --due, --starred or --project")
	}
	if k.demo {
		return usagef("the demo history is not kept")
	}
	lib, err := k.open(ctx)
	if err != nil {
		return err
	}
	keeper, saved := library.NewKeeper(lib), settings.OpenOwn(k.env.Disk).Get()
	wanted, err := k.wanted(ctx, lib, keeper, saved, args)
	if err != nil {
		return err
	}
	doc := keepDocument{Schema: 1, DryRun: k.dryRun, Sessions: []keptNow{}}
	batch, err := keeper.Archive().Batch(int64(saved.KeepLimit) << 30)
	if err != nil {
		return err
	}
	failed := 0
	for _, w := range wanted {
		now := k.one(ctx, lib, keeper, batch, w)
		if now.Error != "" || len(now.Unread) > 0 {
			failed++
		}
		doc.Sessions = append(doc.Sessions, now)
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	if doc.Size, err = keeper.Archive().Size(); err != nil {
		return err
	}
	if k.json {
		err = k.printJSON(doc)
	} else {
		_, err = fmt.Fprint(k.env.Stdout, keepText(doc))
		err = written(err)
	}
	if err == nil && failed > 0 {
		err = fmt.Errorf("%s could not be kept whole", count(failed, "session", "sessions"))
	}
	return err
}

// wanted returns the sessions to keep, each once.
func (k *keeping) wanted(ctx context.Context, lib *library.Library, keeper *library.Keeper, saved settings.Settings, args []string) ([]library.Due, error) {
	var all []library.Due
	for _, name := range args {
		id, err := lib.Names.Resolve(name)
		if err != nil {
			return nil, err
		}
		all = append(all, library.Due{Session: id, Why: archive.ByHand})
	}
	starred := lib.Noter.Noted().Starred()
	for _, chat := range lib.Chats() {
		star := k.starred && slices.Contains(starred, chat.ID)
		project := k.project != "" && strings.Contains(chat.Project, k.project)
		for _, s := range chat.Sessions {
			if (k.all || star || project) && !keeper.OnlyKept(s) {
				all = append(all, library.Due{Session: s.ID, Why: archive.ByHand})
			}
		}
	}
	if k.due {
		choice := library.Keeping(saved.Keep)
		if choice == library.KeepUnasked {
			choice = library.KeepAll
		}
		due, err := keeper.Due(ctx, choice, starred)
		if err != nil {
			return nil, err
		}
		all = append(all, due...)
	}
	seen := map[string]bool{}
	return slices.DeleteFunc(all, func(d library.Due) bool {
		was := seen[d.Session]
		seen[d.Session] = true
		return was
	}), nil
}

// one keeps one session.
func (k *keeping) one(ctx context.Context, lib *library.Library, keeper *library.Keeper, batch *archive.Batch, d library.Due) keptNow {
	now := keptNow{Session: d.Session, Why: d.Why}
	if chat, s, err := lib.Session(d.Session); err == nil {
		now.Project, now.Title, now.Bytes = chat.Project, s.Name, s.Source.Size
	}
	if k.dryRun {
		return now
	}
	added, err := keeper.Keep(ctx, batch, d.Session, d.Why, k.more)
	if err != nil {
		now.Error = plain.Line(err.Error())
		return now
	}
	now.Bytes, now.Stored, now.Cloned, now.Unchanged = added.Session.Bytes(), added.Stored, added.Cloned, added.Unchanged
	now.Shorter = added.Shorter
	for _, f := range added.Replaced {
		now.Older = append(now.Older, f.Path)
	}
	for _, u := range added.Unkept {
		now.Unread = append(now.Unread, unread{u.Path, plain.Line(u.Cause.Error())})
	}
	return now
}

func keepText(doc keepDocument) string {
	var b strings.Builder
	for _, s := range doc.Sessions {
		state := fmt.Sprintf("kept, %s for %s", size(s.Stored), size(s.Bytes))
		if s.Cloned > 0 {
			state += ", " + size(s.Cloned) + " shared"
		}
		switch {
		case s.Error != "":
			state = "not kept: " + s.Error
		case doc.DryRun:
			state = "would be kept, " + size(s.Bytes)
		case s.Unchanged:
			state = "was kept already"
		}
		fmt.Fprintf(&b, "%s  %s  %s\n", short(s.Session), plain.Cut(plain.Line(s.Title), 50), state)
		for _, path := range s.Older {
			fmt.Fprintf(&b, "  changed, not continued: the older version is kept, too, as %s\n", plain.Line(path))
		}
		for _, path := range s.Shorter {
			fmt.Fprintf(&b, "  shorter than it is in the archive, which stays: %s\n", plain.Line(path))
		}
		for _, u := range s.Unread {
			fmt.Fprintf(&b, "  not kept: %s: %s\n", plain.Line(u.Path), u.Cause)
		}
	}
	fmt.Fprintf(&b, "%s; the archive has %s.\n", count(len(doc.Sessions), "session", "sessions"), size(doc.Size))
	return b.String()
}
