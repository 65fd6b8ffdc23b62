package transcript

import "encoding/json"

// MetaPrompt is a user record that Dendro writes into the file of a new session: sent to the
// model like a prompt, and neither shown nor listed as one by the client (isMeta).
type MetaPrompt struct {
	UUID, Parent                                 string // Parent is "" for a root
	Text                                         string
	CWD, SessionID, Version, GitBranch, Recorded string
}

// MetaPromptLike returns one with the surroundings of r: without cwd, version, userType or
// timestamp clients find no conversation (2.1.100–2.1.280).
func MetaPromptLike(r *Record) MetaPrompt {
	return MetaPrompt{CWD: r.CWD, SessionID: r.SessionID, Version: r.Version, GitBranch: r.GitBranch, Recorded: r.Timestamp.String()}
}

// Line returns the record as JSON.
func (p MetaPrompt) Line() []byte {
	type body struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	}
	var parent *string
	if p.Parent != "" {
		parent = &p.Parent
	}
	line, err := json.Marshal(struct {
		Parent    *string `json:"parentUuid"`
		Sidechain bool    `json:"isSidechain"`
		UserType  string  `json:"userType"`
		CWD       string  `json:"cwd"`
		Session   string  `json:"sessionId"`
		Version   string  `json:"version"`
		Branch    string  `json:"gitBranch"`
		Type      string  `json:"type"`
		Message   body    `json:"message"`
		Meta      bool    `json:"isMeta"`
		UUID      string  `json:"uuid"`
		Time      string  `json:"timestamp"`
	}{parent, false, "external", p.CWD, p.SessionID, p.Version, p.GitBranch, "user", body{"user", p.Text}, true, p.UUID, p.Recorded})
	if err != nil { // strings and booleans always have a form
		return nil
	}
	return line
}
