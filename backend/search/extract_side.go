package search

import "dendro/backend/transcript"

// system visits the texts of the program itself.
func (x *Extractor) system(r *transcript.Record) {
	switch r.SystemKind() {
	case transcript.SystemBoundary, transcript.SystemQuiet:
	case transcript.SystemHooks:
		if hooks := r.StopHooks(); hooks.Failed() {
			x.composed(KindNotice, r.HookText())
		}
	case transcript.SystemAPIError:
		x.composed(KindNotice, r.APIErrorText())
	case transcript.SystemLocalCommand:
		x.localCommand(r)
	case transcript.SystemUntyped:
		if r.Level() != transcript.LevelInfo {
			x.value(KindNotice, r.Content)
		}
	default:
		if r.Content.IsBlank() {
			x.composed(KindNotice, r.Subtype)
			return
		}
		x.value(KindNotice, r.Content)
	}
}

func (x *Extractor) localCommand(r *transcript.Record) {
	switch transcript.ClassOfText([]byte(r.Content.Head(transcript.HeadBytes))) {
	case transcript.ClassCommand:
		x.composed(KindCommand, transcript.CommandText(r.Content.String()))
	case transcript.ClassOutput:
		x.composed(KindNotice, transcript.Untag(r.Content.String()))
	case transcript.ClassInjected:
	default:
		x.value(KindNotice, r.Content)
	}
}

// attachment visits the visible attachments.
func (x *Extractor) attachment(r *transcript.Record) {
	switch r.AttachmentKind() {
	case transcript.AttachmentQueued:
		x.queued(r)
	case transcript.AttachmentFile:
		x.value(KindNotice, r.AttachedFile())
	case transcript.AttachmentHook:
		x.composed(KindNotice, r.HookText())
	}
}

// queued visits prompts and messages that arrived while the model was busy.
func (x *Extractor) queued(r *transcript.Record) {
	q := r.QueuedCommand()
	kind := KindNotice
	switch q.Mode {
	case transcript.QueuedPrompt:
		if d, ok := r.Delivered(q.Prompt); ok {
			x.delivery(&d)
			return
		}
		if kind = KindPrompt; transcript.Classify(r) == transcript.ClassNotification {
			kind = KindNotice
		}
	case transcript.QueuedNotification:
		x.composed(KindNotice, transcript.NotificationText(transcript.FlatText(q.Prompt)))
		return
	case transcript.QueuedBash:
		x.composed(KindCommand, transcript.BashText(transcript.FlatText(q.Prompt)))
		return
	}
	q.Prompt.Texts(func(v transcript.Value) { x.value(kind, v) })
	q.Prompt.Documents(func(d transcript.Document) { x.document(kind, d) })
}
