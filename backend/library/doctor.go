package library

import (
	"cmp"
	"slices"

	"dendro/backend/transcript"
)

// Report is what doctor says about the health of the histories; the JSON is
// the contract's.
type Report struct {
	Schema        int            `json:"schema"`
	Roots         []RootReport   `json:"roots"`
	Records       int            `json:"records"`
	Types         map[string]int `json:"types"`
	UnknownTypes  map[string]int `json:"unknownTypes"`
	Malformed     []BadRecord    `json:"malformed"`
	Dangling      int            `json:"dangling"`
	RetentionDays int            `json:"retentionDays"`
	Expiring      []Expiring     `json:"expiring"`
	Unreadable    []Unreadable   `json:"unreadable"`
	// Orphans are agents whose session is gone: only a copy that names it as its
	// parent still shows them.
	Orphans []Orphan `json:"orphans"`
	Silent  []Silent `json:"silent"`
	// Torn counts files whose last line is being written, Oversized lines that
	// are too long to be read at once, MalformedMore bad lines beyond those
	// that are listed.
	Torn          int `json:"torn"`
	Oversized     int `json:"oversized"`
	MalformedMore int `json:"malformedMore,omitempty"`
}

// RootReport counts what lies in one root.
type RootReport struct {
	Path     string `json:"path"`
	Projects int    `json:"projects"` // project directories that hold a session or an agent
	Sessions int    `json:"sessions"`
	Agents   int    `json:"agents"` // internal ones apart
	Bytes    int64  `json:"bytes"`
}

// BadRecord is a line that is not a JSON object.
type BadRecord struct {
	File  string `json:"file"` // relative to its root
	Line  int    `json:"line"`
	Error string `json:"error"`
}

// Expiring is a session that Claude Code will soon delete.
type Expiring struct {
	Session string `json:"session"`
	Days    int    `json:"days"`
}

// Orphan is the file of an agent that belongs to no session that is there.
type Orphan struct {
	Agent   string `json:"agent"`
	File    string `json:"file"`    // relative to its root
	Session string `json:"session"` // that it says it belongs to; "" where it doesn't
}

// Silent is the file of a session in which nothing was ever said: it is in no chat.
type Silent struct {
	File    string `json:"file"` // relative to its root
	Records int    `json:"records"`
}

// Unreadable is a file or directory that could not be read.
type Unreadable struct {
	Path  string `json:"path"`
	Error string `json:"error"`
}

// Doctor reports on everything read so far.
func (l *Library) Doctor() Report {
	facts := l.Facts()
	_, retention := retentions(l.rootPaths())
	l.mu.RLock()
	defer l.mu.RUnlock()
	d := Report{
		Schema: 1, Roots: []RootReport{}, Types: map[string]int{}, UnknownTypes: map[string]int{},
		Malformed: []BadRecord{}, Expiring: []Expiring{}, Unreadable: []Unreadable{}, RetentionDays: retention,
		Orphans: []Orphan{}, Silent: []Silent{},
	}
	for _, r := range l.roots {
		d.Roots = append(d.Roots, l.rootReport(r.Path))
	}
	for _, e := range l.sorted() {
		// Of a session that lies in two places only the one that counts.
		if f := facts[e.file.ID]; !e.file.Agent && f.Expiring && l.sessions[e.file.ID] == e {
			d.Expiring = append(d.Expiring, Expiring{e.file.ID, f.Days})
		}
		if e.err != nil {
			d.Unreadable = append(d.Unreadable, Unreadable{e.file.Path, e.err.Error()})
		}
		if !e.file.Agent && e.err == nil && e.summary.Silent() {
			d.Silent = append(d.Silent, Silent{e.file.Path, e.summary.Records})
		}
		d.add(e.file.Path, e.summary)
	}
	for _, p := range l.problems {
		d.Unreadable = append(d.Unreadable, Unreadable{p.Path, p.Err.Error()})
	}
	d.Orphans = append(d.Orphans, l.orphans()...)
	d.Dangling = l.dangling()
	slices.SortStableFunc(d.Expiring, func(a, b Expiring) int { return cmp.Compare(a.Days, b.Days) })
	return d
}

func (d *Report) add(path string, s *transcript.Summary) {
	d.Records += s.Records
	for typ, n := range s.Types.All() {
		d.Types[typ] += n
		if transcript.KindOf(typ) == transcript.KindUnknown {
			d.UnknownTypes[typ] += n
		}
	}
	for _, b := range s.Bad {
		d.Malformed = append(d.Malformed, BadRecord{path, b.Line, b.Error})
	}
	d.MalformedMore += s.Malformed - len(s.Bad)
	d.Oversized += s.Oversized
	if s.Torn > 0 {
		d.Torn++
	}
}

// orphans lists the agents whose session is gone, internal ones apart: Claude
// Code deletes a session, and may leave the agents that lie beside it. l.mu is
// held.
func (l *Library) orphans() []Orphan {
	var list []Orphan
	for owner, agents := range l.agents {
		if l.sessions[owner] != nil {
			continue
		}
		for _, e := range agents {
			if !e.internal() {
				list = append(list, Orphan{e.file.ID, e.file.Path, owner})
			}
		}
	}
	slices.SortFunc(list, func(a, b Orphan) int { return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Agent, b.Agent)) })
	return list
}

// sorted returns the entries by path, so that reports are stable. l.mu is held.
func (l *Library) sorted() []*entry {
	all := make([]*entry, 0, len(l.entries))
	for _, e := range l.entries {
		all = append(all, e)
	}
	slices.SortFunc(all, func(a, b *entry) int {
		return cmp.Or(cmp.Compare(a.file.Root, b.file.Root), cmp.Compare(a.file.Path, b.file.Path))
	})
	return all
}

func (l *Library) rootReport(root string) RootReport {
	r := RootReport{Path: root}
	projects := map[string]bool{}
	for _, e := range l.entries {
		if e.file.Root != root {
			continue
		}
		r.Bytes += e.file.Size
		projects[e.file.Project()] = true
		switch {
		case !e.file.Agent:
			r.Sessions++
		case !e.internal():
			r.Agents++
		}
	}
	r.Projects = len(projects)
	return r
}

// dangling counts the records whose parent stands in no file. Of a file that
// is known from head and tail only, most parents have not been read. l.mu is
// held.
func (l *Library) dangling() int {
	known := map[transcript.ID]bool{}
	for _, e := range l.entries {
		for i := range e.summary.Nodes {
			known[e.summary.Nodes[i].ID] = true
		}
	}
	n := 0
	for _, e := range l.entries {
		if e.partial {
			continue
		}
		for i := range e.summary.Nodes {
			if p := e.summary.Nodes[i].Parent; !p.IsZero() && !known[p] {
				n++
			}
		}
	}
	return n
}
