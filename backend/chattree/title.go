package chattree

import (
	"cmp"
	"slices"

	"dendro/backend/title"
	"dendro/backend/transcript"
)

// retitle recomputes the title that summary records give to the conversation ending at a
// record, in whatever file, and adds the sessions whose title changes to the affected ones.
// The last record of the latest session wins.
func (f *Forest) retitle(p *affected) {
	var telling []*session
	for _, s := range f.sessions {
		if len(s.sum.Titles) > 0 {
			telling = append(telling, s)
		}
	}
	slices.SortFunc(telling, func(a, b *session) int {
		return cmp.Or(cmp.Compare(a.sum.StartMS, b.sum.StartMS), cmp.Compare(a.id, b.id))
	})
	before := f.titles
	f.titles = map[transcript.ID]string{}
	for _, s := range telling {
		for _, t := range s.sum.Titles {
			if !t.Leaf.IsZero() && t.Text != "" {
				f.titles[t.Leaf] = t.Text
			}
		}
	}
	for _, titles := range []map[transcript.ID]string{before, f.titles} {
		for leaf := range titles {
			if before[leaf] != f.titles[leaf] {
				p.includeRelated(f.rels.id(leaf))
			}
		}
	}
}

// title fills in the title of a session. summary is the title that summary records give it,
// from any file.
func (f *Forest) title(l *node, summary string) {
	sum := l.sum
	first := ""
	for _, p := range typed(sum.Prompts) {
		if first = p.Text; first != "" {
			break
		}
	}
	l.out.Title, l.out.TitleFrom = "", TitleNone
	for _, t := range []struct{ text, from string }{
		{sum.CustomTitle, TitleCustom},
		{l.files[0].Renamed, TitleCustom},
		{l.files[0].About.Title, TitleCard},
		{sum.AITitle, TitleAI},
		{summary, TitleSummary},
		{sum.LastPrompt, TitleLastPrompt},
		{first, TitleFirstPrompt},
	} {
		if t.text != "" {
			l.out.Title, l.out.TitleFrom = t.text, t.from
			break
		}
	}
	l.name()
}

// Untitled is the name of a session without messages, AgentsOnly of one with agents'
// messages only, Unreadable of one whose file cannot be read.
const (
	Untitled   = "Untitled"
	AgentsOnly = "Agents only"
	Unreadable = "Cannot be read"
)

// name fills in the session's displayed name: an assigned title, else its opening. The last
// prompt, which may be its title, describes a conversation less well than the first.
func (l *node) name() {
	l.out.State, l.out.Outcome = standings[l.sum.Outcome.State], l.sum.Outcome.Text
	l.out.Name = ""
	if l.out.named() {
		l.out.Name = title.Of(l.out.Title)
	}
	l.out.Name = cmp.Or(l.out.Name, l.opening())
	if l.out.Name == "" {
		l.out.Name = title.Of(l.out.Title)
	}
	switch {
	case l.files[0].Unread:
		l.out.Name = Unreadable
	case l.out.Name != "":
	case l.out.Agents > 0:
		l.out.Name = AgentsOnly
	default:
		l.out.Name = Untitled
	}
}

// opening returns a name from the session's opening: the command that its first turn
// answers, or a prompt. A command without arguments, as "/review", is the same in many
// sessions: the first descriptive prompt follows it.
func (s *session) opening() string {
	if s.sum.Answered && !title.Thin(s.sum.Command) {
		if title.IsBareCommand(s.sum.Command) {
			if said := opens(typed(s.sum.Prompts)); !title.Thin(said) {
				return title.UnderCommand(s.sum.Command, said)
			}
		}
		return s.sum.Command
	}
	return cmp.Or(opens(typed(s.sum.Prompts)), s.sum.Command)
}

