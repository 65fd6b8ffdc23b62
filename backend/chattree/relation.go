package chattree

import (
	"path"
	"strings"
	"time"
	"unique"

	"dendro/backend/lineage"
	"dendro/backend/transcript"
)

// describe makes the Session of every node.
func (f *Forest) describe(fam *family, all []node) {
	summaries := f.summaryTitles(fam, all)
	for i := range all {
		l := &all[i]
		l.out = f.newSession(l)
		if fam != nil {
			l.out.copies = fam.copies[l.member]
		} else {
			l.out.copies = l.repeats()
		}
		f.title(l, summaries[i])
		if l.above != nil {
			l.relate(fam)
		}
		l.out.detach()
	}
	for i := range all {
		if l := &all[i]; l.above != nil && l.out.Relation == RelationResumed {
			l.above.out.Superseded = true
		}
	}
}

// detach copies the texts that lists show. A summary's texts may be in a mapped file: lists
// would keep most of its pages in memory.
func (s *Session) detach() {
	for _, text := range []*string{&s.Title, &s.Name, &s.Outcome, (*string)(&s.Start), (*string)(&s.End)} {
		*text = strings.Clone(*text)
	}
	for _, text := range []*string{&s.CWD, &s.GitBranch, &s.Version, &s.Model} { // nearly all repeat
		*text = unique.Make(*text).Value()
	}
}

// newSession fills in the properties of a single file.
func (f *Forest) newSession(l *node) *Session {
	source := l.files[0] // the session's own list changes later
	file, sum := &source, l.sum
	s := &Session{
		ID: l.id, CopyOf: l.copyOf(), File: file.Path, Relation: RelationRoot, Evidence: []string{}, Confidence: ConfidenceCertain,
		MissingParent: l.missing, SessionIDs: []string{}, ActiveLeaf: l.text(l.links.Leaf),
		Rewinds: []Rewind{}, Compactions: []Compaction{},
		Records: sum.Records, Malformed: sum.Malformed, Bytes: file.Size, Start: Time(sum.Start), End: Time(sum.End),
		CWD: sum.CWD, GitBranch: sum.GitBranch, Version: sum.Version, Model: sum.Model,
		LastPromptLeaf: sum.Names.Text(sum.LastPromptLeaf), Source: file,
	}
	if sum.EndMS == 0 && !file.ModTime.IsZero() {
		s.Start = Time(file.ModTime.UTC().Format(time.RFC3339))
		s.End, s.Dated = s.Start, datedByFile
	}
	if s.Bytes == 0 {
		s.Bytes = sum.Bytes
	}
	s.SessionIDs = append(s.SessionIDs, sum.SessionIDs...)
	for _, other := range l.files[1:] {
		if other.Kept {
			continue // the archive's copies are meant to be there
		}
		if other.Root == file.Root {
			s.Duplicates = append(s.Duplicates, other.Path)
		} else {
			s.Duplicates = append(s.Duplicates, path.Join(other.Root, other.Path))
		}
	}
	s.count(l, sum)
	again := l.repeats()
	for i := range sum.Compactions {
		c := &sum.Compactions[i]
		if _, ok := again[c.ID]; ok {
			continue
		}
		s.Compactions = append(s.Compactions, Compaction{UUID: sum.Names.Text(c.ID), Trigger: c.Trigger})
	}
	for i := range l.links.Rewinds {
		if r := &l.links.Rewinds[i]; r.Human {
			s.Rewinds = append(s.Rewinds, l.rewind(r))
		}
	}
	s.turns = turnRanges(l.links.Turns())
	s.Agents = len(f.agents.of[l.id])
	for _, root := range l.links.Sidechains {
		if l.own(root) {
			s.Agents++
		}
	}
	if l.missing != "" {
		s.Evidence = append(s.Evidence, l.lostEvidence())
	}
	return s
}

// count counts the records of a session's file without repeats.
func (s *Session) count(l *node, sum *transcript.Summary) {
	for i := range sum.Nodes {
		if l.links.Repeat(int32(i)) {
			continue
		}
		if sum.Nodes[i].Flags.IsPrompt() {
			s.Prompts++
		}
		if sum.Nodes[i].Flags.Has(transcript.FlagTurn) {
			s.Own++
		}
	}
}

// lostEvidence returns the evidence for a parent that no longer exists.
func (l *node) lostEvidence() string {
	if l.sum.ForkedFrom == l.missing {
		return EvidenceForkedFrom
	}
	return EvidenceSessionID
}

func (l *node) rewind(r *lineage.Rewind) Rewind {
	out := Rewind{Branches: make([]Branch, 0, len(r.Branches))}
	if r.At != none {
		at := l.text(r.At)
		out.At = &at
	}
	for _, b := range r.Branches {
		out.Branches = append(out.Branches, Branch{First: l.text(b.First), Tip: l.text(b.Tip), Active: b.Active})
	}
	return out
}

