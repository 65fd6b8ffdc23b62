package catalog

import (
	"cmp"
	"slices"
	"time"

	"dendro/backend/chattree"
	"dendro/backend/internal/sorted"
)

// draft is the next snapshot while it is made. What its lists consist of is
// replaced, not changed: older snapshots have it, too.
type draft struct {
	Snapshot
	projects map[string]int // by how many chats
	loose    bool           // there are agents in no session's directory
	since    time.Time      // when Recent was looked at last
}

// putChats makes chats those of the draft: from one list to the next it looks at what
// has changed.
func (d *draft) putChats(chats []*chattree.Chat, now time.Time) {
	gone, came := chattree.Changed(d.Chats, chats)
	var members sorted.Difference[Member]
	if d.projects == nil {
		d.projects = map[string]int{}
	}
	left := make(map[*chattree.Chat]bool, len(gone))
	for _, c := range gone {
		left[c] = true
		d.count(c, -1)
		members.Gone = appendMembers(members.Gone, c)
	}
	for _, c := range came {
		d.count(c, 1)
		members.Came = appendMembers(members.Came, c)
	}
	d.Chats, d.Totals.Projects = chats, len(d.projects)
	d.members = sorted.Merge(d.members, members, func(a, b Member) int { return cmp.Compare(a.Session.ID, b.Session.ID) })
	candidates := append(slices.Clone(d.Recent), members.Came...)
	if now.Before(d.since) { // somebody has set the clock
		candidates = slices.Clone(d.members)
	}
	d.since = now
	d.Recent = slices.DeleteFunc(candidates, func(m Member) bool {
		return left[m.Chat] || now.Sub(m.Session.Source.ModTime) >= RecentFor
	})
}

func appendMembers(list []Member, c *chattree.Chat) []Member {
	for _, s := range c.Sessions {
		list = append(list, Member{c, s})
	}
	return list
}

func (d *draft) count(c *chattree.Chat, by int) {
	if d.projects[c.Project] += by; d.projects[c.Project] == 0 {
		delete(d.projects, c.Project)
	}
	d.Totals.Chats += by
	d.Totals.Sessions += by * len(c.Sessions)
	d.Totals.Agents += by * c.Agents
	d.Totals.Malformed += by * c.Malformed
}
