package api

import (
	"time"

	"dendro/backend/catalog"
	"dendro/backend/chattree"
	"dendro/backend/library"
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
