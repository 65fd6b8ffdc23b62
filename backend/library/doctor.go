package library

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"dendro/backend/catalog"
	"dendro/backend/message"
	"dendro/backend/scan"
	"dendro/backend/session"
	"dendro/backend/transcript"
)

// Report is doctor's report on the health of the histories; the JSON is the contract's.
type Report struct {
	Schema        int                  `json:"schema"`
	Roots         []RootReport         `json:"roots"`
	Records       int                  `json:"records"`
	Types         map[string]int       `json:"types"`
	UnknownTypes  map[string]int       `json:"unknownTypes"`
	Malformed     []BadRecord          `json:"malformed"`
	Dangling      int                  `json:"dangling"`
	RetentionDays int                  `json:"retentionDays"`
	RetentionFrom Retention            `json:"retentionFrom"` // which settings say so
	Expiring      []Expiring           `json:"expiring"`
	Unreadable    []session.Unreadable `json:"unreadable"`
	// Orphans are agents without a session: only a copy that names it as its parent still
	// shows them.
	Orphans []Orphan `json:"orphans"`
	Silent  []Silent `json:"silent"`
	// Duplicates are the files with the session id of another, primary file.
	Duplicates []Duplicate `json:"duplicates"`
	// Misplaced are transcripts in places that Claude Code does not search.
	Misplaced []Misplaced `json:"misplaced"`
	// Torn counts files whose last line is being written, Oversized lines beyond the length
	// limit, MalformedMore bad lines beyond those that are listed.
	Torn          int `json:"torn"`
	Oversized     int `json:"oversized"`
	MalformedMore int `json:"malformedMore,omitempty"`
}

// RootReport holds the counts of one root.
type RootReport struct {
	Path     string `json:"path"`
	Projects int    `json:"projects"` // project directories that hold a session or an agent
	Sessions int    `json:"sessions"`
	Agents   int    `json:"agents"` // internal ones apart
	Bytes    int64  `json:"bytes"`
}

// BadRecord is a line that is not a JSON object.
type BadRecord struct {
	File  string          `json:"file"` // relative to its root
	Line  int             `json:"line"`
	Error message.Message `json:"error"`
}

// Expiring is a session that Claude Code will soon delete.
type Expiring struct {
	Session string `json:"session"`
	Days    int    `json:"days"`
}

// Orphan is the file of an agent without an existing session.
type Orphan struct {
	Agent   string `json:"agent"`
	File    string `json:"file"`    // relative to its root
	Session string `json:"session"` // that it says it belongs to; "" where it doesn't
}

// Silent is the file of a session without conversation: it is in no chat, unless agents
// have one.
type Silent struct {
	File    string `json:"file"` // relative to its root
	Records int    `json:"records"`
}

// Duplicate is a file with the session id of another file.
type Duplicate struct {
	Session string `json:"session"`        // the session id
	File    string `json:"file"`           // relative to its root
	Own     int    `json:"own"`            // its chain records that the primary file lacks
	Copy    string `json:"copy,omitempty"` // the id that it has here, where it has records of its own
}

// Misplaced is a transcript in a place that Claude Code does not search.
type Misplaced struct {
	File string `json:"file"` // relative to its root
	// Session is the session in its place that the file is another version of, as sync
	// programs keep them; "" if there is none.
	Session string `json:"session,omitempty"`
}

