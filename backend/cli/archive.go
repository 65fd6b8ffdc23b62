package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dendro/backend/archive"
	"dendro/backend/catalog"
	"dendro/backend/internal/disk"
	"dendro/backend/library"
	"dendro/backend/scan"
	"dendro/backend/settings"
)

// OwnUnpacked returns the archive of the user who runs this process, with the directory for
// the sessions that are only there.
func OwnUnpacked(now func() time.Time, prober *disk.Prober) *archive.Unpacked {
	data := settings.DataDir(prober)
	return archive.NewUnpacked(archive.New(data.Sub("archive"), now), data.Sub("unpacked"))
}

// keeper returns a Keeper without histories.
func (o *options) keeper() *library.Keeper {
	return library.NewKeeper(library.New(library.Options{
		Options: catalog.Options{Now: o.env.Now, Disk: o.env.Disk}, Managed: library.ManagedSettings(),
		Unpacked: OwnUnpacked(o.env.Now, o.env.Disk),
	}))
}

// keptRoots returns the roots of the sessions that are only in the archive: of those that
// were in the named roots, or of all if none is named. An archive that cannot be read costs
// its sessions.
func (o *options) keptRoots(ctx context.Context, kept *archive.Unpacked, roots []scan.Root) []scan.Root {
	var named []string
	if len(o.roots) > 0 {
		for _, r := range roots {
			named = append(named, r.Path)
		}
	}
	unpacked, err := library.NewKeeper(library.New(library.Options{Unpacked: kept})).Unpack(ctx, named)
	if err != nil {
		fmt.Fprintf(o.env.Stderr, "dendro: archive: %s\n", oneLine(err.Error()))
	}
	var all []scan.Root
	for _, path := range unpacked {
		all = append(all, scan.Root{Path: path})
	}
	return all
}

// keeping holds the command line of keep.
type keeping struct {
	*options
	all, due, starred, dryRun, json bool
	project                         string
}

