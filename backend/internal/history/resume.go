package history

// Resume is `claude --resume` with another version: a new file with a copy (R1) before
// 2.0.20, the same file (R2) since. Version "" is the current one.
func (s *Session) Resume(version string) *Session {
	if version == "" {
		version = s.Version
	}
	if atLeast(version, "2.0.20") {
		s.ResumeSame(version)
		return s
	}
	return s.Fork(Copying{Form: R1, Env: func(e *Env) { e.Version = version }})
}

// ResumeSame continues in the same file, in another process (R2).
func (s *Session) ResumeSame(version string) {
	s.home.pass(60_000, 600_000)
	s.endMessage()
	if version != "" {
		s.Version = version
	}
	s.proc = &process{}
	if s.slug == "" && s.traits().slug {
		s.slug = s.home.slug()
	}
	if s.traits().saysAgain {
		s.sayAgain()
	}
	s.startHook("resume")
}

// Handover is /clear by a program that writes a pointer: the old session's file names its
// continuation (continued-in).
func (s *Session) Handover() *Session {
	c := s.Clear()
	c.made.parent, c.made.named = s, true
	s.file.side(O("type", "continued-in", "sessionId", s.ID, "continuedInSessionId", c.ID), s.home.now)
	return c
}

// Clear is /clear: a new file in the same process, with nothing copied (C1) except, in
// 1.0.x, the one caveat record of the process (R0).
func (s *Session) Clear() *Session {
	s.home.pass(2000, 20_000)
	s.endMessage()
	c := s.home.blank(s.options())
	c.proc = s.proc
	c.made = made{form: string(C1)}
	if c.traits().oneCaveat {
		c.made.form = string(R0)
	}
	c.startHook("clear")
	c.caveat()
	c.add("user", O("message", O("role", "user", "content", commandText("/clear", ""))), nil)
	c.add("user", O("message", O("role", "user", "content", "<local-command-stdout></local-command-stdout>")), nil)
	return c
}
