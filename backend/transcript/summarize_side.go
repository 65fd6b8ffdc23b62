package transcript

import (
	"cmp"
	"slices"

	"dendro/backend/internal/plain"
)

// side reads a record outside the graph. For fields where the last record wins, a value of
// the wrong type is ignored and a blank title clears the title.
func (z *Summarizer) side(r *Record) {
	s := z.s
	title := func(to *string, field string) {
		if v := r.field(field); v.IsString() {
			if *to = lineOf(v); plain.Blank(*to) {
				*to = ""
			}
		}
	}
	switch r.Kind {
	case KindCustomTitle:
		title(&s.CustomTitle, "customTitle")
	case KindAITitle:
		title(&s.AITitle, "aiTitle")
	case KindAgentName:
		title(&s.AgentName, "agentName")
	case KindTag:
		title(&s.Tag, "tag")
	case KindPRLink:
		s.PullRequests = addName(s.PullRequests, r.PullRequest())
	case KindBridge:
		s.Bridges = addName(s.Bridges, r.BridgeSession())
	case KindLastPrompt:
		last := r.LastPrompt()
		if p := lineOf(last.Prompt); p != "" {
			s.LastPrompt = p
		}
	case KindSummary:
		if t := lineOf(r.field("summary")); t != "" {
			s.Titles = append(s.Titles, Title{Text: t, Leaf: s.Names.Add(refOf(r.field("leafUuid")))})
		}
	case KindSide:
		if r.Type == "worktree-state" {
			s.WorktreeOf = cmp.Or(r.field("worktreeSession").Get("originalCwd").String(), s.WorktreeOf)
		}
	case KindRelocated:
		if dir := r.field("relocatedCwd").String(); dir != "" {
			s.Relocated = dir
		}
	case KindForkContext:
		if s.ForkContext == nil || s.ForkContext.Session == "" {
			from, last := r.ForkContext()
			s.Names.Add(last)
			s.ForkContext = &from
		}
	}
}

// maxNames bounds the lists of names from side records: each addition searches the list.
const maxNames = 256

// addName adds a name to a list of distinct names. The zero value is ignored.
func addName[T comparable](list []T, name T) []T {
	var none T
	if name == none || len(list) == maxNames || slices.Contains(list, name) {
		return list
	}
	return append(list, name)
}
