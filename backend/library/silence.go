package library

import (
	"time"

	"dendro/backend/transcript"
)

// Rest is where a session stands when its turn has ended: nothing more comes
// before a person says something.
type Rest struct {
	Chat, Session  string
	Title, Project string // Project: a name for people
	Leaf           string // the record that ended the turn
	At             time.Time
	Failed         bool // an error of the API ended it
}

// Rest returns where a session stands, and whether its turn has ended: the last
// record of its active branch is an answer in words. While a call has no result
// it has not ended, also where the call waits for a permission: nothing in the
// file tells that from a call that runs.
func (l *Library) Rest(session string) (Rest, bool) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	e := l.sessions[session]
	chat, s := l.forest.Session(session)
	if e == nil || s == nil || l.opt.Demo {
		return Rest{}, false
	}
	leaf, ok := transcript.ParseID(s.ActiveLeaf)
	if !ok {
		return Rest{}, false
	}
	nodes := e.summary.Nodes
	at := len(nodes) - 1
	for at >= 0 && nodes[at].ID != leaf {
		at--
	}
	if at < 0 {
		return Rest{}, false
	}
	flags := nodes[at].Flags
	ended := flags.Has(transcript.FlagAssistant) && flags.Has(transcript.FlagText|transcript.FlagAPIError) &&
		!flags.Has(transcript.FlagToolUse|transcript.FlagSidechain)
	r := Rest{
		Chat: chat.ID, Session: session, Title: s.Title, Project: ProjectName(chat.Project),
		Leaf: s.ActiveLeaf, At: time.UnixMilli(nodes[at].Time), Failed: flags.Has(transcript.FlagAPIError),
	}
	if r.Title == "" {
		r.Title = chat.Title
	}
	return r, ended
}

const (
	// SilentAfter is how long a session that was written to has to be silent.
	SilentAfter = 20 * time.Second
	// freshFor is how long before it fell silent its turn may have ended: what is
	// written later is a title, or the traces of a session that was only opened.
	freshFor = time.Minute
)

// Silences tells which sessions have fallen silent after work. It has no clock
// of its own. The zero value is ready; it is for one goroutine.
type Silences struct {
	grew map[string]time.Time // when last
	told map[string]string    // of a session the leaf that was told of
}

// Grew notes that sessions were written to.
func (s *Silences) Grew(now time.Time, sessions ...string) {
	if s.grew == nil {
		s.grew, s.told = map[string]time.Time{}, map[string]string{}
	}
	for _, id := range sessions {
		s.grew[id] = now
	}
}

// Due returns the sessions that nobody has written to for SilentAfter, each
// once, and how long it takes until there may be another; 0: before one grows
// there is none.
func (s *Silences) Due(now time.Time) (silent []string, next time.Duration) {
	for id, when := range s.grew {
		left := SilentAfter - now.Sub(when)
		if left <= 0 || left > SilentAfter { // or the clock was set back
			delete(s.grew, id)
			silent = append(silent, id)
		} else if next == 0 || left < next {
			next = left
		}
	}
	return silent, next
}

// Worth reports whether the rest of a silent session is news: its turn ended
// with what was just written, and it was not told of before.
func (s *Silences) Worth(now time.Time, r Rest) bool {
	if now.Sub(r.At) > SilentAfter+freshFor || s.told[r.Session] == r.Leaf {
		return false
	}
	s.told[r.Session] = r.Leaf
	return true
}
