package search

import (
	"strings"

	"dendro/backend/transcript"
)

// system visits what the program itself says.
func (x *Extractor) system(r *transcript.Record) {
	switch r.Subtype {
	case "compact_boundary", "microcompact_boundary", "turn_duration", "bridge_status":
	case "stop_hook_summary":
		r.Field("hookErrors").Elements(func(v transcript.Value) {
			x.value(KindNotice, v)
			x.value(KindNotice, v.Get("error"))
			x.value(KindNotice, v.Get("message"))
		})
	case "api_error":
		x.apiError(r)
	case "local_command":
		x.localCommand(r)
	case "":
		// "Running PostToolUse:…" of 1.0.x is progress.
		if level := r.Field("level").String(); level == "error" || level == "warning" {
			x.value(KindNotice, r.Content)
		}
	default:
		x.value(KindNotice, r.Content)
	}
}

func (x *Extractor) apiError(r *transcript.Record) {
	e := r.Field("error")
	for _, v := range [...]transcript.Value{
		e, e.Get("error").Get("error").Get("message"), e.Get("error").Get("message"), e.Get("message"),
		r.Content, e.Get("cause").Get("code"), r.Field("cause").Get("code"),
	} {
		if v.IsString() && len(v) > len(`""`) {
			x.value(KindNotice, v)
			return
		}
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

// attachment visits the few attachments that people see.
func (x *Extractor) attachment(r *transcript.Record) {
	a := r.Attachment
	switch typ := a.Get("type").String(); {
	case typ == "queued_command":
		x.queued(r)
	case typ == "file":
		x.value(KindNotice, firstString(a, "displayPath", "filename"))
	case strings.HasPrefix(typ, "hook_") && strings.HasSuffix(typ, "error"):
		x.value(KindNotice, firstString(a, "hookName", "hookEvent"))
		for _, v := range [...]transcript.Value{
			a.Get("blockingError").Get("blockingError"), a.Get("blockingError"), a.Get("stderr"), a.Get("stdout"),
			a.Get("content"), a.Get("message"),
		} {
			if v.IsString() && strings.TrimSpace(v.Head(transcript.HeadBytes)) != "" {
				x.value(KindNotice, v)
				return
			}
		}
	}
}

// queued visits what was typed, or arrived, while the model was busy.
func (x *Extractor) queued(r *transcript.Record) {
	prompt := r.Attachment.Get("prompt")
	kind := KindNotice
	switch r.Attachment.Get("commandMode").String() {
	case "prompt":
		if r.Sidechain || r.Meta {
			return
		}
		kind = KindPrompt
	case "task-notification":
		x.composed(KindNotice, transcript.Untag(transcript.FlatText(prompt)))
		return
	case "bash":
		x.composed(KindCommand, transcript.BashText(transcript.FlatText(prompt)))
		return
	}
	x.value(kind, prompt)
	prompt.Elements(func(e transcript.Value) {
		x.value(kind, e)
		x.value(kind, e.Get("text"))
	})
}

func firstString(v transcript.Value, names ...string) transcript.Value {
	for _, name := range names {
		if s := v.Get(name); len(s) > len(`""`) && s.IsString() {
			return s
		}
	}
	return nil
}
