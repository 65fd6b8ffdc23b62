package chattree

import "dendro/backend/internal/codec"

// Encode returns chats for [Decode], which trusts them: who keeps them sees to it that
// they come back unchanged. A test fills every field that a Chat has and looks whether
// it comes back.
func Encode(chats []*Chat) []byte {
	var x coder
	x.Numbered()
	x.chats(&chats)
	return x.Out()
}

// Decode returns the chats that Encode wrote. Their texts are used where they lie, in
// data, which may be a read-only view of a file and must not change. Until [Adopt] the
// sources of their sessions have no summaries.
func Decode(data []byte) (chats []*Chat, err error) {
	x := coder{Coder: *codec.Read(data)}
	x.Numbered()
	x.chats(&chats)
	return chats, x.Close()
}

func (x *coder) chats(list *[]*Chat) {
	codec.List(&x.Coder, list, func(c **Chat) {
		if x.Reading {
			*c = &Chat{}
		}
		x.chat(*c)
	})
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
