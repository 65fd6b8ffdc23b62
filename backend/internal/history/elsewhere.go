package history

import (
	"encoding/base64"
	"path"
)

// Message is a text from another session, a coordinator or a schedule; kind is that of the
// record's origin. It returns the record's uuid.
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

// Teammate is a text from an agent of the same team.
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

// sent writes a user record whose text was not typed in the session.
func (s *Session) sent(content string, after Obj) string {
	s.home.pass(15_000, 90_000)
	s.endMessage()
	s.promptID, s.asks = s.home.uuid(), ""
	id := s.add("user", O("message", O("role", "user", "content", content)), after)
	s.spend(content)
	return id
}

// QueuedAlone is a prompt that was queued while a tool ran and exists only in the queue's
// own records (2.0.77 to about 2.1.9x). If it is delivered, it left the queue for the
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

// CallAs is a call with an id chosen by the model, like those of proxies to other models:
// different calls may have equal ids.
func (s *Session) CallAs(id string, c Call) Tool {
	s.home.pass(300, 2500)
	tool := Tool{ID: id}
	tool.UUID = s.block(O("type", "tool_use", "id", id, "name", c.Name, "input", c.Input), "tool_use")
	if !c.Missing {
		s.Result(&tool, c)
	}
	return tool
}

// OrphanResult is a result without a call in any file.
func (s *Session) OrphanResult(text string) string {
	s.home.pass(30, 900)
	s.endMessage()
	block := O("tool_use_id", s.home.token("toolu_01", 22), "type", "tool_result", "content", text)
	return s.add("user", O("message", O("role", "user", "content", []Obj{block})), nil)
}

// Hole writes zero bytes before the next record, as after a power failure while the file
// grew.
func (s *Session) Hole(n int) {
	s.file.add(&line{raw: make([]byte, n), glued: true}, s.home.now)
}

// Copy puts the session's current file at another path below the config directory: in
// another project's directory, or beside it under a name given by a sync program.
func (s *Session) Copy(name string) { s.home.Put(name, s.file.bytes()) }

// Beside returns a path beside the session's file.
func (s *Session) Beside(name string) string { return path.Join(path.Dir(s.file.path), name) }

// AgentName is the name under which a session works for others.
func (s *Session) AgentName(name string) {
	s.side("type", "agent-name", "agentName", name, "sessionId", s.sessionID)
}

// Injected is a record of blocks that the client writes beside a prompt.
func (s *Session) Injected(blocks ...Obj) string {
	s.endMessage()
	return s.add("user", O("message", O("role", "user", "content", blocks), "isMeta", true), nil)
}

// LateError is an API error that is written turns after the failed request, as its child.
// The next prompt has the error as parent, and continues the record before the error.
func (s *Session) LateError(request string) {
	prev := s.prev
	s.parent = request
	s.Retry(1, 529)
	s.file.at[s.prev].late = true
	s.prev = prev
}
