package history

import "time"

// Env is a record's environment and version. A session may change it: another branch,
// another directory, a newer version.
type Env struct {
	Cwd, Branch string
	Version     string // of the program, such as "2.1.215"
	Entrypoint  string // cli, claude-desktop…; default cli where the version writes one
	Model       string
	Effort      string
	Mode        string // permission mode of prompts; default "default"
}

// Thread is one line of conversation: a session's main one or a subagent's. It appends to
// its file after the current record.
type Thread struct {
	Env
	home      *Home
	file      *file
	owner     *Session
	sessionID string // sessionId of the records
	sidechain bool
	agentID   string
	depth     int // 0 for the main conversation
	plain     bool
	kind      string // sessionKind
	slug      string

	parent   string // parentUuid of the next chain record
	prev     string // the true predecessor of the next chain record
	msg      *message
	promptID string
	asks     string // promptId of the next prompt: that of the copied ones
	context  int    // tokens so far
	said     string // the newest reply
	pending  *rewind
	turn     string               // the newest prompt
	backups  map[string]*backedUp // by path
	root     bool                 // the next chain record is a compaction root
	headed   bool                 // the checkpoint of the next prompt is at the start of the file, written with the copy
}

// message is one response of the API, written as several lines.
type message struct {
	id, request string
	lines       []*line
	out         int
}

// SessionID is the id that the records carry.
func (t *Thread) SessionID() string { return t.sessionID }

// Now is the time in this world.
func (t *Thread) Now() time.Time { return t.home.now }

// Wait advances the clock.
func (t *Thread) Wait(d time.Duration) { t.home.Wait(d) }

// Last is the uuid of the newest chain record of the conversation, or "".
func (t *Thread) Last() string { return t.prev }

// Leaf is the uuid of the newest user or assistant record of the conversation, or "".
func (t *Thread) Leaf() string {
	for at := t.prev; at != ""; {
		l := t.file.at[at]
		if l == nil {
			return ""
		}
		if l.turn() {
			return at
		}
		at = l.prev
	}
	return ""
}

func (t *Thread) traits() traits {
	known, ok := t.home.traits[t.Version]
	if !ok {
		known = traitsOf(t.Version)
		t.home.traits[t.Version] = known
	}
	return known
}

func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }

func orNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// add appends a chain record of a type and returns its uuid. body comes before the uuid,
// after follows the timestamp.
func (t *Thread) add(typ string, body, after Obj) string {
	id := t.home.uuid()
	t.addAs(id, typ, body, after)
	return id
}

func (t *Thread) addAs(id, typ string, body, after Obj) *line {
	tr := t.traits()
	rec := make(Obj, 0, 24)
	put := func(key string, v any) { rec = append(rec, Field{key, v}) }
	common := func() {
		put("userType", "external")
		if tr.entrypoint {
			put("entrypoint", t.entrypoint())
		}
		put("cwd", t.Cwd)
		put("sessionId", t.sessionID)
		put("version", t.Version)
		if tr.gitBranch {
			put("gitBranch", t.Branch)
		}
		if tr.slug && t.slug != "" {
			put("slug", t.slug)
		}
		if t.kind != "" {
			put("sessionKind", t.kind)
		}
	}
	put("parentUuid", orNull(t.parent))
	if l := body.Get("logicalParentUuid"); l != nil {
		put("logicalParentUuid", l)
		body = body.Without("logicalParentUuid")
	}
	put("isSidechain", t.sidechain)
	if !tr.commonLast {
		common()
	}
	if tr.promptID && typ == "user" && t.promptID != "" {
		put("promptId", t.promptID)
	}
	if tr.sessionField && t.depth == 0 {
		put("session_id", t.owner.ID)
	}
	if t.agentID != "" {
		put("agentId", t.agentID)
	}
	if typ == "attachment" && tr.commonLast {
		rec = append(rec, body...)
		put("type", typ)
	} else {
		put("type", typ)
		rec = append(rec, body...)
	}
	put("uuid", id)
	put("timestamp", stamp(t.home.now))
	rec = append(rec, after...)
	if tr.commonLast {
		common()
	}
	l := &line{rec: rec, prev: t.prev, root: t.root}
	t.file.add(l, t.home.now)
	t.parent, t.prev, t.root = id, id, false
	return l
}

func (t *Thread) entrypoint() string {
	if t.Entrypoint != "" {
		return t.Entrypoint
	}
	return "cli"
}

// side appends a record outside the chain.
func (t *Thread) side(kv ...any) { t.file.side(O(kv...), t.home.now) }

// model is the model that answers.
func (t *Thread) model() string {
	switch {
	case t.Model != "":
		return t.Model
	case !atLeast(t.Version, "2.0.0"):
		return "claude-sonnet-4-20250514"
	case !atLeast(t.Version, "2.0.60"):
		return "claude-sonnet-4-5-20250929"
	case !atLeast(t.Version, "2.1.100"):
		return "claude-opus-4-5-20251101"
	}
	return "claude-opus-4-8"
}
