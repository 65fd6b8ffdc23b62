package history

import (
	"slices"
	"sort"
)

// Truth is what was made: the sessions that are there, by id, and the chats.
type Truth struct {
	Sessions []SessionTruth
	Chats    []ChatTruth
}

// ChatTruth is one connected tree of sessions. ID is its first session, or the
// missing one that its sessions name.
type ChatTruth struct {
	ID       string
	Sessions []string
}

// SessionTruth tells of one session what the contract's `tree` has to say.
type SessionTruth struct {
	ID, Path string
	// Form is the row by which the session came to be; "" when it began from nothing.
	Form Form
	// Parent is the nearest session that it was copied from and that is there, ""
	// for none. Relation is root, resumed or forked.
	Parent, Relation string
	// MadeFrom is the session that it was copied from, there or not.
	MadeFrom string
	// MissingParent is a session that is gone and that the records name: by
	// forkedFrom (then NamedBy is "forkedFrom") or as the sessionId of copied
	// records ("sessionId").
	MissingParent, NamedBy string
	// Surviving is the nearest ancestor that is there, where MissingParent is set.
	Surviving string
	// Ambiguous marks an edge that the records do not decide: the copy went on before
	// the original did and nothing names either, or the parent is gone.
	Ambiguous bool
	// ForkPoint is the uuid in this file of the last user or assistant record that
	// the parent has too.
	ForkPoint   string
	Shared, Own int
	Superseded  bool
	ActiveLeaf  string
	SessionIDs  []string
	Rewinds     []RewindTruth
	Compactions []CompactionTruth
	Agents      int
	Records     int
	Again       int // of these, those that say what others of the file say
	Prompts     int
	Malformed   int
	Duplicates  []string
}

// RewindTruth is one place where someone went back and asked again. At is the
// record before the first prompt, "" when the first prompt of all was replaced.
type RewindTruth struct {
	At       string
	Branches []BranchTruth
}

// BranchTruth is one of the ways. Tip is its last user or assistant record, across
// compactions.
type BranchTruth struct {
	First, Tip string
	Active     bool
}

// CompactionTruth is one compaction of a file.
type CompactionTruth struct{ UUID, Trigger string }

// Session returns the truth about one session, or nil.
func (t Truth) Session(id string) *SessionTruth {
	for i := range t.Sessions {
		if t.Sessions[i].ID == id {
			return &t.Sessions[i]
		}
	}
	return nil
}

// ChatOf returns the id of the chat that holds a session.
func (t Truth) ChatOf(id string) string {
	for _, c := range t.Chats {
		if slices.Contains(c.Sessions, id) {
			return c.ID
		}
	}
	return ""
}

// Truth tells what the Home holds now.
func (h *Home) Truth() Truth {
	var v views
	v.init(h)
	var t Truth
	for _, s := range v.sessions {
		t.Sessions = append(t.Sessions, v.session(s))
	}
	sort.Slice(t.Sessions, func(i, j int) bool { return t.Sessions[i].ID < t.Sessions[j].ID })
	for i := range t.Sessions {
		if p := t.Session(t.Sessions[i].Parent); p != nil && t.Sessions[i].Relation == "resumed" {
			p.Superseded = true
		}
	}
	t.chats()
	return t
}

// chats joins sessions along their parents, and orphans of one missing parent.
func (t *Truth) chats() {
	of := func(s *SessionTruth) string {
		for s.Parent != "" {
			s = t.Session(s.Parent)
		}
		if s.MissingParent != "" {
			return s.MissingParent
		}
		return s.ID
	}
	at := map[string]int{}
	for i := range t.Sessions {
		id := of(&t.Sessions[i])
		k, ok := at[id]
		if !ok {
			k = len(t.Chats)
			at[id] = k
			t.Chats = append(t.Chats, ChatTruth{ID: id})
		}
		t.Chats[k].Sessions = append(t.Chats[k].Sessions, t.Sessions[i].ID)
	}
	sort.Slice(t.Chats, func(i, j int) bool { return t.Chats[i].ID < t.Chats[j].ID })
}
