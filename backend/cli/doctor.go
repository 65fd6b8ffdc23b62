package cli

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dendro/backend/internal/plain"
	"dendro/backend/library"
	"dendro/backend/scan"
	"dendro/backend/session"
	"dendro/backend/settings"
	"dendro/backend/support"
	"dendro/backend/version"
)

// doctorAnswer is the output of doctor, with Dendro's version.
type doctorAnswer struct {
	library.Report
	NotRead []string     `json:"notRead"` // directories like the roots that nobody reads
	Program version.Info `json:"program"`
}

func doctorCommand(o *options) *cobra.Command {
	var asJSON, forReport bool
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Check the histories: contents, unreadable files, sessions that expire soon",
		Args:  noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if asJSON && forReport {
				return usagef("--json and --report exclude each other")
			}
			o.reports = true
			lib, err := o.open(cmd.Context())
			if err != nil {
				return err
			}
			if forReport {
				_, err := fmt.Fprint(o.env.Stdout, o.supportFacts(cmd.Context(), lib))
				return written(err)
			}
			report, notRead := lib.Doctor(), o.notRead(lib)
			if asJSON {
				return o.printJSON(doctorAnswer{report, notRead, version.This()})
			}
			_, err = fmt.Fprintf(o.env.Stdout, "%s\nDendro %s\n", doctorText(report, notRead), version.This())
			return written(err)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON document")
	cmd.Flags().BoolVar(&forReport, "report", false, "print what a bug report needs: versions and counts, without paths, names or texts")
	return cmd
}

func (o *options) supportFacts(ctx context.Context, lib *library.Library) support.Facts {
	saved := settings.OpenOwn(o.env.Disk).Get()
	return support.Collect(ctx, support.Source{
		Library: lib, CacheDir: CacheDir(),
		Terminals: o.env.Launcher.Terminals(saved.CustomTerminal), Client: string(o.env.Launcher.Version(ctx, saved.Client, "")),
	})
}

// listed is the number of entries per list in the printed report.
const listed = 20

// notRead returns the histories beside the roots, unless the command line names these.
func (o *options) notRead(lib *library.Library) []string {
	if len(o.roots) > 0 || o.demo || o.env.Home == "" {
		return []string{}
	}
	return append([]string{}, scan.NotRead(o.env.Home, lib.Catalog.Snapshot().RootPaths())...)
}

func doctorText(d library.Report, notRead []string) string {
	var b strings.Builder
	for _, r := range d.Roots {
		fmt.Fprintf(&b, "%s\n  %s in %s, %s, %s\n", plain.Line(r.Path),
			count(r.Sessions, "session", "sessions"), count(r.Projects, "project", "projects"), count(r.Agents, "agent", "agents"), size(r.Bytes))
	}
	section(&b, "Not read (add them with --root, or in the settings)", len(notRead), notRead, plain.Line)
	fmt.Fprintf(&b, "\n%s\n", count(d.Records, "record", "records"))
	types := slices.SortedFunc(maps.Keys(d.Types), func(x, y string) int {
		return cmp.Or(cmp.Compare(d.Types[y], d.Types[x]), cmp.Compare(x, y))
	})
	for _, t := range types {
		note := ""
		if d.UnknownTypes[t] > 0 {
			note = "  (unknown type: not shown)"
		}
		fmt.Fprintf(&b, "  %8d  %s%s\n", d.Types[t], plain.Line(cmp.Or(t, "(no type)")), note)
	}
	section(&b, "Malformed lines", len(d.Malformed)+d.MalformedMore, d.Malformed, func(m library.BadRecord) string {
		return fmt.Sprintf("%s:%d: %s", plain.Line(m.File), m.Line, plain.Line(m.Error.String()))
	})
	section(&b, "Unreadable files", len(d.Unreadable), d.Unreadable, func(u session.Unreadable) string {
		return fmt.Sprintf("%s: %s", plain.Line(u.Path), plain.Line(u.Error.String()))
	})
	section(&b, "Files with the same session id", len(d.Duplicates), d.Duplicates, func(c library.Duplicate) string {
		if c.Copy == "" {
			return fmt.Sprintf("%s: duplicate", plain.Line(c.File))
		}
		return fmt.Sprintf("%s: %s of its own, shown as %s", plain.Line(c.File), count(c.Own, "record", "records"), plain.Line(c.Copy))
	})
	section(&b, "Transcripts in the wrong place", len(d.Misplaced), d.Misplaced, func(m library.Misplaced) string {
		if m.Session != "" {
			return plain.Line(m.File) + ": another version of a session that is in its place; leave it there"
		}
		return plain.Line(m.File) + ": move it to projects/<directory>/ to resume it"
	})
	section(&b, "Agents without a session", len(d.Orphans), d.Orphans, func(a library.Orphan) string {
		return plain.Line(a.File)
	})
	section(&b, "Sessions without a conversation", len(d.Silent), d.Silent, func(s library.Silent) string {
		return fmt.Sprintf("%s: %s", plain.Line(s.File), count(s.Records, "record", "records"))
	})
	section(&b, fmt.Sprintf("Expiring soon (Claude Code keeps sessions for %s%s)", count(d.RetentionDays, "day", "days"), keptBy(d.RetentionFrom)),
		len(d.Expiring), d.Expiring, func(e library.Expiring) string {
			return fmt.Sprintf("%s in %s", plain.Line(e.Session), count(e.Days, "day", "days"))
		})
	if d.Dangling > 0 {
		fmt.Fprintf(&b, "\n%s with a missing parent.\n", count(d.Dangling, "record", "records"))
	}
	if d.Torn > 0 {
		fmt.Fprintf(&b, "\n%s with an unfinished last line: being written, or cut off.\n", count(d.Torn, "file", "files"))
	}
	if d.Oversized > 0 {
		fmt.Fprintf(&b, "\n%s too long to be read at once.\n", count(d.Oversized, "line", "lines"))
	}
	return b.String()
}

// keptBy names the settings that set the retention of sessions.
func keptBy(r library.Retention) string {
	if r.File == "" {
		return " by default"
	}
	return fmt.Sprintf(", as %s says", plain.Line(r.File))
}

// section prints the beginning of a list unless it is empty.
func section[T any](b *strings.Builder, title string, total int, list []T, line func(T) string) {
	if total == 0 {
		return
	}
	fmt.Fprintf(b, "\n%s: %d\n", title, total)
	for _, e := range list[:min(listed, len(list))] {
		fmt.Fprintf(b, "  %s\n", line(e))
	}
	if more := total - min(listed, len(list)); more > 0 {
		fmt.Fprintf(b, "  … and %d more\n", more)
	}
}
