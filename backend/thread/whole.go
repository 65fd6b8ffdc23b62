package thread

import (
	"context"
	"slices"
	"sort"

	"dendro/backend/transcript"
)

// Whole is the rows of a branch across files: where the file of a session begins
// with a compaction, or with a record that hangs on one of an ancestor, the rows of
// the ancestor stand before its own. Most have one stretch, the session's own. It is
// safe for concurrent use as its threads are.
type Whole struct {
	stretches []stretch
	items     []Item
	turns     []Turn
}

// stretch is the rows of one file.
type stretch struct {
	session string // an ancestor's id; "" for the last one, the session's own
	thread  *Thread
	from    int // its first row
	turns   int // of those before it
	rows    int // how many of its rows stand there
}

// NewWhole returns the rows of a session's own thread.
func NewWhole(own *Thread) *Whole {
	return &Whole{stretches: []stretch{{thread: own, rows: len(own.items)}}, items: own.items, turns: own.turns}
}

// After returns w behind the rows of an ancestor session, without the agents that no
// call of it started.
func (w *Whole) After(session string, earlier *Whole) *Whole {
	all := &Whole{}
	add := func(s stretch, items []Item, turns []Turn) {
		s.from, s.turns = len(all.items), len(all.turns)
		for _, it := range items {
			it.Turn += int32(s.turns)
			if s.session != "" {
				it.Flags |= ItemInherited
			}
			all.items = append(all.items, it)
		}
		for _, turn := range turns {
			turn.Row += s.from
			all.turns = append(all.turns, turn)
		}
		all.stretches = append(all.stretches, s)
	}
	for _, s := range earlier.stretches {
		if s.session == "" {
			s.session = session
			s.rows -= s.thread.Unattached()
		}
		add(s, s.thread.items[:s.rows], s.thread.turns)
	}
	for _, s := range w.stretches {
		add(s, s.thread.items[:s.rows], s.thread.turns)
	}
	return all
}

// Begins returns the first record of the session's own file that the branch holds,
// and whether the conversation began before it.
func (w *Whole) Begins() (first transcript.ID, elsewhere bool) {
	own := w.own()
	for i := range own.items {
		if at := own.items[i].Record; at >= 0 {
			return own.x.node(at).ID, own.openHead
		}
	}
	return first, false
}

// own is the thread of the session itself.
func (w *Whole) own() *Thread { return w.stretches[len(w.stretches)-1].thread }

// at returns the stretch that holds a row.
func (w *Whole) at(row int) *stretch {
	i := sort.Search(len(w.stretches), func(i int) bool { return w.stretches[i].from > row })
	return &w.stretches[max(i-1, 0)]
}

// end is behind the last row of a stretch.
func (s *stretch) end() int { return s.from + s.rows }

// Len returns the number of rows.
func (w *Whole) Len() int { return len(w.items) }

// Items returns the rows without contents. The caller must not change them.
func (w *Whole) Items() []Item { return w.items }

// Turns returns the turns in order.
func (w *Whole) Turns() []Turn { return w.turns }

// Own returns the first row of the session's own file: those before it are an
// ancestor's.
func (w *Whole) Own() int { return w.stretches[len(w.stretches)-1].from }

// Index returns the index that the records of the session's own rows count in.
func (w *Whole) Index() *Index { return w.own().x }

// Session returns the ancestor in whose file a row stands, "" for the session's own.
func (w *Whole) Session(row int) string { return w.at(row).session }

// Tip returns the id of the record that the branch ends at.
func (w *Whole) Tip() transcript.ID { return w.own().tip }

// Unattached returns how many of the last rows, those of internal agents apart,
// stand for agents that no call of the session started.
func (w *Whole) Unattached() int { return w.own().Unattached() }

// Internal returns how many agents of the session the program started for itself.
func (w *Whole) Internal() int { return w.own().Internal() }

// Inline reports whether it is an agent's and lies in the file of its session.
func (w *Whole) Inline() bool { return w.own().Inline() }

