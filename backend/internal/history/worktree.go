package history

import "path"

// Move is /cd or a switch to a worktree: the session keeps its id and records its new
// directory. With twice, its transcript continues in the new project's directory and the
// old file stays behind unchanged; else the file stays where it is.
func (s *Session) Move(cwd string, twice bool) {
	s.home.pass(3000, 30_000)
	s.endMessage()
	s.Cwd = cwd
	relocated := func() { s.side("type", "relocated", "relocatedCwd", cwd, "sessionId", s.ID) }
	if dir := EncodeDir(cwd); twice && dir != s.dir {
		old := s.file
		stale := s.home.newFile(old.path)
		*stale = *old
		stale.lines = append([]*line(nil), old.lines...)
		s.other = append(s.other, old.path)
		s.dir = dir
		old.path = path.Join("projects", dir, s.ID+".jsonl")
	}
	relocated()
	relocated()
}

// Worktree records the session's worktree (worktree-state).
func (s *Session) Worktree(name, at string) {
	s.side("type", "worktree-state", "worktreeSession", O("originalCwd", s.project, "worktreePath", at, "worktreeName", name), "sessionId", s.ID)
	s.Cwd = at
}
