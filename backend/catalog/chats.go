package catalog

import (
	"time"

	"dendro/backend/chattree"
)

// draft is the next snapshot while it is made. What its lists consist of is
// replaced, not changed: older snapshots have it, too.
type draft struct {
	Snapshot
	loose bool // there are agents in no session's directory
}

// putChats makes chats those of the draft.
func (d *draft) putChats(chats []*chattree.Chat, now time.Time) {
	d.Chats, d.Recent = chats, nil
	d.members = make(map[string]Member, len(chats))
	projects := map[string]bool{}
	totals := Totals{Bytes: d.Totals.Bytes, Chats: len(chats)}
	for _, c := range chats {
		projects[c.Project] = true
		totals.Sessions += len(c.Sessions)
		totals.Agents += c.Agents
		totals.Malformed += c.Malformed
		for _, s := range c.Sessions {
			m := Member{c, s}
			d.members[s.ID] = m
			if now.Sub(s.Source.ModTime) < RecentFor {
				d.Recent = append(d.Recent, m)
			}
		}
	}
	totals.Projects = len(projects)
	d.Totals = totals
}