// Agent describes the agent whose conversation this is; nil for a branch.
func (w *Whole) Agent(ctx context.Context, load Load) (*Sidechain, error) {
	return w.own().Agent(ctx, load)
}

// Page is [Thread.Page]. Rows of an ancestor's file are inherited and name it.
func (w *Whole) Page(ctx context.Context, from, n int, load Load, o PageOptions) ([]Row, error) {
	from = min(max(from, 0), len(w.items))
	if n < 0 || n > len(w.items)-from {
		n = len(w.items) - from
	}
	rows := make([]Row, 0, n)
	size := 0
	for len(rows) < n && (o.Bytes == 0 || size < o.Bytes) {
		at := from + len(rows)
		s := w.at(at)
		part := o
		if o.Bytes > 0 {
			part.Bytes = o.Bytes - size
		}
		page, err := s.thread.Page(ctx, at-s.from, min(n-len(rows), s.end()-at), load, part)
		if err != nil {
			return nil, err
		}
		for _, row := range page {
			size += row.size()
			row.Index += s.from
			row.Turn += s.turns
			if s.session != "" {
				row.Session, row.Inherited = s.session, true
			}
			rows = append(rows, row)
		}
	}
	return rows, nil
}

// Work is [Thread.Work], with the rows of the whole branch.
func (w *Whole) Work(ctx context.Context, from, n int, load Load) ([]Work, error) {
	list := make([]Work, 0, n)
	for i := range w.stretches {
		s := &w.stretches[i]
		turns := len(s.thread.turns)
		first, last := max(from, s.turns), min(from+n, s.turns+turns)
		if first >= last {
			continue
		}
		part, err := s.thread.Work(ctx, first-s.turns, last-first, load)
		if err != nil {
			return nil, err
		}
		for k := range part {
			part[k].shift(s.from)
			list = append(list, part[k])
		}
	}
	return list, nil
}

// Find is [Thread.Find].
func (w *Whole) Find(ctx context.Context, from int, load Load, k Seeker, o FindOptions) (matches []Match, next int, err error) {
	s := w.at(from)
	matches, next, err = s.thread.Find(ctx, from-s.from, load, k, o)
	matches = slices.DeleteFunc(matches, func(m Match) bool { return m.Rows[0] >= s.rows })
	for i := range matches {
		matches[i].Rows = slices.Clone(matches[i].Rows)
		matches[i].Rows[0] += s.from
	}
	switch {
	case err != nil:
		return matches, next, err
	case next >= 0 && next < s.rows:
		return matches, next + s.from, nil
	case s.end() < len(w.items):
		return matches, s.end(), nil
	}
	return matches, -1, nil
}

// Locate is [Thread.Locate].
func (w *Whole) Locate(id transcript.ID, block int) []int {
	for i := len(w.stretches) - 1; i >= 0; i-- {
		s := &w.stretches[i]
		if rows := s.thread.Locate(id, block); rows != nil && rows[0] < s.rows {
			rows[0] += s.from
			return rows
		}
	}
	return nil
}

// Holds calls f with the id of every record that the branch is made of, those of its
// agents among them, some more than once.
func (w *Whole) Holds(f func(transcript.ID)) {
	w.Held(0, func(x *Index, record int) { f(x.ID(record)) })
}

// Held calls f with every record that the rows from one on are made of, as Holds
// does: by the index that holds it and its place there.
func (w *Whole) Held(from int, f func(x *Index, record int)) {
	for i := range w.stretches {
		if s := &w.stretches[i]; from < s.end() {
			s.thread.held(max(from-s.from, 0), s.rows, f)
		}
	}
}

// Calls is [Thread.Calls].
func (w *Whole) Calls(row int) int {
	s := w.at(row)
	return s.thread.Calls(row - s.from)
}

// RowsOf is [Thread.RowsOf].
func (w *Whole) RowsOf(calls []string) []int {
	rows := []int{}
	for i := range w.stretches {
		s := &w.stretches[i]
		for _, row := range s.thread.RowsOf(calls) {
			if row < s.rows {
				rows = append(rows, row+s.from)
			}
		}
	}
	return rows
}
