package transcript

import "encoding/json"

// LastPrompt is a last-prompt record (2.1.75+), which is written anew whenever
// a turn ends: the last one counts.
type LastPrompt struct {
	Prompt Value
	Leaf   Ref // where the conversation stood (2.1.145+)
	// Explicit says that the person chose Leaf by going back: it counts even
	// where it is an ancestor of the file's last record (2.1.330).
	Explicit bool
	// Cancels says that Leaf is all zeros and no record: something was asked
	// after going back, and no leaf that was named before counts any more.
	Cancels bool
}

// zeroLeaf is what a last-prompt names that cancels those before it, explicit or not.
const zeroLeaf = `"00000000-0000-0000-0000-000000000000"`

// LastPrompt returns what the last-prompt record r says.
func (r *Record) LastPrompt() LastPrompt {
	leaf := r.field("leafUuid")
	p := LastPrompt{Prompt: r.field("lastPrompt"), Leaf: refOf(leaf), Explicit: r.field("explicit").IsTrue()}
	p.Cancels = string(leaf) == zeroLeaf
	return p
}

// ForkContext returns what the fork-context-ref record r says, and the text of the id
// that it names.
func (r *Record) ForkContext() (c ForkContext, last Ref) {
	last = refOf(r.field("parentLastUuid"))
	return ForkContext{AgentID: r.AgentID, Session: r.field("parentSessionId").String(), Last: last.ID}, last
}

// RunningSession is what a running claude says of itself in sessions/<pid>.json.
type RunningSession struct {
	PID       int
	SessionID string
	// Started is when it began, in Unix milliseconds; 0 where it does not say.
	Started int64
}

// ParseRunningSession reads a sessions/<pid>.json; false where it names no session.
func ParseRunningSession(data []byte) (RunningSession, bool) {
	var s struct {
		PID       int             `json:"pid"`
		SessionID string          `json:"sessionId"`
		StartedAt json.RawMessage `json:"startedAt"`
	}
	if json.Unmarshal(data, &s) != nil || s.SessionID == "" {
		return RunningSession{}, false
	}
	started, ok := Value(s.StartedAt).Int()
	if !ok {
		started = Millis(Value(s.StartedAt))
	}
	return RunningSession{PID: s.PID, SessionID: s.SessionID, Started: started}, true
}

// PullRequest returns what the pr-link record r names (2.1.27+).
func (r *Record) PullRequest() PullRequest {
	number, _ := r.field("prNumber").Int()
	return PullRequest{Number: max(number, 0), URL: lineOf(r.field("prUrl"))}
}

// BridgeSession returns the id under which a remote control knows the session, from
// the bridge-session record r (2.1.156+).
func (r *Record) BridgeSession() string { return lineOf(r.field("bridgeSessionId")) }
