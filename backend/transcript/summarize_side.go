package transcript

import (
	"cmp"
	"strings"
)

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
		if leaf := refOf(r.Field("leafUuid")); !leaf.ID.IsZero() {
			s.LastPromptLeaf = s.Names.Add(leaf)
		}
	case KindSummary:
		if t := lineOf(r.Field("summary")); t != "" {
			s.Titles = append(s.Titles, Title{Text: t, Leaf: s.Names.Add(refOf(r.Field("leafUuid")))})
		}
	case KindRelocated:
		if dir := r.Field("relocatedCwd").String(); dir != "" {
			s.Relocated = dir
		}
	case KindContinuedIn:
		if to := continuedIn(r); to != "" {
			s.ContinuedIn = to
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

// continuedIn finds the session that a continued-in record names. The name of
// the field is not documented, so a field that speaks of a session or of the
// continuation is taken before any other uuid; the record's own sessionId
// last.
func continuedIn(r *Record) string {
	var named, other string
	r.Raw.Members(func(key []byte, v Value) {
		switch string(key) {
		case "sessionId", "uuid", "parentUuid":
			return
		}
		s := v.String()
		if s == r.SessionID || !IsUUID(s) {
			return
		}
		k := strings.ToLower(string(key))
		if strings.Contains(k, "session") || strings.Contains(k, "continued") {
			named = s
		} else {
			other = s
		}
	})
	return cmp.Or(named, other, r.SessionID)
}
