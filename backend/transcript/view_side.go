package transcript

import (
	"encoding/json"

	"dendro/backend/internal/plain"
	"dendro/backend/jsonl"
)

// LastPrompt is a last-prompt record (2.1.75+). The client writes one after every turn: the
// last one counts.
type LastPrompt struct {
	Prompt jsonl.Value
	Leaf   Ref // the current leaf (2.1.145+)
	// Explicit is set if the person chose Leaf by going back: it counts even if it is an
	// ancestor of the file's last record (2.1.330).
	Explicit bool
	// Cancels is set if Leaf is all zeros: the person asked after going back, and no leaf
	// named before counts any more.
	Cancels bool
}

// zeroLeaf is the leaf of a last-prompt that cancels earlier ones, explicit or not.
const zeroLeaf = `"00000000-0000-0000-0000-000000000000"`

// LastPrompt returns the content of the last-prompt record r.
func (r *Record) LastPrompt() LastPrompt {
	leaf := r.field("leafUuid")
	p := LastPrompt{Prompt: r.field("lastPrompt"), Leaf: refOf(leaf), Explicit: r.field("explicit").IsTrue()}
	p.Cancels = string(leaf) == zeroLeaf
	return p
}

// ForkContext returns the content of the fork-context-ref record r and the text of the id
// that it names.
func (r *Record) ForkContext() (c ForkContext, last Ref) {
	last = refOf(r.field("parentLastUuid"))
	return ForkContext{AgentID: r.AgentID, Session: r.field("parentSessionId").String(), Last: last.ID}, last
}

// RunningSession is a running client's own entry in sessions/<pid>.json.
type RunningSession struct {
	PID       int
	SessionID string
	// Started is the start time in Unix milliseconds, or 0 if unknown.
	Started int64
}

// ParseRunningSession decodes a sessions/<pid>.json. It returns false if the file names no
// session.
func ParseRunningSession(data []byte) (RunningSession, bool) {
	var s struct {
		PID       int             `json:"pid"`
		SessionID string          `json:"sessionId"`
		StartedAt json.RawMessage `json:"startedAt"`
	}
	if json.Unmarshal(data, &s) != nil || s.SessionID == "" {
		return RunningSession{}, false
	}
	started, ok := jsonl.Value(s.StartedAt).Int()
	if !ok {
		started = Millis(jsonl.Value(s.StartedAt))
	}
	return RunningSession{PID: s.PID, SessionID: s.SessionID, Started: started}, true
}

// ParseCustomTitle returns the name in a session's custom-title.json, or "".
func ParseCustomTitle(data []byte) string {
	var s struct {
		Title string `json:"customTitle"`
	}
	if json.Unmarshal(data, &s) != nil || plain.Blank(s.Title) {
		return ""
	}
	return OneLine(s.Title)
}

// PullRequest returns the pull request that the pr-link record r names (2.1.27+).
func (r *Record) PullRequest() PullRequest {
	number, _ := r.field("prNumber").Int()
	return PullRequest{Number: max(number, 0), URL: lineOf(r.field("prUrl"))}
}

// BridgeSession returns the id under which a remote control knows the session, from
// the bridge-session record r (2.1.156+).
func (r *Record) BridgeSession() string { return lineOf(r.field("bridgeSessionId")) }
