package history

// Copying describes a copy of a session into a new file.
type Copying struct {
	Form Form
	// At is the last copied record of the conversation; default the current one.
	At string
	// ID of the new session; default a new UUID.
	ID string
	// Env overrides the new session's environment: a newer version, another directory (F2
	// rewrites copied records too).
	Env func(*Env)
	// KeepIDs retains the original session id on copied records (F1 in 2.1.22x–24x).
	KeepIDs bool
	// KeepPointers retains the forkedFrom of a copied fork on its records (F1, F4): they
	// name the fork's own parent.
	KeepPointers bool
	// Double writes every copied line twice (F5): Each puts the second one after the first,
	// Block repeats the whole. The second has no forkedFrom.
	Double Double
	// Unlink makes the second of doubled lines a root (parentUuid null).
	Unlink bool
	// Unmarked omits forkedFrom, like early versions of /branch (F5).
	Unmarked bool
	// Print asks with -p: the prompt passes through the queue, and is recorded before the
	// copied records (F1, 2.1.100+).
	Print bool
	// Plan is the text of an accepted plan (F3).
	Plan string
	// HookRoot makes a hook's record the new root, the parent of the plan's prompt (F3).
	HookRoot bool
	// Title names the fork: the custom-title of F2 and F6, a summary line about the parent
	// at the start of the file in R1 and P1.
	Title string
}

// Double is a way of writing copied lines twice.
type Double int

// The ways.
const (
	Once Double = iota
	Each
	Block
)

// Fork copies the session into a new one by a form and returns it, without a prompt of its
// own. s may continue.
func (s *Session) Fork(c Copying) *Session {
	h := s.home
	h.pass(20_000, 300_000)
	s.endMessage()
	at := c.At
	if at == "" {
		at = s.prev
	}
	o := s.options()
	o.ID = c.ID
	if c.Env != nil {
		c.Env(&o.Env)
	}
	if o.Cwd != s.Cwd && c.Form == F2 {
		o.Project, o.Dir = o.Cwd, ""
	}
	n := h.blank(o)
	n.proc = &process{}
	n.headed = true
	n.made = made{form: string(c.Form), parent: s, at: h.identity(at)}
	switch c.Form {
	case R1:
		n.copyResumed(s, at, c)
	case P1:
		n.copyPrinted(s, at, c)
	case F1:
		n.copyChain(s, at, c)
	case F2:
		n.copyDesktop(s, at, c)
	case F3:
		n.copyPlan(s, at, c)
	case F4:
		n.kind = "bg"
		n.copyChain(s, at, Copying{Form: F4, KeepPointers: c.KeepPointers})
		for _, l := range n.file.lines {
			l.rec = l.rec.With("sessionKind", "bg")
		}
	case F5:
		n.copyBranch(s, at, c)
	case F6:
		n.copyRemapped(s, at, c)
	default:
		panic("history: " + string(c.Form) + " is no copy")
	}
	n.made.marked = c.Form == F6 || c.Form == F5 && !c.Unmarked || n.namesParent(s)
	return n
}

func (n *Session) copyResumed(s *Session, at string, c Copying) {
	if c.Title != "" {
		n.Summary(c.Title, s.Leaf())
	}
	n.take(s.pathTo(at, true), n.resumed)
	n.moveTo(s, at)
	n.startHook("resume")
}

func (n *Session) copyChain(s *Session, at string, c Copying) {
	tr := n.traits()
	if c.Print && tr.printQueue {
		n.queued()
	}
	if tr.onePrompt {
		n.asks = n.home.uuid()
	}
	n.made.signed = c.Print && tr.printQueue || tr.onePrompt
	n.take(s.pathTo(at, false), func(l *line) Obj {
		rec := n.signed(l)
		if !c.KeepPointers {
			rec = rec.Without("forkedFrom")
		}
		if c.KeepIDs {
			return rec
		}
		return rec.With("sessionId", n.ID)
	})
	n.moveTo(s, at)
	n.startHook("resume")
}

// signed returns a record as written by a copying process: its prompts share one id
// (2.1.250+), and its replies name the session that made them (2.1.330).
func (n *Session) signed(l *line) Obj {
	rec := l.rec
	if n.asks != "" && l.typ() == "user" && rec.Has("promptId") {
		rec = rec.With("promptId", n.asks)
	}
	if n.traits().requestField && l.typ() == "assistant" && !rec.Has("requestSessionId") {
		rec = rec.With("requestSessionId", rec.Str("sessionId"))
	}
	return rec
}

// queued records a prompt that passes through the queue.
func (n *Session) queued() {
	for _, operation := range []string{"enqueue", "dequeue"} {
		n.side("type", "queue-operation", "operation", operation, "timestamp", stamp(n.home.now), "sessionId", n.ID)
	}
}

func (n *Session) copyDesktop(s *Session, at string, c Copying) {
	if n.Entrypoint == "" {
		n.Entrypoint = "claude-desktop"
	}
	if c.Title != "" {
		n.CustomTitle(c.Title)
	}
	n.side("type", "mode", "mode", "normal", "sessionId", n.ID)
	n.queued()
	n.take(s.whole(at), func(l *line) Obj {
		rec := l.rec.Without("forkedFrom").With("sessionId", n.ID)
		if n.Cwd != s.Cwd {
			rec = rec.With("cwd", n.Cwd)
		}
		if n.Branch != s.Branch && rec.Has("gitBranch") {
			rec = rec.With("gitBranch", n.Branch)
		}
		return rec
	})
	n.moveTo(s, at)
	n.startHook("resume")
}

func (n *Session) copyPlan(s *Session, at string, c Copying) {
	lines := s.pathTo(at, true)
	n.take(lines, func(l *line) Obj { return l.rec.With("sessionId", n.ID) })
	n.moveTo(s, at)
	if id := toolUseID(s.file.at[at]); id != "" {
		n.Deny(Tool{ID: id, UUID: at})
	} else {
		n.Interrupt(true)
	}
	n.snapshot(n.prev)
	n.snapshot(n.prev)
	n.parent, n.root = "", true
	if c.HookRoot {
		n.Hook("SessionStart", "SessionStart:clear", "~/.claude/hooks/session-start.sh")
	}
	plan := c.Plan
	if plan == "" {
		plan = "# Plan\n\n1. Do it."
	}
	n.human("Implement the following plan:\n\n"+plan, O("planContent", plan))
}

func (n *Session) copyBranch(s *Session, at string, c Copying) {
	lines := s.pathTo(at, false)
	first := func(l *line) Obj {
		rec := l.rec.Without("forkedFrom").With("sessionId", n.ID)
		if c.Unmarked {
			return rec
		}
		return rec.With("forkedFrom", O("sessionId", s.ID, "messageUuid", l.uuid()))
	}
	second := func(l *line) Obj {
		rec := l.rec.Without("forkedFrom").With("sessionId", n.ID)
		if c.Unlink {
			rec = rec.With("parentUuid", nil)
		}
		return rec
	}
	switch c.Double {
	case Each:
		for _, l := range lines {
			n.take([]*line{l}, first)
			n.take([]*line{l}, second)
		}
	case Block:
		n.take(lines, first)
		n.take(lines, second)
	default:
		n.take(lines, first)
	}
	n.moveTo(s, at)
}

func toolUseID(l *line) string {
	m, _ := l.rec.Get("message").(Obj)
	blocks, _ := m.Get("content").([]Obj)
	for _, b := range blocks {
		if b.Str("type") == "tool_use" {
			return b.Str("id")
		}
	}
	return ""
}
