package testlib

import (
	"context"
	"strings"
	"testing"

	"dendro/backend/library"
	"dendro/backend/session"
	"dendro/backend/thread"
	"dendro/backend/transcript"
)

// FindIn looks for a text in a branch of a session.
func FindIn(ctx context.Context, l *library.Library, id, tip, text string, most int) (session.Findings, error) {
	t, err := l.Threads.Whole(ctx, id, tip)
	if err != nil {
		return session.Findings{}, err
	}
	return t.Find(ctx, text, most)
}

// Shown returns the texts of a thread's rows as a window reads them.
func Shown(t *testing.T, th *session.Thread) string {
	t.Helper()
	rows, err := th.Page(t.Context(), 0, 100)
	if err != nil {
		t.Fatal(err)
	}
	return Texts(rows)
}

// Texts returns the texts of rows, each on a line.
func Texts(rows []thread.Row) string {
	var b strings.Builder
	for _, r := range rows {
		b.WriteString(r.Text + "\n")
	}
	return b.String()
}

// ID returns the id of a valid uuid.
func ID(s string) transcript.ID {
	id, _ := transcript.ParseID(s)
	return id
}

// ShownText is what the row of a place says, the innermost one.
func ShownText(t *testing.T, l *library.Library, p session.RowPath) string {
	t.Helper()
	thread, err := l.Threads.Thread(t.Context(), p.Session, p.Tip)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := thread.All(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i, at := range p.Rows {
		row := rows[at]
		if i == len(p.Rows)-1 {
			if row.Tool != nil {
				return row.Tool.Result
			}
			return row.Text
		}
		rows = row.Sidechain.Rows
	}
	return ""
}
