package api

import (
	"context"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"strconv"

	"dendro/backend/library"
	"dendro/backend/thread"
)

// threadWire is GET /api/sessions/{id}/thread: a branch without its contents.
type threadWire struct {
	Seq       uint64              `json:"seq"`
	Session   string              `json:"session"`
	Tip       string              `json:"tip"`
	Continues string              `json:"continues"`
	Gone      bool                `json:"gone,omitempty"` // what came before the first row is in no file
	Total     int                 `json:"total"`
	Rows      string              `json:"rows"`  // packed
	Turns     turnsWire           `json:"turns"` // of a long thread those near where it is opened, else near its end
	Segments  []library.SegmentAt `json:"segments"`
	Splits    []library.Split     `json:"splits"`
	// Unattached of the last rows are agents that no call started.
	Unattached int `json:"unattached,omitempty"`
	// Internal is how many agents Claude Code started for itself. With
	// ?internal=1 as many rows behind all others stand for them.
	Internal int `json:"internal,omitempty"`
	// Unreadable are lines of the file that hold no record.
	Unreadable []library.BadLines `json:"unreadable,omitempty"`
	Loss       library.Loss       `json:"loss,omitempty"` // the file can no longer be opened
	Near       *nearWire          `json:"near,omitempty"`
}

// nearWire is the contents of the rows where a thread is opened: ?near= says
// where, ?page= how many rows the window keeps together. It spares the window a
// question, and drawing the thread twice.
type nearWire struct {
	From int          `json:"from"`
	Rows []thread.Row `json:"rows"`
}

// reader answers what is read of one session and its agents.
type reader struct {
	lib    *library.Library
	client func(context.Context) string // nil: not known
	logger *slog.Logger
}

func (s *reader) routes(mux *http.ServeMux, get func(string, endpoint)) {
	// An agent without a file of its own is named by its first record.
	get("/api/sessions/{session}/thread", s.thread)
	get("/api/sessions/{session}/agents/{agent}/thread", s.thread)
	get("/api/sessions/{session}/sidechains/{agent}/thread", s.thread)
	get("/api/sessions/{session}/rows", s.rows)
	get("/api/sessions/{session}/agents/{agent}/rows", s.rows)
	get("/api/sessions/{session}/sidechains/{agent}/rows", s.rows)
	get("/api/sessions/{session}/find", s.find)
	get("/api/sessions/{session}/agents/{agent}/find", s.find)
	get("/api/sessions/{session}/sidechains/{agent}/find", s.find)
	get("/api/sessions/{session}/turns", s.turns)
	get("/api/sessions/{session}/work", s.work)
	get("/api/sessions/{session}/figures", s.figures)
	get("/api/sessions/{session}/touching", s.touching)
	get("/api/sessions/{session}/locate", s.locate)
	get("/api/sessions/{session}/resumed", s.resumed)
	get("/api/sessions/{session}/raw/{record}", s.raw)
	get("/api/sessions/{session}/sides", s.sides)
	for path, f := range map[string]http.HandlerFunc{
		"/api/sessions/{session}/records/{record}":            s.record,
		"/api/sessions/{session}/records/{record}/text":       s.text,
		"/api/sessions/{session}/records/{record}/images/{n}": s.image,
		"/api/sessions/{session}/spilled/{name}":              s.spilled,
	} {
		mux.HandleFunc("GET "+path, f)
	}
}

