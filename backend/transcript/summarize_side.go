package transcript

// side takes a record that is not part of the graph. Where the last one wins,
// a field of a wrong type is none; an empty title takes the title back.
func (z *Summarizer) side(r *Record) {
	s := z.s
	title := func(to *string, field string) {
		if v := r.field(field); v.IsString() {
			*to = lineOf(v)
		}
	}
	switch r.Kind {
	case KindCustomTitle:
		title(&s.CustomTitle, "customTitle")
	case KindAITitle:
		title(&s.AITitle, "aiTitle")
	case KindAgentName:
		title(&s.AgentName, "agentName")
	case KindLastPrompt:
		last := r.LastPrompt()
		if p := lineOf(last.Prompt); p != "" {
			s.LastPrompt = p
		}
	case KindSummary:
		if t := lineOf(r.field("summary")); t != "" {
			s.Titles = append(s.Titles, Title{Text: t, Leaf: s.Names.Add(refOf(r.field("leafUuid")))})
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
