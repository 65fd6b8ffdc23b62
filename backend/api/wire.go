package api

import (
	"time"

	"dendro/backend/catalog"
	"dendro/backend/chattree"
	"dendro/backend/library"
	"dendro/backend/notes"
	"dendro/backend/version"
)

// stateWire is GET /api/state.
type stateWire struct {
	Schema   int    `json:"schema"`
	Version  string `json:"version"`
	Platform string `json:"platform"`
	Home     string `json:"home"`
	library.State
	Scan          scanWire   `json:"scan"`
	Totals        totalsWire `json:"totals"`
	RetentionDays int        `json:"retentionDays"`
}

type scanWire struct {
	catalog.Progress
	Error    string `json:"error"`
	Stopped  bool   `json:"stopped,omitempty"` // by the user, who may continue
	Finished string `json:"finished"`
}

type totalsWire struct {
	catalog.Totals
	Live int `json:"live"`
}

// aboutWire is GET /api/about.
type aboutWire struct {
	version.Info
	Notice string `json:"notice"`
}

// chatWire is GET /api/chats/{id}: a chat's tree.
type chatWire struct {
	Seq            uint64        `json:"seq"`
	ID             string        `json:"id"`
	Title          string        `json:"title"`
	Project        string        `json:"project"`
	ProjectDisplay string        `json:"projectDisplay"`
	Start          string        `json:"start"`
	End            string        `json:"end"`
	Sessions       []sessionWire `json:"sessions"`
	Segments       []segmentWire `json:"segments"`
	Own            ownWire       `json:"own"` // what the person wrote about the chat
	Notes          []noteWire    `json:"notes"`
}

// ownWire is what a person wrote about something.
type ownWire struct {
	Name    string   `json:"name"`
	Tags    []string `json:"tags"`
	Note    string   `json:"note"`
	Starred bool     `json:"starred,omitempty"`
	Changed string   `json:"changed,omitempty"`
}

func ownOf(n *notes.Note) ownWire {
	if n == nil {
		return ownWire{Tags: []string{}}
	}
	return ownWire{n.Name, append([]string{}, n.Tags...), n.Text, n.Starred, timeText(n.Changed)}
}

// noteWire is a note on a record of a chat, or on the branch that begins with it.
type noteWire struct {
	ownWire
	Of      notes.Kind `json:"of"`
	Session string     `json:"session"`
	UUID    string     `json:"uuid"`
	UUIDs   []string   `json:"uuids"`             // of the record in all of the chat's files
	Segment string     `json:"segment,omitempty"` // that holds the record
	Excerpt string     `json:"excerpt"`
}

type sessionWire struct {
	*chattree.Session
	Title string `json:"title"` // for display
	library.Facts
	Resume resumeWire `json:"resume"`
	// LastPromptSegment is the segment of LastPromptLeaf, unless it is the active leaf.
	LastPromptSegment string `json:"lastPromptSegment,omitempty"`
}

type resumeWire struct {
	Possible bool   `json:"possible"`
	Why      string `json:"why"`
}

type segmentWire struct {
	chattree.Segment
	Title string `json:"title"` // for display
	Live  bool   `json:"live"`
}

func timeText(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}