func keepCommand(o *options) *cobra.Command {
	k := &keeping{options: o}
	cmd := &cobra.Command{
		Use:   "keep [SESSION]...",
		Short: "Copy sessions into the archive, which Claude Code does not delete",
		Long: "Copies the transcript of a session with its agents, outputs, checkpoints and plans into\n" +
			"Dendro's archive. What it has already is not stored again. --due is for a timer: it keeps\n" +
			"what the settings of the window ask for, before it expires.",
		RunE: func(cmd *cobra.Command, args []string) error { return k.run(cmd.Context(), args) },
	}
	flags := cmd.Flags()
	flags.BoolVar(&k.all, "all", false, "keep every session")
	flags.BoolVar(&k.due, "due", false, "keep the sessions that expire within a week, as the settings say; without settings: all of them")
	flags.BoolVar(&k.starred, "starred", false, "keep the sessions of starred chats")
	flags.StringVar(&k.project, "project", "", "keep the sessions of projects whose path contains this")
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
	Stored    int64          `json:"stored"` // how much the archive grew
	Unchanged bool           `json:"unchanged"`
	Error     string         `json:"error,omitempty"`
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
	failed := 0
	for _, w := range wanted {
		now := k.one(ctx, lib, keeper, w, int64(saved.KeepLimit)<<30)
		if now.Error != "" {
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
		err = fmt.Errorf("%s could not be kept", count(failed, "session"))
	}
	return err
}

// wanted returns the sessions to keep, each once.
func (k *keeping) wanted(ctx context.Context, lib *library.Library, keeper *library.Keeper, saved settings.Settings, args []string) ([]library.Due, error) {
	var all []library.Due
	for _, name := range args {
		id, err := lib.Resolve(name)
		if err != nil {
			return nil, err
		}
		all = append(all, library.Due{Session: id, Why: archive.ByHand})
	}
	for _, chat := range lib.Chats() {
		star := k.starred && slices.Contains(saved.Starred, chat.ID)
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
		due, err := keeper.Due(ctx, choice, saved.Starred)
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
func (k *keeping) one(ctx context.Context, lib *library.Library, keeper *library.Keeper, d library.Due, limit int64) keptNow {
	now := keptNow{Session: d.Session, Why: d.Why}
	if chat, s, err := lib.Session(d.Session); err == nil {
		now.Project, now.Title, now.Bytes = chat.Project, chat.Title, s.Source.Size
	}
	if k.dryRun {
		return now
	}
	added, err := keeper.Keep(ctx, d.Session, d.Why, limit)
	if err != nil {
		now.Error = oneLine(err.Error())
		return now
	}
	now.Bytes, now.Stored, now.Unchanged = added.Session.Bytes(), added.Stored, added.Unchanged
	return now
}

func keepText(doc keepDocument) string {
	var b strings.Builder
	for _, s := range doc.Sessions {
		state := fmt.Sprintf("kept, %s for %s", size(s.Stored), size(s.Bytes))
		switch {
		case s.Error != "":
			state = "not kept: " + s.Error
		case doc.DryRun:
			state = "would be kept, " + size(s.Bytes)
		case s.Unchanged:
			state = "was kept already"
		}
		fmt.Fprintf(&b, "%s  %s  %s\n", short(s.Session), cut(oneLine(s.Title), 50), state)
	}
	fmt.Fprintf(&b, "%s; the archive has %s.\n", count(len(doc.Sessions), "session"), size(doc.Size))
	return b.String()
}

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
			fmt.Fprintf(&b, "%s\n", oneLine(project))
		}
		note := ""
		if s.Only {
			note = "  only here"
		}
		fmt.Fprintf(&b, "  %s  %s  %s, kept %s%s\n", short(s.Session), cut(oneLine(s.Title), 50), size(s.Bytes), when(s.Kept, now), note)
		for _, path := range s.Damaged {
			fmt.Fprintf(&b, "    damaged: %s\n", oneLine(path))
		}
	}
	fmt.Fprintf(&b, "%s in %s, %s.\n", count(len(doc.Sessions), "session"), oneLine(doc.Path), size(doc.Size))
	return b.String()
}

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
			keeper := o.keeper()
			s, err := keeper.Find(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			write := yes && !dryRun
			do := keeper.PlanRestore
			if write {
				do = keeper.Restore
			}
			done, err := do(cmd.Context(), s, to)
			if err != nil {
				return err
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
	cmd.Flags().StringVar(&to, "to", "", "restore to another Claude config directory")
	cmd.Flags().BoolVar(&yes, "yes", false, "write the files")
	cmd.Flags().BoolVar(&dryRun, "dry-run", false, "only print which files would be written")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON document")
	return cmd
}

type restoreDocument struct {
	Schema int  `json:"schema"`
	DryRun bool `json:"dryRun"`
	library.Restoring
}

func restoreText(r library.Restoring, wrote bool, now time.Time) string {
	var b strings.Builder
	for _, path := range r.Paths {
		fmt.Fprintf(&b, "%s\n", oneLine(path))
	}
	if n := len(r.There); n > 0 {
		fmt.Fprintf(&b, "%s there already.\n", isAre(n, "file"))
	}
	verb := "Would write"
	if wrote {
		verb = "Wrote"
	}
	fmt.Fprintf(&b, "%s %s. Claude Code may delete the session again from %s on.\n", verb, count(len(r.Paths), "file"), when(r.Expires, now))
	return b.String()
}

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
	Only    bool   `json:"only"` // it exists nowhere else
}

type dropDocument struct {
	Schema   int              `json:"schema"`
	DryRun   bool             `json:"dryRun"`
	Sessions []droppedSession `json:"sessions"`
	Freed    int64            `json:"freed"` // by how much the archive shrank
}

func (o *options) drop(ctx context.Context, names []string, write bool) (dropDocument, error) {
	keeper := o.keeper()
	doc := dropDocument{Schema: 1, DryRun: !write, Sessions: []droppedSession{}}
	var keys []string
	for _, name := range names {
		s, err := keeper.Find(ctx, name)
		if err != nil {
			return doc, err
		}
		if !slices.Contains(keys, s.Key()) {
			keys = append(keys, s.Key())
			doc.Sessions = append(doc.Sessions, droppedSession{s.ID, s.Title, s.Bytes(), keeper.Gone(ctx, s)})
		}
	}
	var err error
	if write {
		doc.Freed, err = keeper.Archive().Drop(ctx, keys)
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
		fmt.Fprintf(&b, "%s  %s  %s%s\n", short(s.Session), cut(oneLine(s.Title), 50), size(s.Bytes), note)
	}
	if doc.DryRun {
		fmt.Fprintf(&b, "Would remove %s from the archive.\n", count(len(doc.Sessions), "session"))
	} else {
		fmt.Fprintf(&b, "Removed %s from the archive, which is %s smaller.\n", count(len(doc.Sessions), "session"), size(max(0, doc.Freed)))
	}
	return b.String()
}
