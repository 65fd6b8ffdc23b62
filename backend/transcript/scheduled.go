package transcript

import (
	"cmp"
	"strings"
)

// schedules are the envelopes of texts that start by themselves in the desktop app, with the
// name of the sender where the envelope has none.
var schedules = [...]struct{ tag, name string }{
	{"scheduled-task", "Scheduled task"},
	{"github-webhook-activity", "GitHub"},
	{"ci-monitor-event", "CI monitor"}, // (2.1.217)
}

// automated begins the paragraph that the client puts before the text of a scheduled task.
const automated = "This is an automated run of a scheduled task."

func isScheduled(head []byte) bool {
	for _, s := range schedules {
		if hasPrefix(head, "<"+s.tag) {
			return true
		}
	}
	return false
}

// scheduledDelivery returns the message in one whole envelope of schedules.
func scheduledDelivery(text string) (d Delivery, ok bool) {
	text = strings.TrimSpace(text)
	for _, s := range schedules {
		body, opened := strings.CutPrefix(text, "<"+s.tag)
		body, closed := strings.CutSuffix(body, "</"+s.tag+">")
		end := tagEnd(body)
		if !opened || !closed || end < 0 || end > 0 && body[0] != ' ' && body[0] != '\n' {
			continue
		}
		name := OneLine(attribute(" "+strings.Map(spaced, body[:end]), "name"))
		said := strings.TrimSpace(strings.ReplaceAll(body[end+1:], "\r\n", "\n"))
		if before, after, more := strings.Cut(said, "\n\n"); more && strings.HasPrefix(before, automated) {
			said = strings.TrimSpace(after)
		}
		d = Delivery{From: Sender{SenderAuto, cmp.Or(name, s.name)}, Text: said, first: name}
		return d, true
	}
	return d, false
}
