package cli

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dendro/backend/chattree"
	"dendro/backend/internal/plain"
	"dendro/backend/library"
	"dendro/backend/search/query"
	"dendro/backend/session"
	"dendro/backend/transcript"
)

// treeDocument is the answer of tree --json.
type treeDocument struct {
	Schema int          `json:"schema"`
	Chats  []placedChat `json:"chats"`
	Totals *treeTotals  `json:"totals,omitempty"`
}

func treeCommand(o *options) *cobra.Command {
	var listing treeListing
	var since string
	var c choice
	cmd := &cobra.Command{
		Use:   "tree",
		Short: "List all chats with their sessions, newest first",
		Args:  noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if since != "" {
				t, ok := query.ParseTime(since, o.env.Now())
				if !ok {
					return usagef("--since must be a date or an age such as 7d, not %q", since)
				}
				c.since = t
			}
			if c.limit < 0 {
				return usagef("--limit must be 0 or more")
			}
			lib, err := o.open(cmd.Context())
			if err != nil {
				return err
			}
			return listing.print(cmd.Context(), o, lib, &c)
		},
	}
	cmd.Flags().BoolVar(&listing.json, "json", false, "print one JSON document")
	cmd.Flags().BoolVar(&listing.table, "table", false, "print one line per session, its values separated by tabs")
	cmd.Flags().StringVar(&listing.columns, "columns", tableDefault, "columns of the table: `NAMES`, separated by commas")
	cmd.Flags().BoolVar(&listing.totals, "totals", false, "add the number of chats and sessions, their tokens, and their first and last day")
	cmd.Flags().BoolVar(&listing.here, "here", false, "list only the project of the current directory")
	cmd.MarkFlagsMutuallyExclusive("json", "table")
	cmd.Flags().StringVar(&c.project, "project", "", "list only projects whose path contains `TEXT`")
	cmd.Flags().StringVar(&c.entrypoint, "entrypoint", "", "list only chats with a session that `NAME` started: cli, sdk-cli, claude-vscode …")
	cmd.Flags().StringVar(&since, "since", "", "list only chats with activity since `TIME`: a date, or an age such as 7d")
	cmd.Flags().IntVar(&c.limit, "limit", 0, "list at most `N` chats, the newest ones; 0: all")
	return cmd
}

// choice selects the chats to list.
type choice struct {
	project string
	// entrypoint begins the name of how a session of the chat was started; "": any.
	entrypoint string
	since      time.Time // earliest end of a chat; zero: any
	limit      int       // 0: all
}

func (c *choice) of(chats []*chattree.Chat) []*chattree.Chat {
	list := []*chattree.Chat{}
	for _, chat := range chats {
		if c.limit > 0 && len(list) == c.limit {
			break
		}
		if (c.since.IsZero() || chat.EndMS >= c.since.UnixMilli()) && transcript.InProject(chat.Project, c.project) && c.startedSo(chat) {
			list = append(list, chat)
		}
	}
	return list
}

// startedSo reports whether a session of the chat has the chosen entrypoint.
func (c *choice) startedSo(chat *chattree.Chat) bool {
	return c.entrypoint == "" || slices.ContainsFunc(chat.Sessions, func(s *chattree.Session) bool {
		return strings.HasPrefix(s.Source.Summary.Entrypoint, strings.ToLower(c.entrypoint))
	})
}

// treeText prints chats by project, newest first: one line per session, children indented
// below their parent.
func treeText(chats []*chattree.Chat, now time.Time) string {
	if len(chats) == 0 {
		return "No sessions.\n"
	}
	var projects []string // in the order of their newest chats
	of := map[string][]*chattree.Chat{}
	for _, c := range chats {
		project := c.ListedIn()
		if of[project] == nil {
			projects = append(projects, project)
		}
		of[project] = append(of[project], c)
	}
	var b strings.Builder
	for i, project := range projects {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s\n", plain.Line(project))
		for _, c := range of[project] {
			drawChat(&b, c, now)
		}
	}
	return b.String()
}

func drawChat(b *strings.Builder, c *chattree.Chat, now time.Time) {
	d := drawing{b: b, children: map[string][]*chattree.Session{}, now: now}
	if c.Repository != "" {
		d.worktree = plain.Line(library.WorktreeName(c.Project, c.Repository))
	}
	for _, s := range c.Sessions {
		parent := ""
		if s.Parent != nil {
			parent = *s.Parent
		}
		d.children[parent] = append(d.children[parent], s)
	}
	roots := d.children[""]
	if len(roots) > 0 && roots[0].MissingParent != "" {
		fmt.Fprintf(b, "  %s  (missing)\n", short(roots[0].MissingParent))
		d.below(roots, "  ")
		return
	}
	for _, s := range roots {
		d.line(s, "  ", "")
		d.below(d.children[s.ID], "  ")
	}
}

type drawing struct {
	b        *strings.Builder
	children map[string][]*chattree.Session
	now      time.Time
	worktree string // the name of the chat's worktree, or ""
}

func (d *drawing) below(list []*chattree.Session, indent string) {
	for i, s := range list {
		branch, next := "├─ ", "│  "
		if i == len(list)-1 {
			branch, next = "└─ ", "   "
		}
		d.line(s, indent, branch)
		d.below(d.children[s.ID], indent+next)
	}
}

func (d *drawing) line(s *chattree.Session, indent, branch string) {
	notes := []string{when(string(s.End), d.now), count(s.Prompts, "prompt", "prompts")}
	if s.Source.Unread {
		notes = notes[:1]
	}
	if s.Relation != chattree.RelationRoot {
		notes = append(notes, s.Relation)
	}
	if s.Without != nil {
		notes = append(notes, "without "+session.Says(*s.Without).String())
	}
	if branch == "" && d.worktree != "" {
		notes = append(notes, "worktree "+d.worktree)
	}
	if s.CopyOf != "" {
		notes = append(notes, "copy")
	}
	if s.Superseded {
		notes = append(notes, "superseded")
	}
	for _, n := range []struct {
		n         int
		one, many string
	}{{len(s.Rewinds), "rewind", "rewinds"}, {len(s.Compactions), "compaction", "compactions"}, {s.Agents, "agent", "agents"}} {
		if n.n > 0 {
			notes = append(notes, count(n.n, n.one, n.many))
		}
	}
	fmt.Fprintf(d.b, "%s%s%s  %s  %s\n", indent, branch, short(s.ID), plain.Cut(plain.Line(s.Name), 60), strings.Join(notes, " · "))
}

// short returns a prefix of an id that is unique in practice, with a copy's number.
func short(id string) string {
	if session, number, copied := strings.Cut(id, "~"); len(session) == 36 && session[8] == '-' {
		id = session[:8]
		if copied {
			id += "~" + number
		}
	}
	return plain.Line(id)
}
