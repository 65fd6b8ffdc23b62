package history

import (
	"encoding/base64"
	"path"
)

// Message is a text that another session, a coordinator or a schedule sent: the kind is
// that of the record's origin. It returns the record's uuid.
func (s *Session) Message(kind, name, text string) string {
	content := text
	if kind == "peer" {
		content = "Another Claude session sent a message:\n<cross-session-message from=\"uds:/tmp/" + name + ".sock\" from-name=\"" + name + "\">\n" + text +
			"\n</cross-session-message>\n\nThis came from another Claude session — not typed by your user."
	}
	origin := O("kind", kind)
	if name != "" {
		origin = append(origin, Field{"name", name})
	}
	return s.sent(content, O("isMeta", true, "origin", origin))
}

// Teammate is a text that an agent of the same team sent.
func (s *Session) Teammate(name, text string) string {
	return s.sent("<teammate-message teammate_id=\""+name+"\" color=\"blue\">\n"+text+"\n</teammate-message>", O("teamName", "harbour"))
}

// Channel is a prompt that a person sent through a messenger.
func (s *Session) Channel(server, user, text string) string {
	id := s.sent("<channel source=\""+server+"\" chat_id=\"-100\" message_id=\"7\" user=\""+user+"\">\n"+text+"\n</channel>",
		O("isMeta", true, "origin", O("kind", "channel", "server", "plugin:"+server+":"+server)))
	s.asked(id, text)
	return id
}

// sent writes a user record whose text nobody typed in the session.
func (s *Session) sent(content string, after Obj) string {
	s.home.pass(15_000, 90_000)
	s.endMessage()
	s.promptID, s.asks = s.home.uuid(), ""
	id := s.add("user", O("message", O("role", "user", "content", content)), after)
	s.spend(content)
	return id
}

// QueuedAlone is a prompt that was queued while a tool ran, and that only the queue's own
// records hold (2.0.77 to about 2.1.9x). Where it is delivered, it left the queue for the
// conversation; else the program ended with it.
func (s *Session) QueuedAlone(text string, delivered bool) {
	s.home.pass(1000, 5000)
	s.side("type", "queue-operation", "operation", "enqueue", "timestamp", stamp(s.home.now), "sessionId", s.sessionID, "content", text)
	if delivered {
		s.home.pass(500, 3000)
		s.side("type", "queue-operation", "operation", "remove", "timestamp", stamp(s.home.now), "sessionId", s.sessionID)
	}
}

// Document is a document block: a PDF, or a text with a title.
func Document(mediaType, title, data string) Obj {
	source := O("type", "base64", "media_type", mediaType, "data", base64.StdEncoding.EncodeToString([]byte(data)))
	if mediaType == "text/plain" {
		source = O("type", "text", "media_type", mediaType, "data", data)
	}
	return O("type", "document", "source", source, "title", title)
}

// CallAs is a call whose id the model chose, as proxies to other models do: the ids of
// different calls may be equal.
func (s *Session) CallAs(id string, c Call) Tool {
	s.home.pass(300, 2500)
	tool := Tool{ID: id}
	tool.UUID = s.block(O("type", "tool_use", "id", id, "name", c.Name, "input", c.Input), "tool_use")
	if !c.Missing {
		s.Result(&tool, c)
	}
	return tool
}

// OrphanResult is the result of a call that no file holds.
func (s *Session) OrphanResult(text string) string {
	s.home.pass(30, 900)
	s.endMessage()
	block := O("tool_use_id", s.home.token("toolu_01", 22), "type", "tool_result", "content", text)
	return s.add("user", O("message", O("role", "user", "content", []Obj{block})), nil)
}

// Hole leaves zero bytes before the next record, as a machine does that loses power
// while the file grows.
func (s *Session) Hole(n int) {
	s.file.add(&line{raw: make([]byte, n), glued: true}, s.home.now)
}

// Copy puts the session's file, as it is now, at another path below the config directory:
// in another project's directory, or beside it under a name that a sync program gave.
func (s *Session) Copy(name string) { s.home.Put(name, s.file.bytes()) }

// Beside returns a path beside the session's file.
func (s *Session) Beside(name string) string { return path.Join(path.Dir(s.file.path), name) }

// AgentName is the name under which a session works for others.
func (s *Session) AgentName(name string) {
	s.side("type", "agent-name", "agentName", name, "sessionId", s.sessionID)
}

// Injected is a record that the client writes beside a prompt, of blocks.
func (s *Session) Injected(blocks ...Obj) string {
	s.endMessage()
	return s.add("user", O("message", O("role", "user", "content", blocks), "isMeta", true), nil)
}

// LateError is an error of the API whose record is written turns after the request that
// failed, below that request. What is asked next hangs on it, and follows what it followed.
func (s *Session) LateError(request string) {
	prev := s.prev
	s.parent = request
	s.Retry(1, 529)
	s.file.at[s.prev].late = true
	s.prev = prev
}
