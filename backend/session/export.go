package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"dendro/backend/chattree"
	"dendro/backend/export"
	"dendro/backend/message"
	"dendro/backend/thread"
	"dendro/backend/transcript"
)

// ExportRequest describes an export.
type ExportRequest struct {
	Session  string `json:"session"`
	Tip      string `json:"tip"`   // of the branch; "" is where claude would go on
	Agent    string `json:"agent"` // its id, or the uuid of its first record, where a turn or all of it is meant; else ""
	What     string `json:"what"`  // ExportTurn, ExportBranch, ExportAgent or ExportChat
	Turn     int    `json:"turn"`  // of the branch or the agent, from 1, for ExportTurn
	Format   string `json:"format"`
	Images   bool   `json:"images"`
	Thinking bool   `json:"thinking"`
	Mask     bool   `json:"mask"` // redact likely secrets
	Output   int    `json:"-"`    // limits the bytes of each text of a call and of its result; 0: whole
}

// The values of ExportRequest.What.
const (
	ExportTurn   = "turn"
	ExportBranch = "branch"
	ExportAgent  = "agent"
	ExportChat   = "chat"
)

// Exporter exports documents.
type Exporter struct {
	opt     *Options
	threads *Threads
	records *Records
}

// Export renders a turn, a branch, an agent of it, or every branch of a chat.
func (l *Exporter) Export(ctx context.Context, r ExportRequest) ([]byte, error) {
	doc, err := l.exported(ctx, r)
	if err != nil {
		return nil, err
	}
	if r.Output == 0 {
		l.wholeOutputs(ctx, doc)
	}
	opt := export.Options{Thinking: r.Thinking, Mask: r.Mask, Output: r.Output, Zone: l.opt.Now().Location()}
	if r.Images {
		homes := homesOf(doc)
		opt.Picture = func(uuid string, index int) (export.Picture, bool) {
			p, err := l.records.Picture(ctx, homes[uuid], uuid, index)
			return p, err == nil
		}
	}
	text, err := export.Render(doc, r.Format, opt)
	if err == nil {
		err = ctx.Err() // its pictures are missing then
	}
	return text, err
}

func (l *Exporter) exported(ctx context.Context, r ExportRequest) (*export.Document, error) {
	if err := knownFormat(r.Format); err != nil {
		return nil, err
	}
	if r.Agent != "" || r.What == ExportAgent {
		return l.agentDocument(ctx, r)
	}
	t, err := l.threads.Whole(ctx, r.Session, r.Tip)
	if err != nil {
		return nil, err
	}
	switch r.What {
	case ExportTurn:
		return l.turnDocument(ctx, t, r.Turn)
	case ExportBranch, "":
		return l.document(ctx, t)
	case ExportChat:
		return l.chatDocument(ctx, t)
	}
	return nil, message.New("export_unknown", "what", r.What).Error(nil)
}

func knownFormat(format string) error {
	if !slices.Contains(export.Formats(), format) {
		return message.New("export_format_unknown", "format", format, "formats", message.List(export.Formats())).Error(nil)
	}
	return nil
}

// document is all of a thread.
func (l *Exporter) document(ctx context.Context, t *Thread) (*export.Document, error) {
	rows, err := t.All(ctx)
	if err != nil {
		return nil, err
	}
	return l.documentOf(t, rows)
}

func (l *Exporter) documentOf(t *Thread, rows []thread.Row) (*export.Document, error) {
	_, s, err := In(l.opt.Catalog.Snapshot(), t.Session)
	if err != nil {
		return nil, err
	}
	return &export.Document{
		Session: t.Session, Title: s.Name, Project: s.CWD, Tip: t.Tip, Continues: t.Continues, Rows: rows,
	}, nil
}

// agentDocument is a turn of an agent, or all that it did, with the agents that
// it started in place.
func (l *Exporter) agentDocument(ctx context.Context, r ExportRequest) (*export.Document, error) {
	if r.What != ExportAgent && r.What != ExportTurn {
		return nil, message.New("export_unknown", "what", r.What).Error(nil)
	}
	t, err := l.threads.Sidechain(ctx, r.Session, r.Agent)
	if err != nil {
		return nil, err
	}
	about, err := t.Agent(ctx)
	if err != nil {
		return nil, err
	}
	var doc *export.Document
	if r.What == ExportTurn {
		doc, err = l.turnDocument(ctx, t, r.Turn)
	} else {
		doc, err = l.document(ctx, t)
	}
	if err != nil {
		return nil, err
	}
	doc.Agent = &export.Agent{ID: r.Agent, Type: about.Type, Description: about.Description}
	return doc, nil
}

func (l *Exporter) turnDocument(ctx context.Context, t *Thread, turn int) (*export.Document, error) {
	turns := t.Rows.Turns()
	if turn < 1 || turn > len(turns) {
		return nil, message.New("turn_not_found", "turn", turn, "turns", len(turns)).Error(ErrNotFound)
	}
	from, end := turns[turn-1].Row, t.Rows.Len()
	if turn < len(turns) {
		end = turns[turn].Row
	}
	rows, err := t.PageBy(ctx, from, end-from, thread.PageOptions{Nested: true})
	if err != nil {
		return nil, err
	}
	return l.documentOf(t, rows)
}

