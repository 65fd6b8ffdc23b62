package catalog

import (
	"slices"

	"dendro/backend/chattree"
)

// pending are changes that are not published yet.
type pending struct {
	change   chattree.Change  // for the forest
	sessions []string         // whose own files, or agents' files, changed
	news     bool             // some file is not as it was: one may only have been read again
	again    [][2]*File       // the former and the present state of files that were read again
	moved    bool             // some file is new, or gone
	linked   *chattree.Linked // of files of the change, as an earlier process linked them; nil: nothing
}

func (p *pending) dirty() bool {
	return len(p.change.Files)+len(p.change.Agents)+len(p.change.Gone) > 0
}

// put adds that now replaced old, nil for a new file. quiet suppresses the notification of its
// session.
func (p *pending) put(old, now *File, quiet bool) {
	if !quiet {
		p.note(now)
	}
	if now.Agent {
		p.change.Agents = append(p.change.Agents, now.agent())
	} else {
		p.change.Files = append(p.change.Files, now.session())
	}
	p.moved = p.moved || old == nil
	p.again = append(p.again, [2]*File{old, now})
	if old == nil || !old.same(&now.File) || !old.SaysTheSame(&now.File) {
		p.news = true
	}
}

// remove adds that a file no longer exists.
func (p *pending) remove(f *File) {
	at := f.Key()
	p.change.Files = slices.DeleteFunc(p.change.Files, func(f chattree.File) bool { return f.Key() == at })
	p.change.Agents = slices.DeleteFunc(p.change.Agents, func(a chattree.AgentFile) bool { return a.Key() == at })
	p.note(f)
	p.news, p.moved = true, true
	p.change.Gone = append(p.change.Gone, at)
}

// note adds the session that f belongs to, if f itself names it.
func (p *pending) note(f *File) {
	id := f.ID
	if f.Agent {
		a := f.agent()
		id = a.BelongsTo(nil)
	}
	if id != "" {
		p.sessions = append(p.sessions, id)
	}
}

// touched returns the sessions noted, each once.
func (p *pending) touched() []string {
	slices.Sort(p.sessions)
	return slices.Compact(p.sessions)
}
