package catalog

import (
	"cmp"
	"slices"
	"strings"

	"dendro/backend/chattree"
	"dendro/backend/internal/sorted"
)

// replaced is a file that is not as the last snapshot has it: old, nil for a new
// one. now is nil where it is gone.
type replaced struct{ old, now *File }

// putFiles makes changed files those of the draft. What a line that is appended
// costs follows the changes, and a copy of the lists.
func (d *draft) putFiles(changes map[string]replaced, owner func(chattree.Place) string) {
	var files, sessions, agents sorted.Difference[*File]
	partial, renamed := len(d.Partial) > 0, false
	for _, r := range changes {
		d.Read += r.now.read() - r.old.read()
		partial = partial || r.now != nil && r.now.Partial
		renamed = renamed || r.renames()
		r.into(&files)
		if r.last().Agent {
			r.into(&agents)
		} else {
			r.into(&sessions)
		}
	}
	d.Files = sorted.Merge(d.Files, files, byPlace)
	d.sessions = sorted.Merge(d.sessions, sessions, bySession)
	if partial {
		d.Partial = map[string]bool{}
		for f := range d.SessionsFrom("") {
			if f.Partial {
				d.Partial[f.ID] = true
			}
		}
	}
	d.putAgents(agents, renamed, owner)
}

// into notes it among the changes of a list.
func (r replaced) into(d *sorted.Difference[*File]) {
	if r.old != nil {
		d.Gone = append(d.Gone, r.old)
	}
	if r.now != nil {
		d.Came = append(d.Came, r.now)
	}
}

// last is the file as it is now, or was.
func (r replaced) last() *File {
	if r.now != nil {
		return r.now
	}
	return r.old
}

// renames reports whether it may change whose an agent is that lies in no session's
// directory: it is one, or a session that names others than before.
func (r replaced) renames() bool {
	if f := r.last(); f.Agent {
		return f.Owner == ""
	}
	return r.old == nil || r.now == nil || !slices.Equal(r.old.Summary.NamedAgents, r.now.Summary.NamedAgents)
}

// read is 1 for a file that a search sees.
func (f *File) read() int {
	if f == nil || f.Partial || f.unindexed {
		return 0
	}
	return 1
}

// putAgents hands changed agents to the sessions that they belong to. Whose one is
// that lies in no session's directory owner says, and may say otherwise when
// sessions name others.
func (d *draft) putAgents(changes sorted.Difference[*File], renamed bool, owner func(chattree.Place) string) {
	for _, f := range changes.Came {
		d.loose = d.loose || f.Owner == ""
	}
	if d.loose && renamed {
		changes, d.crews = sorted.Difference[*File]{}, nil
		for _, f := range d.Files {
			if f.Agent {
				changes.Came = append(changes.Came, f)
			}
		}
	}
	of := map[string]*sorted.Difference[*File]{}
	owned := func(f *File) *sorted.Difference[*File] {
		id := f.Owner
		if id == "" {
			id = owner(chattree.Place{Root: f.Root, Path: f.Path})
		}
		if of[id] == nil {
			of[id] = &sorted.Difference[*File]{}
		}
		return of[id]
	}
	for _, f := range changes.Gone {
		owned(f).Gone = append(owned(f).Gone, f)
	}
	for _, f := range changes.Came {
		owned(f).Came = append(owned(f).Came, f)
	}
	var crews sorted.Difference[crew]
	for session, c := range of {
		old := d.Agents(session)
		if old != nil {
			crews.Gone = append(crews.Gone, crew{session, old})
		}
		if files := sorted.Merge(old, *c, byPath); len(files) > 0 {
			crews.Came = append(crews.Came, crew{session, files})
		}
	}
	d.crews = sorted.Merge(d.crews, crews, func(a, b crew) int { return strings.Compare(a.session, b.session) })
}

func byPlace(a, b *File) int {
	return cmp.Or(strings.Compare(a.Root, b.Root), strings.Compare(a.Path, b.Path))
}

func byPath(a, b *File) int {
	return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Root, b.Root))
}

// bySession orders files by the ids of their sessions. Where several have one id the
// one that is the session stands first: the later change decides, then root and
// path, as in chattree.
func bySession(a, b *File) int {
	return cmp.Or(strings.Compare(a.ID, b.ID), b.ModTime.Compare(a.ModTime), byPlace(a, b))
}