// chatDocument begins with the branch of t; each other branch follows from where it
// diverges. After the leaves of the tree come nodes that are on the way to no leaf: the
// messages before a /clear that another session continues.
func (l *Exporter) chatDocument(ctx context.Context, t *Thread) (*export.Document, error) {
	chat, _, err := In(l.opt.Catalog.Snapshot(), t.Session)
	if err != nil {
		return nil, err
	}
	doc, err := l.document(ctx, t)
	if err != nil {
		return nil, err
	}
	w := writing{copies: chat.Identities(), rows: map[writtenRow]bool{}, records: map[transcript.ID]bool{}}
	w.fresh(doc.Rows)
	for _, leaves := range []bool{true, false} {
		for i := range chat.Segments {
			s := &chat.Segments[i]
			if s.Leaf != leaves || s.Session == t.Session && s.Tip == t.Tip || !leaves && w.holds(s.Tip) {
				continue
			}
			if err := l.addBranch(ctx, doc, s, &w); err != nil {
				return nil, err
			}
		}
	}
	return doc, nil
}

// addBranch adds what the branch to a node has that was not written before.
func (l *Exporter) addBranch(ctx context.Context, doc *export.Document, s *chattree.Segment, w *writing) error {
	t, err := l.threads.Whole(ctx, s.Session, s.Tip)
	if errors.Is(err, ErrNotFound) {
		return nil // the parent that is missing, or gone since the chat was looked up
	}
	if err != nil {
		return err
	}
	branch, err := l.document(ctx, t)
	if err != nil {
		return err
	}
	if s.Name != "" {
		branch.Title = s.Name
	}
	if branch.Rows = w.fresh(branch.Rows); len(branch.Rows) > 0 {
		doc.Branches = append(doc.Branches, *branch)
	}
	return nil
}

// writing tracks the rows written to a document so far.
type writing struct {
	copies  chattree.Identities
	rows    map[writtenRow]bool
	records map[transcript.ID]bool
}

// holds reports whether a row of the record with this uuid, or of a copy of it, was
// written.
func (w *writing) holds(uuid string) bool {
	id, _ := transcript.ParseID(uuid)
	return w.records[w.copies.Of(id)]
}

// writtenRow identifies a row of a document.
type writtenRow struct {
	record transcript.ID
	block  int
	kind   string
}

// fresh returns the rows that were not written before, be it as another session's
// copy, and notes them.
func (w *writing) fresh(rows []thread.Row) []thread.Row {
	var left []thread.Row
	for _, r := range rows {
		id, _ := transcript.ParseID(r.UUID)
		key := writtenRow{w.copies.Of(id), r.Block, r.Kind}
		if r.UUID != "" && w.rows[key] {
			continue
		}
		w.rows[key], w.records[key.record] = true, true
		left = append(left, r)
	}
	return left
}

// homesOf tells for every record of a document by which session it is found.
func homesOf(d *export.Document) map[string]string {
	homes := map[string]string{}
	eachRow(d, func(session string, r *thread.Row) {
		homes[r.UUID] = session
		if r.Tool != nil {
			homes[r.Tool.ResultUUID] = session
		}
	})
	return homes
}

// eachRow calls f with every row of a document, those of agents too, and the session
// that it is of.
func eachRow(d *export.Document, f func(session string, r *thread.Row)) {
	var walk func(session string, rows []thread.Row)
	walk = func(session string, rows []thread.Row) {
		for i := range rows {
			r := &rows[i]
			session := cmp.Or(r.Session, session)
			f(session, r)
			if r.Sidechain != nil {
				walk(session, r.Sidechain.Rows)
			}
		}
	}
	walk(d.Session, d.Rows)
	for i := range d.Branches {
		walk(d.Branches[i].Session, d.Branches[i].Rows)
	}
}

// ExportName returns a file name for a document: its title in letters that every system
// accepts, the session, and the exported part.
func (l *Exporter) ExportName(r ExportRequest) (string, error) {
	if err := knownFormat(r.Format); err != nil {
		return "", err // it becomes the name's ending
	}
	chat, s, err := In(l.opt.Catalog.Snapshot(), r.Session)
	if err != nil {
		return "", err
	}
	title := s.Name
	if r.What == ExportChat {
		title = chat.Name
	}
	name := strings.Trim(inLetters(title)+"-"+short(r.Session), "-")
	if r.Agent != "" {
		name += "-agent-" + short(inLetters(r.Agent))
	}
	if r.What == ExportTurn {
		name += fmt.Sprintf("-turn-%d", r.Turn)
	}
	return name + "." + r.Format, nil
}

// inLetters returns the beginning of a text in letters, digits and hyphens.
func inLetters(text string) string {
	name := ""
	for _, c := range strings.ToLower(text) {
		switch {
		case unicode.IsLetter(c) || unicode.IsDigit(c):
			name += string(c)
		case name != "" && !strings.HasSuffix(name, "-"):
			name += "-"
		}
		if len(name) > 60 {
			break
		}
	}
	return strings.TrimRight(name, "-")
}

// short returns as much of an id as tells it from the others of a history.
func short(id string) string {
	runes := []rune(id)
	return strings.TrimRight(string(runes[:min(8, len(runes))]), "-")
}