// relate fills in a session's relation to its parent.
func (l *node) relate(fam *family) {
	s := l.out
	parent := l.above.id
	s.Parent = &parent
	s.Relation = RelationForked
	s.Own = 0
	last, holdsLeaf, differs := none, false, false
	for i := range l.sum.Nodes {
		k := int32(i)
		f := l.sum.Nodes[i].Flags
		up := none
		if l.up != nil {
			up = l.up[i]
		}
		if up != none && l.above.resumesAt(up) {
			holdsLeaf = true
		}
		differs = differs || up != none && l.above.sum.Nodes[up].Content != l.sum.Nodes[i].Content
		switch {
		case !f.Has(transcript.FlagTurn) || l.links.Repeat(k):
		case up == none:
			s.Own++
		default:
			s.Shared++
			last = k
		}
	}
	if last != none {
		point := l.text(last)
		s.ForkPoint = &point
	}
	lacking := l.isCopy() && differs // the primary file has texts that the copy lacks
	if s.Without = l.without(parent); s.Without != nil {
		lacking = true
	}
	if (holdsLeaf || s.Shared == 0 && l.continues()) && !l.renamed() && !lacking {
		s.Relation = RelationResumed
	}
	s.Evidence = l.evidence(fam, fam.sharing(l.above.member, l.member).counts)
	if !l.rule.certain() {
		s.Confidence = ConfidenceInferred
	}
}

// without returns the counts of the parts of its parent that were left out when Dendro
// started the session, or nil. Such a session resumes nothing: the parent holds more.
func (l *node) without(parent string) *transcript.LeftOut {
	for _, o := range l.origins() {
		if o.Session == parent && o.By == transcript.BesideLog && !o.Left.IsZero() {
			return &o.Left
		}
	}
	return nil
}

// continues reports whether a session that shares nothing with its parent continues where
// the parent would be resumed.
func (l *node) continues() bool {
	if l.above.sum.ContinuedIn == l.id {
		return true
	}
	if l.to == none {
		return false
	}
	at := l.to
	for at != none && !l.above.turn(at) {
		at = l.above.links.Up[at]
	}
	return at != none && l.above.resumesAt(at)
}

// evidence lists the evidence for the edge to the parent, in the contract's order.
func (l *node) evidence(fam *family, shared bool) []string {
	sum, parent := l.sum, l.above
	list := []string{}
	note := func(on bool, what string) {
		if on {
			list = append(list, what)
		}
	}
	_, named := fam.named[l.member][parent.member]
	up, logical := false, false
	for _, i := range l.links.Dangling {
		up = up || fam.has(parent.member, l.member, sum.Nodes[i].Parent)
	}
	for _, i := range l.links.Logical {
		logical = logical || fam.has(parent.member, l.member, sum.Logical[sum.Nodes[i].ID])
	}
	leaf := fam.foreignLeaf(l, sum.LastPromptLeaf)
	for _, t := range sum.Titles {
		leaf = leaf || fam.foreignLeaf(l, t.Leaf)
	}
	note(shared, EvidenceSharedUUIDs)
	note(sum.ForkedFrom == parent.id, EvidenceForkedFrom)
	note(named || l.isCopy() && l.of == parent.id, EvidenceSessionID)
	note(fam.background(l.member) && !fam.background(parent.member), EvidenceSessionKind)
	note(up, EvidenceParentUUID)
	note(logical, EvidenceLogicalParent)
	note(leaf, EvidenceLeafUUID)
	note(parent.sum.ContinuedIn == l.id, EvidenceContinuedIn)
	note(sum.Planned == parent.id, EvidencePlan)
	note(sum.Summarized == parent.id, EvidenceSummary)
	note(l.says(parent.id, transcript.BesideJob), EvidenceJob)
	note(l.says(parent.id, transcript.BesideCard), EvidenceCard)
	note(l.says(parent.id, transcript.BesideLog), EvidenceBegun)
	note(shared && l.reminted(), EvidenceMessageID)
	signal := l.rule.signal()
	note(signal != "" && shared && fam.bothWentOn(parent.member, l.member), signal)
	return list
}

// reminted reports whether the parent has records of the session under other uuids, known by
// the messages that they answer.
func (l *node) reminted() bool {
	for i, up := range l.up {
		if up == none {
			continue
		}
		if id := l.sum.Nodes[i].ID; l.above.sum.Nodes[up].ID != id && l.out.copies.Of(id) != id {
			return true
		}
	}
	return false
}

// has reports whether a member holds the record that another one, or itself, names by.
func (f *family) has(m, by int32, id transcript.ID) bool {
	if id.IsZero() {
		return false
	}
	key, known := f.key[f.identity(by, id)]
	return known && f.classes[f.class[key]].holds(m)
}

// foreignLeaf reports whether a leaf that l names is a record of its parent and not of l.
func (f *family) foreignLeaf(l *node, leaf transcript.ID) bool {
	return f.has(l.above.member, l.member, leaf) && !f.has(l.member, l.member, leaf)
}
