package transcript

// side takes a record that is not part of the graph. Where the last one wins,
// a field of a wrong type is none; an empty title takes the title back.
func (z *Summarizer) side(r *Record) {
	s := z.s
	title := func(to *string, field string) {
		if v := r.Field(field); v.IsString() {
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
		if p := lineOf(r.Field("lastPrompt")); p != "" {
			s.LastPrompt = p
		}
	case KindSummary:
		if t := lineOf(r.Field("summary")); t != "" {
			s.Titles = append(s.Titles, Title{Text: t, Leaf: s.Names.Add(refOf(r.Field("leafUuid")))})
		}
	case KindRelocated:
		if dir := r.Field("relocatedCwd").String(); dir != "" {
			s.Relocated = dir
		}
	case KindForkContext:
		if s.ForkContext == nil || s.ForkContext.Session == "" {
			s.ForkContext = &ForkContext{
				AgentID: r.AgentID,
				Session: r.Field("parentSessionId").String(),
				Last:    s.Names.Add(refOf(r.Field("parentLastUuid"))),
			}
		}
	}
}