// typed returns the prompts to make a title from: those that a person sent, else messages,
// else prompts that were queued and never sent.
func typed(prompts []transcript.Prompt) []transcript.Prompt {
	for _, isOther := range [...]func(transcript.Prompt) bool{
		func(p transcript.Prompt) bool { return p.IsMessage || p.IsUnsent },
		func(p transcript.Prompt) bool { return p.IsUnsent },
	} {
		if !slices.ContainsFunc(prompts, isOther) {
			return prompts
		}
		if own := slices.DeleteFunc(slices.Clone(prompts), isOther); len(own) > 0 {
			return own
		}
	}
	return prompts
}

// opens returns the name of the first prompt that is descriptive, else of the first.
func opens(prompts []transcript.Prompt) string {
	first := ""
	for i := range prompts {
		called := prompts[i].Called()
		if !title.Thin(called) {
			return called
		}
		if first == "" {
			first = called
		}
	}
	return first
}

// standings maps standings to the states of the wire format.
var standings = [...]string{
	transcript.StandingNone: "", transcript.StandingAnswered: StateAnswered, transcript.StandingWaiting: StateWaiting,
	transcript.StandingInterrupted: StateInterrupted, transcript.StandingFailed: StateFailed, transcript.StandingOpen: StateOpen,
}

// named reports whether the title was assigned by a person or generated.
func (s *Session) named() bool {
	switch s.TitleFrom {
	case TitleCustom, TitleCard, TitleAI, TitleSummary:
		return true
	}
	return false
}

// summaryTitles returns the title that summary records give to each session. A leaf belongs
// to the session whose active branch ends there, else to the one that wrote the record. Of
// several, the one whose leaf is later wins.
func (f *Forest) summaryTitles(fam *family, all []node) []string {
	titles := make([]string, len(all))
	if len(f.titles) == 0 {
		return titles
	}
	at := make([]int32, len(all)) // leaf + 1 of the current title
	for m := range all {
		nodes := all[m].sum.Nodes
		for i := range nodes {
			text := f.titles[nodes[i].ID]
			if text == "" {
				continue
			}
			to, leaf := fam.conversation(all, int32(m), int32(i))
			// The active end of the session beats every earlier place.
			rank := leaf + 1
			if all[to].endsAt(leaf) {
				rank += int32(len(all[to].sum.Nodes)) + 1
			}
			if rank > at[to] || rank == at[to] && text > titles[to] {
				titles[to], at[to] = text, rank
			}
		}
	}
	return titles
}

// conversation returns the session that a summary record with this leaf describes, and the
// leaf's index there. f is nil if there is only one session.
func (f *family) conversation(all []node, m, leaf int32) (to, at int32) {
	if f == nil || f.keys[m][leaf] == none {
		return m, leaf
	}
	key := f.keys[m][leaf]
	c := &f.classes[f.class[key]]
	if c.holders == nil {
		return m, leaf
	}
	to, at = c.owner, int32(slices.Index(f.keys[c.owner], key))
	found := false
	for _, h := range c.holders {
		i := int32(slices.Index(f.keys[h], key))
		if all[h].endsAt(i) && (!found || h == c.owner || f.tie(h, to) < 0 && to != c.owner) {
			to, at, found = h, i, true
		}
	}
	return to, at
}

// endsAt reports whether the active branch ends at record i: at the active leaf or at
// structure below it.
func (s *session) endsAt(i int32) bool {
	for i != none && s.links.Original(i) != s.leaf() && !s.turn(i) {
		i = s.links.Up[i]
	}
	return i != none && s.links.Original(i) == s.leaf()
}

// chatTitle chooses the session that names the chat: the first one, unless its title is
// only a prompt and a later session has a name, then the newest of those.
func chatTitle(first, newest *node, sessions []*node) *Session {
	best := first
	if !first.out.named() {
		for _, l := range sessions {
			if l.out.named() && (best == first || l == newest || best != newest && l.ordered(l.sum.EndMS) > best.ordered(best.sum.EndMS)) {
				best = l
			}
		}
	}
	if best.out.TitleFrom == TitleNone { // the first one may be empty
		for _, l := range sessions {
			if l.out.TitleFrom != TitleNone {
				best = l
				break
			}
		}
	}
	return best.out
}
