package history

import (
	"slices"
	"sort"
)

// Truth is the truth about a Home: the existing sessions, by id, and the chats.
type Truth struct {
	Sessions []SessionTruth
	Chats    []ChatTruth
}

// ChatTruth is one connected tree of sessions. ID is its first session, or the missing one
// that its sessions name.
type ChatTruth struct {
	ID       string
	Sessions []string
}

// SessionTruth holds the properties of one session in the contract's `tree`.
type SessionTruth struct {
	ID, Path string
	// Form is the row of the session's origin; "" for a new session.
	Form Form
	// Parent is the nearest existing session that it was copied from, or "". Relation is
	// root, resumed or forked.
	Parent, Relation string
	// MadeFrom is the session that it was copied from, there or not.
	MadeFrom string
	// MissingParent is a deleted session that the records name: by forkedFrom (then NamedBy
	// is "forkedFrom") or as the sessionId of copied records ("sessionId").
	MissingParent, NamedBy string
	// Surviving is the nearest existing ancestor if MissingParent is set.
	Surviving string
	// Ambiguous marks an edge that the records do not decide: the copy continued before the
	// original and neither names the other, or the parent is gone.
	Ambiguous bool
	// ForkPoint is the uuid in this file of the last user or assistant record that the
	// parent also has.
	ForkPoint   string
	Shared, Own int
	Superseded  bool
	ActiveLeaf  string
	SessionIDs  []string
	Rewinds     []RewindTruth
	Compactions []CompactionTruth
	Agents      int
	Records     int
	Again       int // of these, those that repeat others of the file
	Prompts     int
	Malformed   int
	Duplicates  []string
}

// RewindTruth is a place where someone went back and asked again. At is the record before
// the first prompt, "" if the very first prompt was replaced.
type RewindTruth struct {
	At       string
	Branches []BranchTruth
}

// BranchTruth is one of the branches. Tip is its last user or assistant record, across
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

// Truth returns the current state of the Home.
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

// chats joins sessions with their parents, and orphans with the same missing parent.
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
