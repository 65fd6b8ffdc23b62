package cli

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dendro/backend/chattree"
)

// treeDocument is the answer of tree --json.
type treeDocument struct {
	Schema int              `json:"schema"`
	Chats  []*chattree.Chat `json:"chats"`
}

func treeCommand(o *options) *cobra.Command {
	var asJSON bool
	var project string
	cmd := &cobra.Command{
		Use:   "tree",
		Short: "All chats with their sessions: what was resumed or forked from what",
		Args:  noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			lib, err := o.open(cmd.Context())
			if err != nil {
				return err
			}
			doc := treeDocument{Schema: 1, Chats: []*chattree.Chat{}}
			for _, c := range lib.Chats() {
				if strings.Contains(strings.ToLower(c.Project), strings.ToLower(project)) {
					doc.Chats = append(doc.Chats, c)
				}
			}
			if asJSON {
				return o.printJSON(doc)
			}
			_, err = fmt.Fprint(o.env.Stdout, treeText(doc.Chats, o.env.Now()))
			return written(err)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "one JSON document")
	cmd.Flags().StringVar(&project, "project", "", "only projects whose path contains this")
	return cmd
}

// treeText draws chats for a terminal, by project, newest first: a line a
// session, children indented below their parent.
func treeText(chats []*chattree.Chat, now time.Time) string {
	if len(chats) == 0 {
		return "No sessions.\n"
	}
	var projects []string // in the order of their newest chats
	of := map[string][]*chattree.Chat{}
	for _, c := range chats {
		if of[c.Project] == nil {
			projects = append(projects, c.Project)
		}
		of[c.Project] = append(of[c.Project], c)
	}
	var b strings.Builder
	for i, project := range projects {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s\n", oneLine(project))
		for _, c := range of[project] {
			drawChat(&b, c, now)
		}
	}
	return b.String()
}

func drawChat(b *strings.Builder, c *chattree.Chat, now time.Time) {
	d := drawing{b: b, children: map[string][]*chattree.Session{}, now: now}
	for _, s := range c.Sessions {
		parent := ""
		if s.Parent != nil {
			parent = *s.Parent
		}
		d.children[parent] = append(d.children[parent], s)
	}
	roots := d.children[""]
	if len(roots) > 0 && roots[0].MissingParent != "" {
		fmt.Fprintf(b, "  %s  (no longer there)\n", short(roots[0].MissingParent))
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
	notes := []string{when(string(s.End), d.now), count(s.Prompts, "prompt")}
	if s.Relation != chattree.RelationRoot {
		notes = append(notes, s.Relation)
	}
	if s.Superseded {
		notes = append(notes, "superseded")
	}
	for _, n := range []struct {
		n    int
		noun string
	}{{len(s.Rewinds), "rewind"}, {len(s.Compactions), "compaction"}, {s.Agents, "agent"}} {
		if n.n > 0 {
			notes = append(notes, count(n.n, n.noun))
		}
	}
	fmt.Fprintf(d.b, "%s%s%s  %s  %s\n", indent, branch, short(s.ID), cut(oneLine(s.Name), 60), strings.Join(notes, " · "))
}

// short returns the part of an id that names it in practice.
func short(id string) string {
	if len(id) == 36 && id[8] == '-' {
		id = id[:8]
	}
	return oneLine(id)
}
