package chattree

// Chat returns the chat with this id, or nil.
func (f *Forest) Chat(id string) *Chat { return f.chats[id] }

// Session returns a session and its chat, or nil.
func (f *Forest) Session(id string) (*Chat, *Session) {
	s := f.sessions[id]
	if s == nil || s.group == nil {
		return nil, nil
	}
	for _, c := range s.group.chats {
		for _, l := range c.Sessions {
			if l.ID == id {
				return c, l
			}
		}
	}
	return nil, nil
}
