package library

import (
	"context"
	"math"
	"time"

	"dendro/backend/jsonl"
	"dendro/backend/session"
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
// of its active branch is an answer in words, and no agent or workflow runs in the
// background, whose end starts the next turn. It has not ended while a call has no result,
// even if the call waits for a permission: the file does not distinguish that from a
// running call. It reads the session's file.
func (l *Library) TurnEnd(ctx context.Context, id string) (TurnEnd, bool) {
	known := l.Catalog.Snapshot()
	e := known.File(id)
	chat, s := known.Session(id)
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
		Session: id, Title: s.Name, Project: ProjectOf(chat),
		Leaf: s.ActiveLeaf, At: time.UnixMilli(nodes[at].Time), Failed: flags.Has(transcript.FlagAPIError),
	}
	return r, ended && !runsInBackground(ctx, e.Abs(), nodes[at].Time)
}

// runsInBackground reports whether a session has agents or workflows that run at a time in
// Unix milliseconds. A file that cannot be read has none.
func runsInBackground(ctx context.Context, path string, at int64) bool {
	var b transcript.Background
	var decoder transcript.Decoder
	err := session.NewReader(ctx).Lines(path, 0, math.MaxInt64, func(line *jsonl.Line) {
		if !b.NeedsLine(line.Text) {
			return
		}
		decoder.Records(line, func(_ *jsonl.Line, r *transcript.Record, err error) {
			if err == nil {
				b.Add(r)
			}
		})
	})
	return err == nil && b.Running(at)
}
