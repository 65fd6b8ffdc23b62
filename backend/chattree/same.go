package chattree

import "reflect"

// same reports whether two states of a chat say the same, and come from the same states of
// files. Both may be nil.
func same(a, b *Chat) bool {
	if a == nil || b == nil || len(a.Sessions) != len(b.Sessions) {
		return a == b
	}
	x, y := *a, *b
	x.Sessions, y.Sessions = nil, nil
	if !reflect.DeepEqual(&x, &y) {
		return false
	}
	for i := range a.Sessions {
		if !sameSession(a.Sessions[i], b.Sessions[i]) {
			return false
		}
	}
	return true
}

func sameSession(a, b *Session) bool {
	x, y := *a, *b
	x.Source, y.Source = nil, nil // their summaries are large, and whatever they say shows elsewhere
	return sameFile(a.Source, b.Source) && reflect.DeepEqual(&x, &y)
}

// sameFile reports whether two files are the same, as far as size and time tell.
func sameFile(a, b *File) bool {
	return a.ID == b.ID && a.Key() == b.Key() && a.Size == b.Size && a.ModTime.Equal(b.ModTime) && a.Unread == b.Unread
}

// sameAgent reports whether two states of an agent's file say the same.
func sameAgent(a, b AgentFile) bool {
	return a.Key() == b.Key() && a.ID == b.ID && a.Owner == b.Owner && a.Internal == b.Internal && a.Summary == b.Summary
}