// Doctor reports on everything read so far.
func (l *Library) Doctor() Report {
	l.Lister.noteProjects()
	view := l.Lister.View()
	s := l.Catalog.Snapshot()
	_, retention := l.Lister.retentions(s.RootPaths())
	d := Report{
		Schema: 1, Roots: []RootReport{}, Types: map[string]int{}, UnknownTypes: map[string]int{},
		Malformed: []BadRecord{}, Expiring: []Expiring{}, Unreadable: []session.Unreadable{}, RetentionDays: retention.Days, RetentionFrom: retention,
		Orphans: []Orphan{}, Silent: []Silent{}, Duplicates: []Duplicate{}, Misplaced: []Misplaced{},
	}
	// Dendro's own copies are as they are meant to be.
	mine := func(root string) bool { return l.opt.Archive.Has(root) }
	roots := slices.DeleteFunc(slices.Clone(s.Roots), func(r scan.Root) bool { return mine(r.Path) })
	for _, r := range roots {
		d.Roots = append(d.Roots, rootReport(s, r.Path))
	}
	for _, f := range s.Files {
		if mine(f.Root) {
			continue
		}
		role, _ := s.Role(f)
		id := s.SessionOf(f)
		if _, of := s.Session(id); !f.Agent && of != nil && !role.Duplicate {
			if days := view.Facts(of).ExpiresInDays; days != nil {
				d.Expiring = append(d.Expiring, Expiring{id, *days})
			}
		}
		if f.Err != nil {
			d.Unreadable = append(d.Unreadable, session.Unreadable{Path: f.Path, Error: message.From(f.Err)})
		}
		if !f.Agent && !role.Duplicate && f.Err == nil && f.Summary.Silent() {
			d.Silent = append(d.Silent, Silent{f.Path, f.Summary.Records})
		}
		d.add(f.Path, f.Summary)
	}
	for _, p := range slices.Concat(s.Problems, l.Lister.NotUsed()) {
		d.Unreadable = append(d.Unreadable, session.Unreadable{Path: p.Path, Error: message.From(p.Err)})
	}
	for _, m := range scan.FindMisplaced(context.Background(), l.opt.Disk, roots) {
		d.Misplaced = append(d.Misplaced, misplaced(s, m))
	}
	d.Duplicates = append(d.Duplicates, duplicates(s, mine)...)
	d.Orphans = append(d.Orphans, orphans(s, mine)...)
	d.Dangling = dangling(s)
	slices.SortStableFunc(d.Expiring, func(a, b Expiring) int { return cmp.Compare(a.Days, b.Days) })
	return d
}

func (d *Report) add(path string, s *transcript.Summary) {
	d.Records += s.Records
	for i, typ := range s.Types {
		n := s.TypeOf[i]
		d.Types[typ] += n
		if transcript.KindOf(typ) == transcript.KindUnknown {
			d.UnknownTypes[typ] += n
		}
	}
	for _, b := range s.Bad {
		d.Malformed = append(d.Malformed, BadRecord{path, b.Line, badLine(b)})
	}
	d.MalformedMore += s.Malformed - len(s.Bad)
	d.Oversized += s.Oversized
	if s.Torn > 0 {
		d.Torn++
	}
}

// duplicates lists the files whose session id another file has too.
func duplicates(s *catalog.Snapshot, mine func(root string) bool) (list []Duplicate) {
	for _, f := range s.Files {
		role, ok := s.Role(f)
		if primary := s.File(role.Of); f.Agent || !ok || mine(f.Root) || primary != nil && mine(primary.Root) {
			continue
		}
		d := Duplicate{Session: role.Of, File: f.Path, Own: role.Own}
		if !role.Duplicate {
			d.Copy = role.Session
		}
		list = append(list, d)
	}
	return list
}

// misplaced describes a misplaced transcript.
func misplaced(s *catalog.Snapshot, m scan.Misplaced) Misplaced {
	id := strings.ToLower(m.SessionID())
	if s.File(id) == nil {
		id = ""
	}
	return Misplaced{m.Path, id}
}

// orphans lists the agents whose session is gone, internal ones apart: Claude
// Code deletes a session, and may leave the agents that lie beside it.
func orphans(s *catalog.Snapshot, mine func(root string) bool) []Orphan {
	var list []Orphan
	for owner, agents := range s.AgentsBySession() {
		if s.File(owner) != nil {
			continue
		}
		for _, f := range agents {
			if !f.Internal() && !mine(f.Root) {
				list = append(list, Orphan{f.ID, f.Path, owner})
			}
		}
	}
	slices.SortFunc(list, func(a, b Orphan) int { return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Agent, b.Agent)) })
	return list
}

func rootReport(s *catalog.Snapshot, root string) RootReport {
	r := RootReport{Path: root}
	projects := map[string]bool{}
	for _, f := range s.Files {
		if f.Root != root {
			continue
		}
		r.Bytes += f.Size
		projects[f.Project()] = true
		switch {
		case !f.Agent:
			r.Sessions++
		case !f.Internal():
			r.Agents++
		}
	}
	r.Projects = len(projects)
	return r
}

// dangling counts the records whose parent is in no file. For a file summarized from head
// and tail, most parents have not been read.
func dangling(s *catalog.Snapshot) int {
	known := map[transcript.ID]bool{}
	for _, f := range s.Files {
		for i := range f.Summary.Nodes {
			known[f.Summary.Nodes[i].ID] = true
		}
	}
	n := 0
	for _, f := range s.Files {
		if f.Partial {
			continue
		}
		for i := range f.Summary.Nodes {
			if p := f.Summary.Nodes[i].Parent; !p.IsZero() && !known[p] {
				n++
			}
		}
	}
	return n
}
