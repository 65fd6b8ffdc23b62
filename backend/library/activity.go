package library

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"dendro/backend/catalog"
	"dendro/backend/chattree"
	"dendro/backend/transcript"
)

// ActivityStep is the finest unit of a lane's activity.
const ActivityStep = 15 * time.Minute

// maxBins is how many counts a lane has at most: one that has more is counted by
// longer steps.
const maxBins = 400

// dawn precedes the first version of Claude Code: earlier times are invalid.
var dawn = time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC).UnixMilli()

// ChatActivity is the activity of a chat over time.
type ChatActivity struct {
	Chat *chattree.Chat
	// Lanes are its sessions, with a line of resumes as one lane; parents before children.
	Lanes []Lane
}

// Lane is a session, or several of which each resumes the previous one.
type Lane struct {
	Session string `json:"session"` // the last of them
	Title   string `json:"title,omitempty"`
	Outcome string `json:"outcome,omitempty"`
	Model   string `json:"model"`  // of its last replies
	Parent  int    `json:"parent"` // the lane that it was forked from, -1 for none
	Fork    int64  `json:"fork"`   // when it left its parent, in Unix milliseconds; 0 where that is not known
	Step    int64  `json:"step"`   // of Bins, in milliseconds
	Bins    []Bin  `json:"-"`      // ascending, those in which something happened
	Marks   []Mark `json:"-"`      // ascending
}

// Bin is the activity within one step.
type Bin struct {
	At     int64 // in steps since 1970
	Count  int   // prompts, replies, calls and results, those of agents too
	Failed int   // of them, calls that failed
}

// MarkKind is the kind of a Mark.
type MarkKind int

// The kinds of marks. Their numbers are part of the wire format.
const (
	MarkResume MarkKind = iota
	MarkRewind
	MarkCompaction
	MarkError // the model's answer did not come
	MarkNote  // a record with a bookmark or a note of the person
)

// Mark is a marked moment of a lane.
type Mark struct {
	Kind MarkKind
	At   int64 // Unix milliseconds
}

// Activity returns the times of activity in each chat, newest first. Records copied into
// resumed and forked sessions count where they were written.
func (l *Library) Activity(ctx context.Context) ([]ChatActivity, error) {
	s := l.Catalog.Snapshot()
	noted := l.Noter.noted(s)
	until := l.opt.Now().Add(24 * time.Hour).UnixMilli()
	all := make([]ChatActivity, 0, len(s.Chats))
	for _, c := range s.Chats {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		p := activityCounter{chat: c, agents: s.Agents, until: until}
		if own := noted.Of(c); own != nil {
			p.noted = own.records()
		}
		all = append(all, p.measure())
	}
	return all, nil
}

// activityCounter measures the activity of one chat.
type activityCounter struct {
	chat   *chattree.Chat
	agents func(session string) []*catalog.File
	until  int64 // no record is from later
	lanes  []Lane
	laneOf map[string]int // by session
	counts []map[int64]*Bin
	noted  map[transcript.ID]bool // records with a note that are not marked yet
}

func (p *activityCounter) measure() ChatActivity {
	p.laneOf = make(map[string]int, len(p.chat.Sessions))
	for _, s := range p.chat.Sessions {
		p.session(s)
	}
	segments := make(map[string]*chattree.Segment, len(p.chat.Segments))
	for i := range p.chat.Segments { // parents first
		s := &p.chat.Segments[i]
		segments[s.ID] = s
		var before *chattree.Segment
		if s.Parent != nil {
			before = segments[*s.Parent]
		}
		p.segment(s, before)
	}
	for i := range p.lanes {
		lane := &p.lanes[i]
		lane.Step, lane.Bins = binned(p.counts[i])
		slices.SortFunc(lane.Marks, func(a, b Mark) int { return cmp.Compare(a.At, b.At) })
	}
	return ChatActivity{Chat: p.chat, Lanes: p.lanes}
}

