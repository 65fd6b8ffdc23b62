package session

import (
	"strings"
	"unicode/utf8"

	"dendro/backend/catalog"
	"dendro/backend/message"
)

// ResolveRecord returns the uuid of a session's record by name: its uuid, in any case, or
// an unambiguous prefix of at least 8 characters. A record of an agent is considered only
// if the session's own file has no match. A name without a match is returned unchanged, and
// reported by later calls.
func (l *Names) ResolveRecord(session, name string) (string, error) {
	known := l.opt.Catalog.Snapshot()
	f, err := FileOf(known, session)
	if err != nil || name == "" {
		return name, err
	}
	found := recordsNamed(f, name)
	if len(found) == 0 {
		for _, agent := range known.Agents(session) {
			found = append(found, recordsNamed(agent, name)...)
		}
	}
	switch len(found) {
	case 0:
		return name, nil
	case 1:
		return found[0], nil
	}
	return "", message.New("record_ambiguous", "record", name, "candidates", message.List(found[:min(4, len(found))])).Error(ErrAmbiguous)
}

// recordsNamed returns the uuids of the records of a file that name may mean; only that
// one if it is a whole uuid.
func recordsNamed(f *catalog.File, name string) (found []string) {
	s, lower := f.Summary, strings.ToLower(name)
	for i := range s.Nodes {
		switch uuid := s.Names.Text(s.Nodes[i].ID); {
		case uuid == name || uuid == lower:
			return []string{uuid}
		case utf8.RuneCountInString(name) >= MinPrefix && (strings.HasPrefix(uuid, name) || strings.HasPrefix(uuid, lower)):
			found = append(found, uuid)
		}
	}
	return found
}
