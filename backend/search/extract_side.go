package search

import (
	"cmp"
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
	switch transcript.ClassOfText([]byte(r.Content.Head(headBytes))) {
	case transcript.ClassCommand:
		x.composed(KindCommand, commandText(r.Content.String()))
	case transcript.ClassOutput:
		x.composed(KindNotice, untag(r.Content.String()))
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
			if v.IsString() && strings.TrimSpace(v.Head(headBytes)) != "" {
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
		x.composed(KindNotice, untag(flatText(prompt)))
		return
	case "bash":
		x.composed(KindCommand, bashText(flatText(prompt)))
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

// flatText returns the text of a string or of an array of blocks.
func flatText(v transcript.Value) string {
	if v.IsString() {
		return v.String()
	}
	var texts []string
	v.Elements(func(e transcript.Value) {
		if t := cmp.Or(e.String(), e.Get("text").String()); t != "" {
			texts = append(texts, t)
		}
	})
	return strings.Join(texts, "\n")
}

// commandText returns a slash command as it was typed.
func commandText(s string) string {
	name := cmp.Or(inside(s, "command-name"), inside(s, "command-message"))
	if name == "" {
		return untag(s)
	}
	if !strings.HasPrefix(name, "/") {
		name = "/" + name
	}
	return strings.TrimSpace(name + " " + inside(s, "command-args"))
}

// bashText returns a bash command as it was typed: behind a "!".
func bashText(s string) string {
	if in := inside(s, "bash-input"); in != "" {
		s = in
	}
	return "!" + strings.TrimSpace(s)
}

// inside returns what stands between <tag> and </tag>, trimmed.
func inside(s, tag string) string {
	_, s, _ = strings.Cut(s, "<"+tag+">")
	s, _, ok := strings.Cut(s, "</"+tag+">")
	if !ok {
		return ""
	}
	return strings.TrimSpace(s)
}

// untag removes the outer tags of a text that is wrapped in them, one after
// the other; tags inside are content.
func untag(s string) string {
	var out []string
	rest := strings.TrimSpace(s)
	for strings.HasPrefix(rest, "<") {
		end := strings.IndexByte(rest, '>')
		if end < 0 {
			break
		}
		name, _, _ := strings.Cut(rest[1:end], " ")
		body, after, ok := strings.Cut(rest[end+1:], "</"+name+">")
		if name == "" || !ok {
			break
		}
		if body = strings.TrimSpace(body); body != "" {
			out = append(out, body)
		}
		rest = strings.TrimSpace(after)
	}
	if rest != "" {
		out = append(out, rest)
	}
	return strings.Join(out, "\n")
}
