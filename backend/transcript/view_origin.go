package transcript

import (
	"encoding/json"
	"strings"

	"dendro/backend/internal/plain"
)

// Origin is a session that another one comes from, according to a file beside the
// transcripts.
type Origin struct {
	Session string
	By      Beside
	// Left counts the parts of it that were left out, with BesideLog.
	Left LeftOut
}

// LeftOut counts what a new session did not load of the one that it continues.
type LeftOut struct {
	Turns    int `json:"turns"`
	Steps    int `json:"steps"` // turns of which prompts and last reply were loaded
	Outputs  int `json:"outputs"`
	Pictures int `json:"pictures"`
}

// IsZero reports whether nothing is left out.
func (l LeftOut) IsZero() bool { return l == LeftOut{} }

// Beside is a kind of file beside the transcripts.
type Beside uint8

// The kinds.
const (
	// BesideJob is the state.json of a background job below jobs/ of a root. Seen with
	// /fork of 2.1.330; its resumeSessionId names the job itself (2.1.245, cc#89624).
	BesideJob Beside = iota + 1
	// BesideCard is a card of a chat in Claude's desktop app (local_*.json; reported up to
	// 2026-10).
	BesideCard
	// BesideLog is Dendro's log of sessions that it started.
	BesideLog
)

// ParseJob decodes a job's state.json: its session and the sessions it comes from.
func ParseJob(data []byte) (session string, from []Origin) {
	var s struct {
		Session string `json:"sessionId"`
		Parent  string `json:"forkParentSessionId"`
		Resumed string `json:"resumeSessionId"`
	}
	if json.Unmarshal(data, &s) != nil {
		return "", nil
	}
	return origins(BesideJob, s.Session, s.Parent, s.Resumed)
}

// About is what files beside the transcripts say about a session.
type About struct {
	Title string // that the desktop app shows, "" if there is none
	From  []Origin
}

// Card is the desktop app's description of a chat.
type Card struct {
	ID      string // of the card
	Session string
	Title   string
	From    []Origin // earlier sessions of the chat
	Forked  string   // the card or session that it was forked from
}

// ParseCard decodes a card of the desktop app. A damaged card is rejected.
func ParseCard(data []byte) Card {
	var c struct {
		ID      string   `json:"sessionId"`
		Session string   `json:"cliSessionId"`
		Title   any      `json:"title"`
		Prior   []string `json:"priorCliSessionIds"`
		Forked  string   `json:"forkedFromSessionId"`
	}
	if json.Unmarshal(data, &c) != nil {
		return Card{}
	}
	session, from := origins(BesideCard, c.Session, c.Prior...)
	card := Card{ID: c.ID, Session: session, From: from, Forked: c.Forked}
	if title, _ := c.Title.(string); !plain.Blank(title) {
		card.Title = OneLine(title)
	}
	return card
}

// ForkOf returns the origin of a card that was forked from another one.
func (c *Card) ForkOf(other string) []Origin {
	_, from := origins(BesideCard, c.Session, other)
	return from
}

// maxOrigins bounds the origins that one file may name.
const maxOrigins = 64

// origins returns the ids of other sessions as origins.
func origins(by Beside, session string, from ...string) (string, []Origin) {
	session = strings.ToLower(session)
	if !plain.IsUUID(session) {
		return "", nil
	}
	var list []Origin
	for _, id := range from[max(0, len(from)-maxOrigins):] {
		if id = strings.ToLower(id); plain.IsUUID(id) && id != session {
			list = append(list, Origin{Session: id, By: by})
		}
	}
	return session, list
}
