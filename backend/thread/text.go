package thread

import (
	"cmp"
	"fmt"
	"iter"
	"strings"
	"time"

	"dendro/backend/transcript"
)

// string returns the text of a part as a person reads it.
func (p *part) string(r *transcript.Record) string {
	switch p.form {
	case formCommand:
		return transcript.CommandText(p.text.String())
	case formBash:
		return transcript.BashText(transcript.FlatText(p.text))
	case formOutput:
		return strings.Trim(transcript.Untag(p.text.String()), "\n")
	case formNotification:
		return notificationText(transcript.FlatText(p.text))
	case formTag:
		return strings.TrimSpace(transcript.Untag(p.text.String()))
	case formReminded:
		return transcript.Unremind(p.text.String())
	case formAPIError:
		return apiErrorText(r)
	case formHook:
		return hookText(r)
	case formFile:
		return cmp.Or(p.text.Get("displayPath").String(), p.text.Get("filename").String())
	case formName:
		return p.name
	}
	return transcript.FlatText(p.text)
}

// notificationText returns what a task notification says: its summary in the
// first line, then the result, then whatever else stands in it, by name.
func notificationText(s string) string {
	body := transcript.Untag(s)
	summary, result := transcript.Inside(body, "summary"), transcript.Inside(body, "result")
	if summary == "" {
		return strings.TrimSpace(body)
	}
	paragraphs := []string{summary}
	if result != "" {
		paragraphs = append(paragraphs, result)
	}
	var others []string
	for name, value := range tags(body) {
		if name != "summary" && name != "result" && value != "" {
			others = append(others, name+": "+flatTags(value))
		}
	}
	if len(others) > 0 {
		paragraphs = append(paragraphs, strings.Join(others, "\n"))
	}
	return strings.Join(paragraphs, "\n\n")
}

// tags yields the elements that a text begins with, one after the other.
func tags(s string) iter.Seq2[string, string] {
	return func(yield func(name, body string) bool) {
		for rest := strings.TrimSpace(s); strings.HasPrefix(rest, "<"); {
			name, after, opened := strings.Cut(rest[1:], ">")
			body, after, closed := strings.Cut(after, "</"+name+">")
			if !opened || !closed || name == "" || !yield(name, strings.TrimSpace(body)) {
				return
			}
			rest = strings.TrimSpace(after)
		}
	}
}

// flatTags returns a text that may be made of elements in one line.
func flatTags(s string) string {
	var list []string
	for name, body := range tags(s) {
		list = append(list, name+" "+body)
	}
	if len(list) == 0 {
		return s
	}
	return strings.Join(list, ", ")
}

// apiErrorText says in one line what went wrong between the program and the
// service, and what it did about it.
func apiErrorText(r *transcript.Record) string {
	e := r.Field("error")
	text := cmp.Or(e.String(), e.Get("error").Get("error").Get("message").String(), e.Get("error").Get("message").String(),
		e.Get("message").String(), r.Content.String(), e.Get("cause").Get("code").String(), r.Field("cause").Get("code").String())
	if status, ok := e.Get("status").Int(); ok {
		text = strings.TrimSpace(fmt.Sprintf("%d %s", status, text))
	}
	text = strings.TrimSpace("API error " + text)
	attempt, ok := r.Field("retryAttempt").Int()
	if !ok {
		return text
	}
	text += fmt.Sprintf(" (attempt %d", attempt)
	if n, ok := r.Field("maxRetries").Int(); ok {
		text += fmt.Sprintf(" of %d", n)
	}
	if ms, ok := r.Field("retryInMs").Int(); ok && ms > 0 && ms < 1<<40 {
		text += ", again in " + (time.Duration(ms) * time.Millisecond).Round(100*time.Millisecond).String()
	}
	return text + ")"
}

// hookText says which hook failed and how.
func hookText(r *transcript.Record) string {
	if r.Kind == transcript.KindSystem {
		var errs []string
		r.Field("hookErrors").Elements(func(v transcript.Value) {
			errs = append(errs, cmp.Or(v.String(), v.Get("error").String(), v.Get("message").String()))
		})
		if len(errs) == 0 {
			errs = append(errs, cmp.Or(r.Field("stopReason").String(), "a stop hook prevented the continuation"))
		}
		return strings.Join(errs, "\n")
	}
	a := r.Attachment
	name := cmp.Or(a.Get("hookName").String(), a.Get("hookEvent").String(), "hook")
	blocking := a.Get("blockingError")
	text := cmp.Or(strings.TrimSpace(blocking.Get("blockingError").String()), strings.TrimSpace(blocking.String()),
		strings.TrimSpace(a.Get("stderr").String()), strings.TrimSpace(a.Get("stdout").String()),
		strings.TrimSpace(transcript.FlatText(a.Get("content"))), strings.TrimSpace(a.Get("message").String()))
	if code, ok := a.Get("exitCode").Int(); ok && code != 0 {
		name += fmt.Sprintf(" (exit %d)", code)
	}
	if text == "" {
		return name
	}
	return name + ": " + text
}