func (s *reader) thread(r *http.Request) (any, error) {
	seq := s.lib.Seq()
	t, err := s.open(r)
	if err != nil {
		return nil, err
	}
	w := threadWire{
		Seq: seq, Session: t.Session, Tip: t.Tip, Continues: t.Continues, Gone: t.Gone, Total: t.Rows.Len(), Loss: t.Loss,
		Unattached: t.Rows.Unattached(), Internal: t.Rows.Internal(), Unreadable: t.BadLines(), Segments: t.Segments(), Splits: t.Splits(),
	}
	flags := map[int]thread.ItemFlags{}
	for _, s := range w.Segments {
		flags[s.Row] |= thread.ItemSegmentStart
	}
	for _, s := range w.Splits {
		flags[s.Row] |= thread.ItemSplit
	}
	at := placeOf(r.URL.Query().Get("near"), t.Rows.Len(), w.Segments)
	// Before the page is read, which may find the file rewritten.
	w.Rows, w.Turns = packed(t.Rows.Items(), t.Rows.Turns(), flags), turnsNear(t.Rows, at)
	if r.PathValue("agent") != "" {
		w.Turns = turns(t.Rows.Turns(), 0)
	}
	if r.URL.Query().Has("near") {
		if w.Near, err = near(r, t, at); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// open opens the branch that is asked for, or the conversation of an agent.
func (s *reader) open(r *http.Request) (*library.Thread, error) {
	session, q := r.PathValue("session"), r.URL.Query()
	if agent := r.PathValue("agent"); agent != "" {
		return s.lib.Sidechain(r.Context(), session, agent)
	}
	if q.Get("internal") == "1" {
		return s.lib.WithInternal(r.Context(), session, q.Get("tip"))
	}
	return s.lib.Whole(r.Context(), session, q.Get("tip"))
}

// nearRows is about how many rows are in view.
const nearRows = 20

// placeOf returns the row that a thread is opened at: a row's number, the first
// of a segment by the segment's id, or the end.
func placeOf(wanted string, total int, segments []library.SegmentAt) int {
	at := total
	if n, err := strconv.Atoi(wanted); err == nil {
		at = min(max(n, 0), total)
	}
	for _, s := range segments {
		if s.Segment == wanted {
			at = s.Row
		}
	}
	return at
}

// near reads the pages of rows that lie about a row. What cannot be read is
// left out: the window asks for it, and is told why.
func near(r *http.Request, t *library.Thread, at int) (*nearWire, error) {
	page, err := intQuery(r, "page", 100, 1, maxRows)
	if err != nil {
		return nil, err
	}
	total := t.Rows.Len()
	from := max(at-nearRows, 0) / page * page
	to := min((at+nearRows+page-1)/page*page, total)
	rows, err := t.Page(r.Context(), from, to-from)
	if err != nil || t.Rows.Len() != total { // which it has when it was rewritten
		return nil, r.Context().Err()
	}
	return &nearWire{From: from, Rows: rows}, nil
}

// rowsWire is a page of rows with their contents.
type rowsWire struct {
	Session string       `json:"session"`
	Tip     string       `json:"tip,omitempty"`
	Agent   string       `json:"agent,omitempty"`
	From    int          `json:"from"`
	Total   int          `json:"total"`
	Rows    []thread.Row `json:"rows"`
	// Unreadable are lines of an agent's file that hold no record. They come with
	// its first page.
	Unreadable []library.BadLines `json:"unreadable,omitempty"`
}

// maxRows is how many rows a page has at most; usually its bytes end it.
const maxRows = 500

func (s *reader) rows(r *http.Request) (any, error) {
	t, err := s.open(r)
	if err != nil {
		return nil, err
	}
	from, count, err := partQuery(r, t.Rows.Len(), 200, maxRows)
	if err != nil {
		return nil, err
	}
	w := rowsWire{Session: t.Session, Tip: t.Tip, Agent: r.PathValue("agent"), From: from}
	if w.Agent != "" && from == 0 {
		w.Unreadable = t.BadLines()
	}
	w.Rows, err = t.Page(r.Context(), from, count)
	w.Total = t.Rows.Len() // after the page, which may have found the file rewritten
	return w, err
}

// record answers with a whole record as it stands in the file, indented.
func (s *reader) record(w http.ResponseWriter, r *http.Request) {
	raw, err := s.lib.RawRecord(r.Context(), r.PathValue("session"), r.PathValue("record"), 0, math.MaxInt)
	s.body(w, r, "text/plain; charset=utf-8", []byte(raw.Text), err)
}

// text answers with the whole text of a content block.
func (s *reader) text(w http.ResponseWriter, r *http.Request) {
	block, err := intQuery(r, "block", 0, 0, 1<<20)
	var text []byte
	if err == nil {
		text, err = s.lib.BlockText(r.Context(), r.PathValue("session"), r.PathValue("record"), block)
	}
	s.body(w, r, "text/plain; charset=utf-8", text, err)
}

// image answers with a picture's bytes. Only types that cannot hold a script
// are served as pictures.
func (s *reader) image(w http.ResponseWriter, r *http.Request) {
	n, err := strconv.Atoi(r.PathValue("n"))
	if err != nil {
		fail(s.logger, w, r, badRequest(fmt.Sprintf("%q is no number of a picture", r.PathValue("n"))))
		return
	}
	picture, err := s.lib.Picture(r.Context(), r.PathValue("session"), r.PathValue("record"), n)
	s.body(w, r, picture.Type, picture.Data, err)
}

// spilled answers with a tool's output that was written to a file of its own.
func (s *reader) spilled(w http.ResponseWriter, r *http.Request) {
	text, err := s.lib.Spilled(r.Context(), r.PathValue("session"), r.PathValue("name"))
	s.body(w, r, "text/plain; charset=utf-8", text, err)
}

// body answers with bytes. Records do not change once written, but a file may
// be rewritten under their ids: so the window keeps nothing for long.
func (s *reader) body(w http.ResponseWriter, r *http.Request, kind string, body []byte, err error) {
	if err != nil {
		fail(s.logger, w, r, err)
		return
	}
	header := w.Header()
	header.Set("Content-Type", kind)
	header.Set("Cache-Control", "private, max-age=300")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	_, _ = w.Write(body)
}
