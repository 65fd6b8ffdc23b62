package transcript

import (
	"bytes"
	"cmp"
	"html"
	"slices"
	"strings"
	"unicode"

	"dendro/backend/jsonl"
)

// envelopes are the tags that wrap messages delivered as a user's text, with the kind of
// sender each implies (teammates 2.1.34, the others reported for 2.1.246–2.1.284).
var envelopes = [...]struct{ opens, kind string }{
	{"<teammate-message", SenderTeammate},
	{"<cross-session-message", SenderPeer},
	{"<peer-message", SenderPeer},
	{"<agent-message", SenderPeer},
	{"<coordinator-message", SenderCoordinator},
	{"<channel-message", SenderChannel},
}

// channelTag opens the envelope of a channel. Other texts, such as a feed, may begin with
// it too: one of these attributes or the record's origin decides.
const channelTag = "<channel"

var channelAttributes = [...]string{" source=", " chat_id=", " message_id=", " user="}

// The client writes these sentences before and after a message (2.1.246–2.1.332).
const (
	messageHead = "Another Claude session sent a message:"
	messageTail = "This came from another Claude session"
	// SendMessage's text to an agent is between these sentences (2.1.332).
	coordinatorHead = "The coordinator sent a message while you were working:"
	coordinatorTail = "Address this before completing your current task."
)

// envelope returns the kind of sender whose envelope a text begins with, or "".
func envelope(text []byte) string {
	for _, e := range envelopes {
		if hasPrefix(text, e.opens) {
			return e.kind
		}
	}
	if hasPrefix(text, channelTag+" ") {
		tag, _, _ := bytes.Cut(text, []byte(">"))
		for _, name := range channelAttributes {
			if bytes.Contains(tag, []byte(name)) {
				return SenderChannel
			}
		}
	}
	return ""
}

// isDelivered reports whether a text's prefix shows that it was sent, not typed.
func isDelivered(head []byte) bool {
	return envelope(head) != "" || hasPrefix(head, messageHead)
}

// deliveryOf parses a delivered text; origin is the sender that the record names. Several
// messages in one text become one delivery that names each sender.
func deliveryOf(text string, origin Sender) Delivery {
	rest := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(text), messageHead))
	if inner, ok := strings.CutPrefix(rest, coordinatorHead); ok && origin.Kind == SenderCoordinator {
		rest = strings.TrimSpace(strings.TrimSuffix(inner, coordinatorTail))
	}
	var list []Delivery
	for envelope([]byte(rest[:min(len(rest), HeadBytes)])) != "" || origin.Kind == SenderChannel && strings.HasPrefix(rest, channelTag) {
		d, after, ok := cutEnvelope(rest, origin)
		if !ok {
			break
		}
		list = append(list, d)
		rest = strings.TrimSpace(strings.TrimPrefix(nextMessage(after), messageHead))
	}
	if before, ok := cutTail(rest); ok {
		rest = before
	}
	if len(list) == 0 {
		if origin.Kind == "" {
			origin.Kind = cmp.Or(envelope([]byte(rest)), SenderPeer)
		}
		return Delivery{From: origin, Text: rest, IsStatus: isStatus(rest)}.worded()
	}
	d := joined(list)
	if rest != "" {
		d.Text, d.IsStatus = strings.TrimSpace(d.Text+"\n\n"+rest), false
	}
	return d
}

// cutTail removes the sentences that the client adds after a message.
func cutTail(s string) (before string, ok bool) {
	at := strings.LastIndex(s, messageTail)
	if at < 0 || at > 0 && s[at-1] != '\n' {
		return s, false
	}
	return strings.TrimSpace(s[:at]), true
}

// nextMessage returns the text after a message, without the sentences that the client adds
// between two messages.
func nextMessage(after string) string {
	if !strings.HasPrefix(after, messageTail) {
		return after
	}
	for at := 0; ; {
		i := strings.IndexByte(after[at:], '\n')
		if i < 0 {
			return after
		}
		at += i + 1
		if isDelivered([]byte(after[at:min(len(after), at+HeadBytes)])) {
			return after[at:]
		}
	}
}

