package library

import (
	"time"

	"dendro/backend/transcript"
)

// TurnEnd is the state of a session at the end of its turn: it waits for the user.
type TurnEnd struct {
	Session        string
	Title, Project string // Project: a name for people
	Leaf           string // the record that ended the turn
	At             time.Time
	Failed         bool // an error of the API ended it
}

// TurnEnd returns the state of a session, and whether its turn has ended: the last record
// of its active branch is an answer in words. It has not ended while a call has no result,
// even if the call waits for a permission: the file does not distinguish that from a
// running call.
func (l *Library) TurnEnd(session string) (TurnEnd, bool) {
	known := l.Catalog.Snapshot()
	e := known.File(session)
	chat, s := known.Session(session)
	if e == nil || s == nil || l.opt.Demo {
		return TurnEnd{}, false
	}
	leaf, ok := transcript.ParseID(s.ActiveLeaf)
	if !ok {
		return TurnEnd{}, false
	}
	nodes := e.Summary.Nodes
	at := len(nodes) - 1
	for at >= 0 && nodes[at].ID != leaf {
		at--
	}
	if at < 0 {
		return TurnEnd{}, false
	}
	flags := nodes[at].Flags
	ended := flags.Has(transcript.FlagAssistant) && flags.Has(transcript.FlagText|transcript.FlagAPIError) &&
		!flags.Has(transcript.FlagToolUse|transcript.FlagSidechain)
	r := TurnEnd{
		Session: session, Title: s.Name, Project: ProjectOf(chat),
		Leaf: s.ActiveLeaf, At: time.UnixMilli(nodes[at].Time), Failed: flags.Has(transcript.FlagAPIError),
	}
	return r, ended
}
