package session

import (
	"context"
	"slices"
	"strings"

	"dendro/backend/internal/plain"
	"dendro/backend/lineage"
	"dendro/backend/message"
	"dendro/backend/thread"
	"dendro/backend/transcript"
)

// Point is a place in a session to continue from.
type Point struct {
	Session string
	// Record is the uuid of a record of the session's own file; empty: the client's own
	// leaf.
	Record string
	// Tip is the end of the branch that shows Record; empty: unknown.
	Tip string
	// Before excludes the record itself, to edit a prompt.
	Before bool
	// Turn continues after all answers to Record on the way to Tip.
	Turn bool
	// Client is the version of the client, "" if unknown, and Model the model that was
	// chosen, "" for the session's own.
	Client, Model string
	// Without is what the client does not load. List asks for the list of what it loads.
	Without LeaveOut
	List    bool
}

// ResumePoint describes the state of a client that continues from a point.
type ResumePoint struct {
	Leaf string // the record that it continues from; "" if nothing precedes it
	// After is the beginning of its last message, and Kind the kind of that: prompt, reply,
	// result or summary; "" if there is none.
	After, Kind string
	Messages    int
	Tokens      int64    // about
	Loads       []string // the uuids of the records that it sends, in order
	// Plain is set if the client gets the same from the session itself.
	Plain bool
	// Prompt is the excluded prompt; "" without Point.Before.
	Prompt string
	// Left counts the left-out parts, and Load lists all of them; nil without Point.List.
	Left transcript.LeftOut
	Load *Load
	// Refusal is why the last turns got no answer, and RefusedFrom the first record of the
	// earliest of them; "" if the last one has an answer.
	Refusal     transcript.Refusal
	RefusedFrom string

	records []int32  // of the chain, in order; nil without Point.Record
	without *leftOut // the chain less the left-out parts; nil if there are none
	model   string   // of the last response, or the chosen one; set with Point.List
}

// Note returns the uuid of the record that names the left-out parts, or "".
func (to *ResumePoint) Note() string {
	if to.without == nil || to.without.note == nil {
		return ""
	}
	return to.without.note.uuid
}

// ResumePoint returns the state of a client that continues from a point.
func (l *Threads) ResumePoint(ctx context.Context, at Point) (landing ResumePoint, err error) {
	err = l.withSession(ctx, at.Session, func(_ *target, o *opened) error {
		landing, err = o.resumePoint(ctx, at)
		return err
	})
	return landing, err
}

// resumePoint implements [Threads.ResumePoint].
func (o *opened) resumePoint(ctx context.Context, at Point) (ResumePoint, error) {
	d := resumePointBuilder{opened: o, ctx: ctx, x: o.session.Indexes()[0], links: o.session.Links(), loader: o.loader()}
	defer d.loader.close()
	to, err := d.whole(at)
	if err == nil && to.Leaf != "" {
		end := d.links.Tail
		if n := len(to.records); n > 0 {
			end = to.records[n-1]
		}
		to.Refusal, to.RefusedFrom, err = d.refused(end)
	}
	if err != nil || to.Leaf == "" || at.Without.IsZero() && !at.List {
		return to, err
	}
	return d.describeLeft(to, at)
}

// whole returns the state of a client that continues from a point with nothing left out.
func (d *resumePointBuilder) whole(at Point) (ResumePoint, error) {
	loads := d.links.LoadsBy(at.Client)
	leaf, _ := d.links.LeafBy(at.Client)
	if at.Record == "" {
		return d.describe(ResumePoint{Plain: true}, d.links, leaf, loads, d.same)
	}
	record, err := d.find(at, at.Record)
	if err != nil {
		return ResumePoint{}, err
	}
	landing := ResumePoint{}
	switch {
	case at.Before:
		if landing.Prompt, err = d.text(record); err != nil {
			return ResumePoint{}, err
		}
		record = d.links.Up[d.links.Original(record)]
	case at.Turn:
		tip := d.links.Tail
		if at.Tip != "" {
			if tip, err = d.find(at, at.Tip); err != nil {
				return ResumePoint{}, err
			}
		}
		record = d.links.TurnEnd(record, tip)
	}
	landing.records = d.links.Chain(record)
	alone := d.links.Subset(landing.records)
	own := func(i int32) int32 { return landing.records[i] }
	end, _ := alone.LeafBy(at.Client)
	sent := alone.LoadsBy(at.Client)
	landing.Plain = len(sent) == len(loads) && end != lineage.None && own(end) == leaf
	for k := range sent {
		landing.Plain = landing.Plain && own(sent[k]) == loads[k]
	}
	return d.describe(landing, alone, end, sent, own)
}

// resumePointBuilder describes resume points.
type resumePointBuilder struct {
	*opened
	ctx    context.Context
	x      *thread.Index
	links  *lineage.Links
	loader *fileLoader
}

