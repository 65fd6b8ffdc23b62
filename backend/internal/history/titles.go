package history

// CustomTitle is a name given by a person (custom-title).
func (s *Session) CustomTitle(title string) {
	s.side("type", "custom-title", "customTitle", title, "sessionId", s.sessionID)
}

// AITitle is a generated title (ai-title).
func (s *Session) AITitle(title string) {
	s.side("type", "ai-title", "aiTitle", title, "sessionId", s.sessionID)
}

// LastPrompt is the last-prompt record that is appended repeatedly.
func (s *Session) LastPrompt() {
	rec := O("type", "last-prompt", "lastPrompt", s.text)
	if s.traits().lastLeaf {
		rec = append(rec, Field{"leafUuid", s.prev})
	}
	s.file.side(append(rec, Field{"sessionId", s.sessionID}), s.home.now)
}

// Summary is a title line about the conversation that ends at leaf, possibly in another
// file. It is not a compaction summary.
func (s *Session) Summary(title, leaf string) {
	s.side("type", "summary", "summary", title, "leafUuid", leaf)
}

// Tag labels the session; "" removes the label.
func (s *Session) Tag(tag string) { s.side("type", "tag", "tag", tag, "sessionId", s.sessionID) }

// PRLink is a pull request that the session created.
func (s *Session) PRLink(number int, repository string) {
	s.side("type", "pr-link", "sessionId", s.sessionID, "prNumber", number,
		"prUrl", "https://example.com/"+repository+"/pull/"+itoa(number), "prRepository", repository, "timestamp", stamp(s.home.now))
}

// PermissionMode is the UI's state, repeated in the file.
func (s *Session) PermissionMode(mode string) {
	s.Mode = mode
	if atLeast(s.Version, "2.1.152") {
		s.side("type", "mode", "mode", "normal", "sessionId", s.sessionID)
	}
	if atLeast(s.Version, "2.1.98") {
		s.side("type", "permission-mode", "permissionMode", mode, "sessionId", s.sessionID)
	}
}

// Side appends a record of any type outside the chain.
func (s *Session) Side(rec Obj) { s.file.side(rec, s.home.now) }
