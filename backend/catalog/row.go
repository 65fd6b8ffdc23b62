package catalog

import (
	"cmp"
	"time"

	"dendro/backend/chattree"
	"dendro/backend/internal/codec"
)

// Row is what a list of chats shows of a chat. A start shows the rows of an earlier process
// until it has loaded the files and chats.
type Row struct {
	ID         string
	Project    string
	Repository string // see [chattree.Chat]
	Name       string
	TitleFrom  string
	Start, End chattree.Time
	EndMS      int64
	NewestLeaf string // the session with the newest record, from which the next three are
	GitBranch  string
	State      string
	Outcome    string
	Branches   int
	Turns      int
	Agents     int
	Malformed  int
	Sessions   []RowSession // in the order of the chat's; never empty
}

// RowSession is what the row of a chat holds of a session.
type RowSession struct {
	ID string
	// Registered is the id under which a running client registers the session, "" if no
	// client would load its file.
	Registered string
	Root       string
	ModTime    time.Time
	End        chattree.Time
	Dated      string // as in [chattree.Session]
	Bytes      int64
}

// RowOf returns the row of a chat.
func RowOf(c *chattree.Chat) Row {
	r := Row{
		ID: c.ID, Project: c.Project, Repository: c.Repository, Name: c.Name, TitleFrom: c.TitleFrom,
		Start: c.Start, End: c.End, EndMS: c.EndMS, NewestLeaf: c.NewestLeaf, GitBranch: c.GitBranch,
		Branches: c.Branches, Turns: c.Turns, Agents: c.Agents, Malformed: c.Malformed,
		Sessions: make([]RowSession, len(c.Sessions)),
	}
	for i, s := range c.Sessions {
		r.Sessions[i] = RowSessionOf(s)
		if s.ID == c.NewestLeaf {
			r.State, r.Outcome = s.State, s.Outcome
		}
	}
	return r
}

// RowSessionOf returns what the row of its chat holds of a session.
func RowSessionOf(s *chattree.Session) RowSession {
	r := RowSession{
		ID: s.ID, Root: s.Source.Root, ModTime: s.Source.ModTime, End: s.End, Dated: s.Dated, Bytes: s.Bytes,
	}
	if !s.Renamed() {
		r.Registered = cmp.Or(s.CopyOf, s.ID)
	}
	return r
}

// ListedIn returns the directory of the project that lists the chat: a worktree's repository.
func (r *Row) ListedIn() string { return cmp.Or(r.Repository, r.Project) }

// list is what the cache keeps for the first list of the next start.
type list struct {
	totals Totals
	rows   []Row
}

// encode encodes a list for decodeList.
func (l *list) encode() []byte {
	x := new(codec.Coder)
	l.visit(x)
	return x.Out()
}

// decodeList decodes an encoded list. The texts alias data, which must not change.
func decodeList(data []byte) (l list, err error) {
	x := codec.Read(data)
	l.visit(x)
	for i := range l.rows {
		if len(l.rows[i].Sessions) == 0 {
			return list{}, codec.ErrDamaged
		}
	}
	return l, x.Close()
}

// visit visits all fields, in both directions. A test fills every one of them.
func (l *list) visit(x *codec.Coder) {
	x.Numbered()
	t := &l.totals
	codec.Int(x, &t.Projects, &t.Chats, &t.Sessions, &t.Agents, &t.Malformed)
	codec.Int(x, &t.Bytes)
	codec.List(x, &l.rows, func(r *Row) { visitRow(x, r) })
}

func visitRow(x *codec.Coder, r *Row) {
	x.Text(&r.ID, &r.Project, &r.Repository, &r.Name, &r.TitleFrom, (*string)(&r.Start), (*string)(&r.End))
	codec.Int(x, &r.EndMS)
	x.Text(&r.NewestLeaf, &r.GitBranch, &r.State, &r.Outcome)
	codec.Int(x, &r.Branches, &r.Turns, &r.Agents, &r.Malformed)
	codec.List(x, &r.Sessions, func(s *RowSession) {
		x.Text(&s.ID, &s.Registered, &s.Root)
		x.Time(&s.ModTime)
		x.Text((*string)(&s.End), &s.Dated)
		codec.Int(x, &s.Bytes)
	})
}
