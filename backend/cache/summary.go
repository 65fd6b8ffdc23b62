package cache

import (
	"maps"
	"slices"

	"dendro/backend/transcript"
)

// summary writes everything but the nodes. A test fills every field that a
// Summary has and looks whether it comes back.
func (w *writer) summary(s *transcript.Summary) {
	w.uint(uint64(len(s.Names)))
	for _, id := range slices.SortedFunc(maps.Keys(s.Names), compareIDs) {
		w.id(id)
		w.text(s.Names[id])
	}
	w.idMap(s.Aliases)
	w.idMap(s.Logical)
	w.texts(s.SessionIDs)
	w.uint(uint64(len(s.SessionOf)))
	for _, n := range s.SessionOf {
		w.int(int64(n))
	}
	w.texts(s.Branches)
	w.texts(s.Models)
	w.uint(uint64(len(s.Bad)))
	for _, b := range s.Bad {
		w.int(int64(b.Line))
		w.int(b.Offset)
		w.text(b.Error)
	}
	w.text(string(s.Types))
	w.uint(uint64(len(s.Prompts)))
	for _, p := range s.Prompts {
		w.id(p.ID)
		w.text(p.Text)
		w.int(p.Time)
	}
	w.uint(uint64(len(s.Titles)))
	for _, t := range s.Titles {
		w.text(t.Text)
		w.id(t.Leaf)
	}
	w.uint(uint64(len(s.Compactions)))
	for _, c := range s.Compactions {
		w.id(c.ID, c.Head, c.Anchor, c.Tail)
		w.text(c.Trigger)
		w.int(c.Before)
		w.int(c.After)
		w.ids(c.Kept)
	}
	w.texts(s.NamedAgents)
	w.ids(s.NamedAt)
	for _, texts := range [...][]string{s.CWDs, s.Versions, s.FilesTouched, s.OpenCalls} {
		w.texts(texts)
	}
	w.text(s.CustomTitle, s.AITitle, s.AgentName, s.LastPrompt, s.Start, s.End, s.CWD, s.Relocated, s.GitBranch, s.Version,
		s.Model, s.Entrypoint, s.ForkedFrom, s.ContinuedIn, s.AgentID, s.Task)
	w.id(s.LastPromptLeaf)
	w.flag(s.LastPromptExplicit)
	w.int(int64(s.LastPromptAt))
	w.texts(s.Earlier)
	w.flag(s.Inherits)
	w.flag(s.Aside)
	w.uint(s.Asked)
	w.int(s.Queued)
	w.ids(s.Leaves)
	w.flag(s.ForkContext != nil)
	if c := s.ForkContext; c != nil {
		w.text(c.AgentID, c.Session)
		w.id(c.Last)
	}
	for _, n := range [...]int64{
		int64(s.Records), int64(s.Malformed), s.StartMS, s.EndMS, int64(s.ToolUses), int64(s.Lines), int64(s.Oversized),
		s.Bytes, int64(s.LastLine), s.Torn,
	} {
		w.int(n)
	}
	w.flag(s.TornRecord)
}

func (r *reader) summary() *transcript.Summary {
	s := &transcript.Summary{}
	for range r.count(17) {
		if s.Names == nil {
			s.Names = transcript.Names{}
		}
		var id transcript.ID
		r.id(&id)
		s.Names[id] = r.take(r.uint())
	}
	s.Aliases, s.Logical = r.idMap(), r.idMap()
	s.SessionIDs = r.texts()
	s.SessionOf = list(r, 1, func() int { return int(r.int()) })
	s.Branches, s.Models = r.texts(), r.texts()
	s.Bad = list(r, 3, func() (b transcript.BadLine) {
		b.Line, b.Offset = int(r.int()), r.int()
		r.text(&b.Error)
		return b
	})
	s.Types = transcript.Counts(r.take(r.uint()))
	s.Prompts = list(r, 18, func() (p transcript.Prompt) {
		r.id(&p.ID)
		r.text(&p.Text)
		p.Time = r.int()
		return p
	})
	s.Titles = list(r, 17, func() (t transcript.Title) {
		r.text(&t.Text)
		r.id(&t.Leaf)
		return t
	})
	s.Compactions = list(r, 68, func() (c transcript.Compaction) {
		r.id(&c.ID, &c.Head, &c.Anchor, &c.Tail)
		r.text(&c.Trigger)
		c.Before, c.After = r.int(), r.int()
		c.Kept = r.ids()
		return c
	})
	s.NamedAgents = r.texts()
	s.NamedAt = r.ids()
	for _, texts := range [...]*[]string{&s.CWDs, &s.Versions, &s.FilesTouched, &s.OpenCalls} {
		*texts = r.texts()
	}
	r.text(&s.CustomTitle, &s.AITitle, &s.AgentName, &s.LastPrompt, &s.Start, &s.End, &s.CWD, &s.Relocated, &s.GitBranch, &s.Version,
		&s.Model, &s.Entrypoint, &s.ForkedFrom, &s.ContinuedIn, &s.AgentID, &s.Task)
	r.id(&s.LastPromptLeaf)
	s.LastPromptExplicit = r.flag()
	s.LastPromptAt = int(r.int())
	s.Earlier = r.texts()
	s.Inherits = r.flag()
	s.Aside = r.flag()
	s.Asked = r.uint()
	s.Queued = r.int()
	s.Leaves = r.ids()
	if r.flag() {
		s.ForkContext = &transcript.ForkContext{}
		r.text(&s.ForkContext.AgentID, &s.ForkContext.Session)
		r.id(&s.ForkContext.Last)
	}
	for _, n := range [...]*int{&s.Records, &s.Malformed} {
		*n = int(r.int())
	}
	s.StartMS, s.EndMS = r.int(), r.int()
	for _, n := range [...]*int{&s.ToolUses, &s.Lines, &s.Oversized} {
		*n = int(r.int())
	}
	s.Bytes, s.LastLine, s.Torn = r.int(), int(r.int()), r.int()
	s.TornRecord = r.flag()
	return s
}

// ids writes a list of ids.
func (w *writer) ids(list []transcript.ID) {
	w.uint(uint64(len(list)))
	w.id(list...)
}

func (r *reader) ids() []transcript.ID {
	return list(r, 16, func() (id transcript.ID) {
		r.id(&id)
		return id
	})
}
