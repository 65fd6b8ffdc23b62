package transcript

import "dendro/backend/jsonl"

// What became of an item of the queue, before its text.
const (
	Unsent = "Queued, never sent: "
	Unsure = "Queued; it is not recorded whether it was sent: "
	Waits  = "Queued; not sent so far: "

	Untold     = "Claude was not told: " // of notifications, as the next two
	UnsureTold = "It is not recorded whether Claude was told: "
	WaitsTold  = "Claude has not been told so far: "
)

// unwritten is the text of a delivered prompt without content.
const unwritten = "A message was sent here; its words are not recorded"

// itemTexts appends what an item of the queue says, as one that was delivered.
func itemTexts(dst []Text, r *Record) []Text {
	t := Text{Kind: TextPrompt, form: formContent, Raw: r.Content, Queued: true}
	switch r.itemOf() {
	case itemNone:
		return dst
	case itemCommand:
		t.Kind = TextCommand
	case itemUnwritten:
		t.Kind, t.form, t.name, t.Notice = TextNotice, formName, unwritten, NoticeQueued
	case itemNotification:
		t.Kind, t.form, t.Notice = TextNotice, formNotification, NoticeNotification
	case itemTask, itemTaskOfCall:
		t.Kind, t.form, t.Notice = TextNotice, formTask, NoticeTask
	default:
		if d, ok := r.Delivered(r.Content); ok {
			t = deliveryText(t, &d)
		}
	}
	return append(dst, t)
}

// In returns t, a text of the queue, in the form of its item's fate. A text that has no row is
// unchanged.
func (t *Text) In(fate Fate) Text {
	if !t.Queued || fate == FateGone || fate == FateSent || t.form == formTask || t.form == formName {
		return *t
	}
	x := *t
	x.Kind, x.form, x.Level, x.Notice = TextNotice, formUnsent, LevelWarning, NoticeQueued
	if t.form == formNotification {
		x.Notice = NoticeNotification
	}
	x.name = t.before(fate)
	return x
}

// before returns what became of an item of the queue, to be shown before its text.
func (t *Text) before(fate Fate) string {
	names := [...]string{FateUnsent: Unsent, FateUnsure: Unsure, FateWaits: Waits}
	switch {
	case t.form == formNotification:
		names = [...]string{FateUnsent: Untold, FateUnsure: UnsureTold, FateWaits: WaitsTold}
	case t.Kind == TextCommand: // some commands leave no record
		return Unsure
	}
	return names[fate]
}

// saidInItem returns the text of an item without its envelope.
func (r *Record) saidInItem(v jsonl.Value) string {
	if r.itemOf() == itemNotification {
		return NotificationText(FlatText(v))
	}
	if d, ok := r.Delivered(v); ok {
		return d.Text
	}
	return ContentText(v)
}
