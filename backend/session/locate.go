package session

import (
	"context"

	"dendro/backend/search"
	"dendro/backend/thread"
	"dendro/backend/transcript"
)

// RowPath is the place where the window shows a record.
type RowPath struct {
	Session string `json:"session"`
	Tip     string `json:"tip"` // of a branch that holds it
	// Rows is the path to it: a row of the thread, then a row of the nested agent's thread,
	// and so on.
	Rows []int `json:"rows"`
}

// Locate finds a record of a session, or of one of its agents: on the branch that ends at
// tip if it is there, else on the one that claude would resume, else on any other. A record
// on no branch is the tip of its own. The uuid may be the one that the record had before a
// fork replaced it; block selects a content block.
func (l *Threads) Locate(ctx context.Context, id, tip, uuid string, block int) (place RowPath, err error) {
	err = l.withSession(ctx, id, func(s *target, o *opened) error {
		place, err = l.locate(ctx, s, o, tip, uuid, block)
		return err
	})
	return place, err
}

func (l *Threads) locate(ctx context.Context, s *target, o *opened, tip, uuid string, block int) (RowPath, error) {
	id := s.session.ID
	t := &Thread{Session: id, threads: l, seen: s}
	want := s.ownID(uuid)
	for _, tip := range s.tips(tip, uuid) { // of which there may be hundreds
		if ctx.Err() != nil {
			return RowPath{}, ctx.Err()
		}
		t.key = threadKey{whole: true}
		_, t.key.tip = s.tip(o, tip)
		if err := t.bind(ctx, s, o); err != nil {
			return RowPath{}, err
		}
		if t.Rows.Tip() != t.key.tip {
			continue // the file does not hold it
		}
		if rows := t.Rows.Locate(want, block); rows != nil {
			return RowPath{Session: id, Tip: tip, Rows: rows}, nil
		}
	}
	return RowPath{}, NoRecord(uuid, id)
}

// tips are the ends of branches to look for a record on, the likeliest first.
func (s *target) tips(asked, record string) []string {
	list := []string{}
	seen := map[string]bool{"": true}
	add := func(uuid string) {
		if !seen[uuid] {
			seen[uuid] = true
			list = append(list, uuid)
		}
	}
	add(asked)
	add(s.session.ActiveLeaf)
	for _, leaf := range []bool{true, false} {
		for i := range s.chat.Segments {
			if at := &s.chat.Segments[i]; at.Session == s.session.ID && at.Leaf == leaf {
				add(at.Tip)
			}
		}
	}
	add(record)
	return list
}

// Branch restricts a search to one branch of a session: the rows of its thread, including
// nested agents.
func (l *Threads) Branch(ctx context.Context, id, tip string) (files func(*search.FileInfo) bool, records func(*search.FileInfo, transcript.ID) bool, err error) {
	t, err := l.Whole(ctx, id, tip)
	if err != nil {
		return nil, nil, err
	}
	shown := map[transcript.ID]bool{}
	t.Rows.Held(0, func(x *thread.Index, record int) { shown[x.ID(record)] = true })
	files = func(f *search.FileInfo) bool { return f.Session == id }
	records = func(_ *search.FileInfo, record transcript.ID) bool { return shown[record] }
	return files, records, nil
}

// ownID returns the record of the session's file that a uuid means: the one that has it,
// else the one that had it before a fork gave it another.
func (s *target) ownID(uuid string) transcript.ID {
	id, _ := transcript.ParseID(uuid)
	own, copies, nodes := id, s.chat.Identities(), s.own().Summary.Nodes
	for i := range nodes {
		switch here := nodes[i].ID; {
		case here == id:
			return id
		case copies.Of(here) == id:
			own = here
		}
	}
	return own
}
