package transcript

import (
	"cmp"
	"strings"

	"dendro/backend/jsonl"
)

// Sender identifies who sent a text that was not typed in the session itself.
type Sender struct {
	Kind string `json:"kind"` // one of the constants below
	Name string `json:"name"`
}

// The kinds of senders. A channel carries a person's words (Telegram, a phone).
const (
	SenderPeer        = "peer"        // another session
	SenderTeammate    = "teammate"    // an agent of the same team
	SenderCoordinator = "coordinator" // the session that directs this one
	SenderAuto        = "auto"        // the client: scheduled and automatic continuations
	SenderChannel     = "channel"
)

// Label returns the sender's description for a heading.
func (s Sender) Label() string {
	role := map[string]string{
		SenderPeer: "Another session", SenderTeammate: "Teammate", SenderCoordinator: "Coordinator",
		SenderAuto: "Automatic", SenderChannel: "Channel",
	}[s.Kind]
	if s.Name == "" || strings.EqualFold(s.Name, role) {
		return role
	}
	return role + ": " + s.Name
}

// Delivery is a text sent to the session, without its envelope.
type Delivery struct {
	From     Sender
	Text     string
	Summary  string // one line about Text; usually ""
	IsStatus bool   // an agent's status (idle, shutdown), not a written message
	first    string // of several messages, the first that is not a status
}

// opening returns the text to make a title from.
func (d *Delivery) opening() string { return cmp.Or(d.first, d.Text) }

// Class returns the class of a record that holds only this delivery.
func (d *Delivery) Class() Class {
	switch {
	case d.IsStatus:
		return ClassNotification
	case d.From.Kind == SenderChannel:
		return ClassPrompt
	}
	return ClassMessage
}

// Line returns the delivery in one line, for a heading.
func (d *Delivery) Line() string {
	text := OneLine(cmp.Or(d.Summary, d.Text))
	if d.From.Name == "" {
		return text
	}
	return d.From.Name + ": " + text
}

// Delivered returns v, a text of r or the blocks of a queued command, as a delivery: in an
// envelope, or in a record whose origin names a sender. It returns false for a typed text.
func (r *Record) Delivered(v jsonl.Value) (Delivery, bool) {
	if d, ok := r.scheduled(v); ok || r.HumanOrigin || !r.mayBeDelivered() && !r.enveloped(v) {
		return d, ok
	}
	origin := r.sender()
	said := speakOf(v)
	class, text := said.whole(), ""
	if said.client != nil && asks(class) { // reminders precede the message
		if text = said.words; origin.Kind == "" || said.class != ClassInjected {
			return Delivery{}, false
		}
	}
	switch {
	case class == ClassMessage && !origin.human:
	case class == ClassPrompt && origin.Kind != "" && (!r.Sidechain || r.Meta && origin.Kind == SenderCoordinator):
	default:
		return Delivery{}, false
	}
	if text == "" {
		text = FlatText(v)
	}
	return deliveryOf(text, origin.Sender), true
}

// scheduled returns v, a text of r, as a message of the client's own schedule or of a webhook
// (reported for claude-desktop): in one whole envelope. Its record may say that a person's
// task it is, but nobody typed it now.
func (r *Record) scheduled(v jsonl.Value) (d Delivery, ok bool) {
	var buf [HeadBytes + jsonl.HeadSlack]byte
	if head := beginning(buf[:0], v); !v.IsString() || len(head) == 0 || head[0] != '<' || !isScheduled(head) || r.typedHere() {
		return d, false
	}
	return scheduledDelivery(v.String())
}

// Said returns the text of v, a text of r or the blocks of a queued command, as the model
// reads it: a delivery without its envelope.
func (r *Record) Said(v jsonl.Value) string {
	if d, ok := r.Delivered(v); ok {
		return d.Text
	}
	return FlatText(v)
}

// mayBeDelivered reports whether r has a field that can mark it as not typed.
func (r *Record) mayBeDelivered() bool { return r.HasOrigin || r.Kind == KindAttachment }

// enveloped reports whether v begins with an envelope.
func (r *Record) enveloped(v jsonl.Value) bool {
	var buf [HeadBytes + jsonl.HeadSlack]byte
	return v.IsString() && isDelivered(beginning(buf[:0], v))
}

// origin is the sender that a record names; human is set if the record says that a person
// typed the text.
type origin struct {
	Sender
	human bool
}

// sender returns the sender from the origin of r or of the queued command in r, and no
// sender if a person typed the text.
func (r *Record) sender() origin {
	var v jsonl.Value
	if r.HasOrigin {
		v = r.field("origin")
	}
	injected := false
	if r.Kind == KindAttachment {
		injected = r.Meta || r.Attachment.Get("isMeta").IsTrue()
		if o := r.Attachment.Get("origin"); o.Get("kind").IsString() {
			v = o
		}
	}
	name := OneLine(v.Get("name").String())
	of := func(kind, name string) origin { return origin{Sender: Sender{kind, name}} }
	switch kind := v.Get("kind").String(); kind {
	case "human":
		return origin{human: true}
	case "":
		if injected { // not typed, but still sent by the client
			return of(SenderAuto, "")
		}
		return origin{}
	case SenderPeer, SenderTeammate, SenderCoordinator:
		return of(kind, cmp.Or(name, address(v.Get("from").String())))
	case SenderChannel:
		server := v.Get("server").String()
		return of(kind, cmp.Or(name, OneLine(server[strings.LastIndexByte(server, ':')+1:])))
	case "auto-continuation", SenderAuto:
		return of(SenderAuto, name)
	default: // including unknown ones: a text must not vanish
		return of(SenderAuto, cmp.Or(name, OneLine(kind)))
	}
}

// address returns the readable part of an address such as "uds:/tmp/planner.sock".
func address(s string) string {
	s = s[strings.LastIndexAny(s, "/:")+1:]
	return OneLine(strings.TrimSuffix(s, ".sock"))
}

// attachedTo names the file that a channel's envelope delivers, or returns "".
func attachedTo(attributes string) string {
	file := OneLine(cmp.Or(
		attribute(attributes, "attachment_name"), baseName(attribute(attributes, "attachment_path")),
		baseName(attribute(attributes, "image_path")), attribute(attributes, "attachment_kind"),
	))
	if file == "" {
		return ""
	}
	return "Attachment: " + file
}
