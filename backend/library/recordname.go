package library

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// ResolveRecord returns the uuid of the record of a session's file that name means: its
// uuid, in whatever case, or a prefix of 8 or more characters that no other record of the
// file has. What means no record is returned as it is, for others to report.
func (l *Library) ResolveRecord(session, name string) (string, error) {
	f, err := fileOf(l.Snapshot(), session)
	if err != nil || name == "" {
		return name, err
	}
	s, lower := f.Summary, strings.ToLower(name)
	var found []string
	for i := range s.Nodes {
		switch uuid := s.Names.Text(s.Nodes[i].ID); {
		case uuid == name:
			return name, nil
		case uuid == lower:
			return lower, nil
		case utf8.RuneCountInString(name) >= minPrefix && (strings.HasPrefix(uuid, name) || strings.HasPrefix(uuid, lower)):
			found = append(found, uuid)
		}
	}
	switch len(found) {
	case 0:
		return name, nil
	case 1:
		return found[0], nil
	}
	return "", fmt.Errorf("record %q in session %q: %w, it may be %s", name, session, ErrAmbiguous, strings.Join(found[:min(4, len(found))], " or "))
}
