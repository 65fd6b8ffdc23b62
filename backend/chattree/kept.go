package chattree

import "slices"

// Decode returns the chats that Encode wrote, newest first. Their texts are used where
// they lie, in data, which may be a read-only view of a file and must not change. Until
// [Adopt] the sources of their sessions have no summaries.
func Decode(data []byte) ([]*Chat, error) {
	chats, err := decodeChats(data)
	slices.SortFunc(chats, newest)
	return chats, err
}

// Adopt tells chats that were kept of the files that they were made from. It reports
// false where they cannot have been made from these: then the chats are of no use.
func Adopt(chats []*Chat, files []File) bool {
	sessions := make(map[string]*Session, len(chats))
	for _, c := range chats {
		for _, s := range c.Sessions {
			sessions[s.ID] = s
		}
	}
	found := 0
	for i := range files {
		file := &files[i]
		s := sessions[file.ID]
		if s == nil && file.Summary != nil && file.Summary.Silent() {
			continue
		}
		if s == nil {
			return false
		}
		src := s.Source
		if src.Place() != file.Place() { // one of several places
			continue
		}
		if src.Size != file.Size || !src.ModTime.Equal(file.ModTime) || src.Summary != nil || file.Summary == nil {
			return false
		}
		src.Summary, src.Origins = file.Summary, file.Origins
		found++
	}
	return found == len(sessions)
}
