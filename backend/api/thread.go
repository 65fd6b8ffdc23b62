package api

import (
	"context"
	"math"
	"net/http"
	"strconv"

	"dendro/backend/library"
	"dendro/backend/library/figures"
	"dendro/backend/session"
	"dendro/backend/thread"
)

// threadWire is GET /api/sessions/{id}/thread: a branch without its contents.
type threadWire struct {
	Seq       uint64 `json:"seq"`
	Session   string `json:"session"`
	Tip       string `json:"tip"`
	Continues string `json:"continues"`
	Gone      bool   `json:"gone,omitempty"` // the messages before the first row were deleted
	Total     int    `json:"total"`
	skeletonRows
	// Turns are those of the rows that are sent; of a long thread those near the opening
	// position, else near its end.
	Turns    turnsWire           `json:"turns"`
	Segments []session.SegmentAt `json:"segments"`
	Splits   []session.Split     `json:"splits"`
	// Unattached is the number of last rows that are agents without a parent call.
	Unattached int `json:"unattached,omitempty"`
	// Internal is the number of Claude Code's internal agents. With ?internal=1 their rows
	// follow all others.
	Internal int `json:"internal,omitempty"`
	// Unreadable is the number of lines of the file without a record.
	Unreadable []session.BadLines `json:"unreadable,omitempty"`
	Loss       session.Loss       `json:"loss,omitempty"` // the file can no longer be opened
	Near       *nearWire          `json:"near,omitempty"`
}

// nearWire is the contents of the rows around the opening position of a thread: ?near= is
// the position, ?page= the number of rows per page in the window. It saves the window a
// request, and a second rendering of the thread.
type nearWire struct {
	From int          `json:"from"`
	Rows []thread.Row `json:"rows"`
}

// reader answers requests about one session and its agents.
type reader struct {
	lib    *library.Library
	client func(context.Context) string // nil: unknown
	prices func() *figures.Prices
	*responder
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
	get("/api/sessions/{session}/commands", s.commands)
	get("/api/sessions/{session}/beside", s.beside)
	get("/api/sessions/{session}/touching", s.touching)
	get("/api/sessions/{session}/locate", s.locate)
	get("/api/sessions/{session}/like", s.like)
	get("/api/sessions/{session}/resumed", s.resumed)
	get("/api/sessions/{session}/raw/{record}", s.raw)
	get("/api/sessions/{session}/sides", s.sides)
	get("/api/sessions/{session}/notes", s.notes)
	get("/api/sessions/{session}/files", s.filesAt)
	get("/api/sessions/{session}/records/{record}/paths", s.paths)
	get("/api/sessions/{session}/files/text", s.fileText)
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
	seq := s.lib.Catalog.Seq()
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
	// Encode before reading the page, which may find the file rewritten.
	if w.skeletonRows, err = rowsSince(r, t.Rows, flags); err != nil {
		return nil, err
	}
	switch {
	case w.From > 0:
		w.Turns = turnsSince(t.Rows, w.From)
	case r.PathValue("agent") != "":
		w.Turns = turns(t.Rows.Turns(), 0)
	default:
		w.Turns = turnsNear(t.Rows, at)
	}
	if r.URL.Query().Has("near") {
		if w.Near, err = near(r, t, at); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// open opens the requested branch or agent's conversation.
func (s *reader) open(r *http.Request) (*session.Thread, error) {
	session, q := r.PathValue("session"), r.URL.Query()
	if agent := r.PathValue("agent"); agent != "" {
		return s.lib.Threads.Sidechain(r.Context(), session, agent)
	}
	if q.Get("internal") == "1" {
		return s.lib.Threads.WithInternal(r.Context(), session, q.Get("tip"))
	}
	return s.lib.Threads.Whole(r.Context(), session, q.Get("tip"))
}

// nearRows is approximately the number of rows in view.
const nearRows = 20

// placeOf returns the opening row of a thread: a row number, the first row of a segment by
// its id, or the end.
func placeOf(wanted string, total int, segments []session.SegmentAt) int {
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

// near reads the pages of rows around a row. On an error it returns nothing: the window
// requests the pages and gets the error.
func near(r *http.Request, t *session.Thread, at int) (*nearWire, error) {
	page, err := intQuery(r, "page", 100, 1, maxRows)
	if err != nil {
		return nil, err
	}
	total := t.Rows.Len()
	from := max(at-nearRows, 0) / page * page
	to := min((at+nearRows+page-1)/page*page, total)
	rows, err := t.Page(r.Context(), from, to-from)
	if err != nil || t.Rows.Len() != total { // the file was rewritten
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
	// Unreadable is the number of lines of an agent's file without a record, on its first
	// page.
	Unreadable []session.BadLines `json:"unreadable,omitempty"`
}

// maxRows is the maximum number of rows per page; usually the size limit is reached first.
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

// record returns a whole record as in the file, but indented.
func (s *reader) record(w http.ResponseWriter, r *http.Request) {
	raw, err := s.lib.Records.RawRecord(r.Context(), r.PathValue("session"), r.PathValue("record"), 0, math.MaxInt)
	s.body(w, r, "text/plain; charset=utf-8", []byte(raw.Text), err)
}

// text returns the whole text of a content block.
func (s *reader) text(w http.ResponseWriter, r *http.Request) {
	block, err := intQuery(r, "block", 0, 0, 1<<20)
	var text []byte
	if err == nil {
		text, err = s.lib.Records.BlockText(r.Context(), r.PathValue("session"), r.PathValue("record"), block)
	}
	s.body(w, r, "text/plain; charset=utf-8", text, err)
}

// pathsWire is GET /api/sessions/{id}/records/{uuid}/paths: the words of a content block that
// name existing files of the session's directory.
type pathsWire struct {
	Words []string `json:"words"`
}

func (s *reader) paths(r *http.Request) (any, error) {
	block, err := intQuery(r, "block", 0, 0, 1<<20)
	if err != nil {
		return nil, err
	}
	words, err := s.lib.Records.Paths(r.Context(), r.PathValue("session"), r.PathValue("record"), block)
	return pathsWire{Words: words}, err
}

// image returns a picture's bytes. Only types that cannot hold a script are served as
// pictures.
func (s *reader) image(w http.ResponseWriter, r *http.Request) {
	n, err := strconv.Atoi(r.PathValue("n"))
	if err != nil {
		s.fail(w, r, badParameter("n"))
		return
	}
	picture, err := s.lib.Records.Picture(r.Context(), r.PathValue("session"), r.PathValue("record"), n)
	s.body(w, r, picture.Type, picture.Data, err)
}

// spilled returns a tool's output from its separate file.
func (s *reader) spilled(w http.ResponseWriter, r *http.Request) {
	text, err := s.lib.Records.Spilled(r.Context(), r.PathValue("session"), r.PathValue("name"))
	s.body(w, r, "text/plain; charset=utf-8", text, err)
}

// body returns bytes with a short cache lifetime: records do not change once written, but a
// file may be rewritten under the same ids.
func (s *reader) body(w http.ResponseWriter, r *http.Request, kind string, body []byte, err error) {
	if err != nil {
		s.fail(w, r, err)
		return
	}
	header := w.Header()
	header.Set("Content-Type", kind)
	header.Set("Cache-Control", "private, max-age=300")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	_, _ = w.Write(body)
}