// cutEnvelope splits off the message at the start of a text. If the text was truncated, the
// message is whatever is left of it. A message may quote closing tags: the one that counts
// is followed by another message, the client's sentence or nothing.
func cutEnvelope(text string, origin Sender) (d Delivery, after string, ok bool) {
	end := tagEnd(text)
	if end < 0 {
		return d, text, false
	}
	name, attributes, _ := strings.Cut(strings.Map(spaced, text[1:end]), " ")
	rest := text[end+1:]
	closing := "</" + name + ">"
	body, after, last := rest, "", -1
	for at := 0; ; {
		i := strings.Index(rest[at:], closing)
		if i < 0 {
			if last >= 0 {
				body, after = rest[:last], rest[last+len(closing):]
			}
			break
		}
		last = at + i
		at = last + len(closing)
		if next := strings.TrimSpace(rest[at:min(len(rest), at+2*HeadBytes)]); next == "" || ends(next) {
			body, after = rest[:last], rest[at:]
			break
		}
	}
	body = strings.TrimSpace(body)
	summary := attribute(" "+attributes, "summary")
	from := senderIn(name, " "+attributes, origin)
	if body == "" && from.Kind == SenderChannel {
		body = attachedTo(" " + attributes)
	}
	d = Delivery{
		From: from, Text: cmp.Or(body, summary), Summary: OneLine(summary), IsStatus: isStatus(body),
	}
	return d.worded(), strings.TrimSpace(after), true
}

// worded replaces a status by its description; other deliveries are returned unchanged.
func (d Delivery) worded() Delivery {
	switch v, ok := objectOf(d.Text); {
	case d.IsStatus:
		d.Text = statusText(d.Text)
	case ok && v.Get("type").IsString(): // a plan to approve, a task that is handed over
		d.Text = requestText(v)
	}
	return d
}

// spaced maps white space to a plain space.
func spaced(r rune) rune {
	if unicode.IsSpace(r) {
		return ' '
	}
	return r
}

// tagEnd returns the end of the tag at the start of a text, or -1. A ">" inside an
// attribute's value does not end the tag.
func tagEnd(text string) int {
	var quote byte // the quote of the current attribute value, or 0
	for i := range len(text) {
		switch c := text[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '>':
			return i
		case (c == '"' || c == '\'') && i > 0 && text[i-1] == '=':
			quote = c
		}
	}
	return strings.IndexByte(text, '>')
}

// ends reports whether next, the text after a closing tag, shows that the message ends
// there.
func ends(next string) bool {
	return isDelivered([]byte(next)) || strings.HasPrefix(next, messageTail)
}

// senderIn returns the sender that an envelope names. The record's origin says more than
// the tag about a coordinator or a channel.
func senderIn(tag, attributes string, origin Sender) Sender {
	s := Sender{Kind: envelope([]byte("<" + tag + " source="))}
	if origin.Kind == SenderCoordinator || origin.Kind == SenderChannel {
		s.Kind = origin.Kind
	}
	get := func(names ...string) string {
		for _, n := range names {
			if v := OneLine(attribute(attributes, n)); v != "" {
				return v
			}
		}
		return ""
	}
	if s.Kind != SenderChannel {
		s.Name = cmp.Or(get("from-name", "teammate_id", "name"), origin.Name, address(get("from")))
		if s.Name == "" && s.Kind == SenderTeammate {
			s.Name = SenderTeammate
		}
		return s
	}
	source := cmp.Or(get("source"), origin.Name)
	source = source[strings.LastIndexByte(source, ':')+1:]
	user := get("user", "user_name", "username", "from-name", "from")
	s.Name = strings.Trim(source+" · "+user, " ·")
	return s
}