// session assigns a lane to a session, its parent's if it resumes that, and counts its own
// records.
func (p *activityCounter) session(s *chattree.Session) {
	at, parent := -1, -1
	if s.Parent != nil {
		if in, ok := p.laneOf[*s.Parent]; ok {
			parent = in
			if s.Relation == chattree.RelationResumed && p.lanes[in].Session == *s.Parent {
				at = in
			}
		}
	}
	if at < 0 {
		at = len(p.lanes)
		p.lanes = append(p.lanes, Lane{Parent: parent, Marks: []Mark{}})
		p.counts = append(p.counts, map[int64]*Bin{})
	}
	lane := &p.lanes[at]
	lane.Session, lane.Title, lane.Outcome = s.ID, s.Name, s.Outcome
	if s.Model != "" {
		lane.Model = s.Model
	}
	p.laneOf[s.ID] = at
	if s.Source == nil || s.Source.Summary == nil {
		return
	}
	nodes := s.Source.Summary.Nodes
	for i := range nodes {
		if s.SegmentOf(i) >= 0 {
			p.count(at, &nodes[i], s.Source.Ordered(nodes[i].Time))
		}
	}
	for _, e := range p.agents(s.ID) {
		if e.Internal() {
			continue
		}
		for i := range e.Summary.Nodes {
			n := &e.Summary.Nodes[i]
			p.count(at, n, e.Ordered(n.Time))
		}
	}
}

// count counts a record of a lane at its time, or at that of its file if it says to be from
// later than that.
func (p *activityCounter) count(lane int, n *transcript.Node, ms int64) {
	if len(p.noted) > 0 && p.noted[n.ID] {
		delete(p.noted, n.ID)
		p.mark(lane, MarkNote, ms)
	}
	if ms < dawn || ms > p.until || !n.Flags.Has(transcript.FlagTurn) {
		return
	}
	at := ms / ActivityStep.Milliseconds()
	b := p.counts[lane][at]
	if b == nil {
		b = &Bin{At: at}
		p.counts[lane][at] = b
	}
	b.Count++
	if n.Flags.Has(transcript.FlagFailed) {
		b.Failed++
	}
	if n.Flags.Has(transcript.FlagAPIError) {
		p.mark(lane, MarkError, ms)
	}
}

func (p *activityCounter) mark(lane int, kind MarkKind, at int64) {
	if at >= dawn && at <= p.until {
		p.lanes[lane].Marks = append(p.lanes[lane].Marks, Mark{kind, at})
	}
}

// segment marks what a segment begins with, and says when a lane left its parent:
// at the end of the segment before, which is cut there.
func (p *activityCounter) segment(s, before *chattree.Segment) {
	lane, ok := p.laneOf[s.Session]
	if !ok {
		return
	}
	from := lane
	if before != nil {
		if in, ok := p.laneOf[before.Session]; ok {
			from = in
		}
	}
	if from != lane {
		if p.lanes[lane].Fork == 0 {
			p.lanes[lane].Fork = milli(before.End)
		}
		return
	}
	switch s.Edge {
	case chattree.EdgeResume:
		p.mark(lane, MarkResume, milli(s.Start))
	case chattree.EdgeRewind:
		p.mark(lane, MarkRewind, milli(s.Start))
	case chattree.EdgeCompaction:
		p.mark(lane, MarkCompaction, milli(s.Start))
	}
}

// milli is a time as a record has it in Unix milliseconds, 0 for none.
func milli(stamp string) int64 {
	t, err := time.Parse(time.RFC3339, stamp)
	if err != nil {
		return 0
	}
	return t.UnixMilli()
}

// binned lists counts by time, by the shortest step that they are few enough with.
func binned(counts map[int64]*Bin) (step int64, bins []Bin) {
	step = ActivityStep.Milliseconds()
	bins = make([]Bin, 0, len(counts))
	for _, at := range slices.Sorted(maps.Keys(counts)) {
		bins = append(bins, *counts[at])
	}
	for len(bins) > maxBins {
		step *= 4
		merged := bins[:0]
		for _, b := range bins {
			b.At /= 4
			if n := len(merged); n > 0 && merged[n-1].At == b.At {
				merged[n-1].Count += b.Count
				merged[n-1].Failed += b.Failed
				continue
			}
			merged = append(merged, b)
		}
		bins = merged
	}
	return step, bins
}