func (d *resumePointBuilder) same(i int32) int32 { return i }

// find returns a record of the session's own conversation.
func (d *resumePointBuilder) find(at Point, uuid string) (int32, error) {
	id, _ := transcript.ParseID(uuid)
	record, ok := d.x.Find(id)
	if !ok {
		return 0, NoRecord(uuid, at.Session)
	}
	if !d.links.Main(int32(record)) {
		return 0, message.New("record_of_agent", "record", uuid).Error(nil)
	}
	return int32(record), nil
}

// describe fills in a resume point; own maps the records in links to those of the session.
func (d *resumePointBuilder) describe(to ResumePoint, links *lineage.Links, leaf int32, loads []int32, own func(int32) int32) (ResumePoint, error) {
	if leaf != lineage.None {
		to.Leaf = d.x.Text(links.Facts.Nodes[leaf].ID)
	}
	to.Loads = []string{}
	before, boundary := transcript.Node{}, lineage.None
	for i := range links.Facts.Nodes {
		if links.Facts.Nodes[i].Flags.Has(transcript.FlagBoundary) {
			boundary = int32(i)
		}
	}
	for _, i := range loads {
		n := links.Facts.Nodes[i]
		to.Loads = append(to.Loads, d.x.Text(n.ID))
		if apart(&before, &n) {
			to.Messages++
		}
		before = n
	}
	// The last messages determine the end and the size.
	size := sizer{}
	for _, i := range slices.Backward(loads) {
		if to.Kind != "" && size.known > 0 {
			break
		}
		err := d.read(own(i), func(r *transcript.Record) {
			size.add(r, i > boundary)
			if to.Kind == "" {
				to.After, to.Kind = said(r)
			}
		})
		if err != nil {
			return ResumePoint{}, err
		}
	}
	to.Tokens = size.tokens()
	return to, nil
}

// apart reports whether two records that are sent one behind the other are two
// messages: the blocks of one response are one, and so are the results of its calls.
func apart(a, b *transcript.Node) bool {
	const result = transcript.FlagToolResult
	return !(b.Message != 0 && a.Message == b.Message || a.Flags.Has(result) && b.Flags.Has(result))
}

// read calls f with a record.
func (d *resumePointBuilder) read(i int32, f func(*transcript.Record)) error {
	return d.loader.record(d.ctx, d.x, int(i), func(r *transcript.Record) error {
		f(r)
		return d.ctx.Err()
	})
}

// text returns all that a prompt says.
func (d *resumePointBuilder) text(i int32) (text string, err error) {
	err = d.read(i, func(r *transcript.Record) {
		var parts []string
		for _, t := range r.Texts() {
			if t.Kind == transcript.TextPrompt || t.Kind == transcript.TextMessage || t.Kind == transcript.TextCommand {
				parts = append(parts, t.String(r))
			}
		}
		text = strings.TrimSpace(strings.Join(parts, "\n\n"))
	})
	return text, err
}

// saidLength bounds how much of a message a resume point quotes.
const saidLength = 120

// said returns how a message begins, on one line, and what it is.
func said(r *transcript.Record) (text, kind string) {
	for _, t := range r.Texts() {
		switch t.Kind {
		case transcript.TextResult:
			kind = "result"
			continue
		case transcript.TextReply:
			kind = "reply"
		case transcript.TextCompaction:
			kind = "summary"
		case transcript.TextPrompt, transcript.TextMessage, transcript.TextCommand, transcript.TextNotice:
			kind = "prompt"
		default:
			continue
		}
		if line := plain.Cut(plain.Line(t.Line(r, 8*saidLength)), saidLength); line != "" {
			return line, kind
		}
	}
	if kind != "result" {
		kind = ""
	}
	return "", kind
}

// sizer tells about how many tokens messages have, which it is given from the last one
// on: what the last response says that it was given and wrote, and a quarter of the bytes
// of what follows it.
type sizer struct{ known, bytes int64 }

// bytesPerToken is roughly that of English and of code.
const bytesPerToken = 4

// add takes a message before those that were taken. What a response from before the
// last compaction was given is no longer sent.
func (s *sizer) add(r *transcript.Record, sinceCompaction bool) {
	if s.known > 0 {
		return
	}
	u := r.Tokens()
	if all := u.In + u.Out + u.CacheRead + u.CacheWrite; all > 0 && sinceCompaction && !r.Synthetic() {
		s.known = all
		return
	}
	for i := range r.Blocks {
		b := &r.Blocks[i]
		s.bytes += int64(len(b.Text) + len(b.Input))
		if !transcript.HasImage(b.Content) {
			s.bytes += int64(len(b.Content))
		}
	}
}

func (s *sizer) tokens() int64 { return s.known + s.bytes/bytesPerToken }