// joined merges several deliveries into one, each under its sender's name.
func joined(list []Delivery) Delivery {
	if len(list) == 1 {
		return list[0]
	}
	all := Delivery{IsStatus: true}
	var names, texts, summaries []string
	seen := map[string]bool{}
	for i := range list {
		d := &list[i]
		if all.IsStatus && !d.IsStatus || all.From.Kind == "" {
			all.From.Kind = d.From.Kind
		}
		all.IsStatus = all.IsStatus && d.IsStatus
		if !seen[d.From.Name] {
			seen[d.From.Name] = true
			names = append(names, d.From.Name)
		}
		head := "**" + cmp.Or(d.From.Name, d.From.Kind) + "**"
		texts = append(texts, strings.TrimSpace(head+"\n\n"+d.Text))
		if line := cmp.Or(d.Summary, d.Text); !d.IsStatus {
			all.first = cmp.Or(all.first, d.Text)
			summaries = append(summaries, OneLine(line))
		}
	}
	all.From.Name, all.Text = strings.Join(names, ", "), strings.Join(texts, "\n\n")
	if len(summaries) > 0 {
		all.Summary = summaries[0]
	}
	return all
}

// isStatus reports whether a message is a status that agents send each other:
// {"type":"idle_notification",…}, {"type":"shutdown_request",…} (2.1.3x–2.1.332). A task
// assignment or a plan is not a status: it asks for something.
func isStatus(body string) bool {
	if !strings.HasPrefix(body, "{") {
		return false
	}
	v, ok := objectOf(body)
	if !ok {
		return false
	}
	typ := v.Get("type").String()
	return strings.HasPrefix(typ, "idle") || strings.HasPrefix(typ, "shutdown") || strings.HasPrefix(typ, "teammate_") ||
		strings.HasSuffix(typ, "_notification") || strings.HasSuffix(typ, "_terminated")
}

// objectOf parses a text as a JSON object.
func objectOf(text string) (jsonl.Value, bool) {
	b := bytes.TrimSpace([]byte(text))
	if len(b) == 0 || b[0] != '{' || jsonl.NewScanner(b).SkipValue(0, 0) != len(b) {
		return nil, false
	}
	return b, true
}

// statusText describes a status: its type, then one line per remaining field.
func statusText(body string) string {
	v, _ := objectOf(body)
	lines := []string{strings.ReplaceAll(v.Get("type").String(), "_", " ")}
	v.Members(func(key []byte, m jsonl.Value) {
		if string(key) == "type" {
			return
		}
		text := m.String()
		if !m.IsString() {
			text = string(m)
		}
		if text != "" {
			lines = append(lines, string(key)+": "+text)
		}
	})
	return strings.Join(lines, "\n")
}

// wordsOf are the members of a request between agents that hold its words, in reading order.
var wordsOf = [...]string{"subject", "description", "planContent", "plan", "message", "content", "feedback", "reason"}

// requestText writes a request between agents for a reader: its type, its words, then the
// remaining members.
func requestText(v jsonl.Value) string {
	paragraphs := []string{strings.ReplaceAll(v.Get("type").String(), "_", " ")}
	for _, name := range wordsOf {
		if text := strings.TrimSpace(v.Get(name).String()); text != "" {
			paragraphs = append(paragraphs, text)
		}
	}
	var others []string
	v.Members(func(key []byte, m jsonl.Value) {
		name, text := string(key), string(m)
		if m.IsString() {
			text = m.String()
		}
		if name != "type" && text != "" && !(m.IsString() && slices.Contains(wordsOf[:], name)) {
			others = append(others, name+": "+text)
		}
	})
	if len(others) > 0 {
		paragraphs = append(paragraphs, strings.Join(others, "\n"))
	}
	return strings.Join(paragraphs, "\n\n")
}

// attribute returns the value of an attribute in an opening tag, or "".
func attribute(tag, name string) string {
	_, after, _ := strings.Cut(tag, " "+name+"=")
	if after == "" || after[0] != '"' && after[0] != '\'' {
		return ""
	}
	value, _, ok := strings.Cut(after[1:], after[:1])
	if !ok {
		return ""
	}
	return html.UnescapeString(value)
}
