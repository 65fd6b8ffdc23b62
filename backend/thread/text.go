package thread

import (
	"cmp"
	"fmt"
	"iter"
	"strings"
	"time"

	"dendro/backend/title"
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
		return r.AttachedFile().String()
	case formDelivery:
		d, _ := r.Delivered(p.text)
		return d.Text
	case formName:
		return p.name
	}
	return transcript.FlatText(p.text)
}

// sender returns who sent the text of a part, nil where it was typed.
func (p *part) sender(r *transcript.Record) *transcript.Sender {
	text := p.text
	if d, ok := r.Delivered(text); ok {
		return &d.From
	}
	return nil
}

// notificationText returns what a task notification says: its summary in the
// first line, then the result, then whatever else stands in it, by name.
func notificationText(s string) string {
	body := transcript.Untag(s)
	summary, result := title.Inside(body, "summary"), title.Inside(body, "result")
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
	e := r.APIErrorInfo()
	text := e.Text.String()
	if e.Status >= 0 {
		text = strings.TrimSpace(fmt.Sprintf("%d %s", e.Status, text))
	}
	text = strings.TrimSpace("API error " + text)
	if e.Attempt < 0 {
		return text
	}
	text += fmt.Sprintf(" (attempt %d", e.Attempt)
	if e.Attempts >= 0 {
		text += fmt.Sprintf(" of %d", e.Attempts)
	}
	if ms := e.RetryMS; ms > 0 && ms < 1<<40 {
		text += ", again in " + (time.Duration(ms) * time.Millisecond).Round(100*time.Millisecond).String()
	}
	return text + ")"
}

// hookText says which hook failed and how.
func hookText(r *transcript.Record) string {
	if r.Kind == transcript.KindSystem {
		return stopHookText(r.StopHooks())
	}
	h := r.HookFailure()
	name := cmp.Or(h.Name.String(), "hook")
	if h.Exit != 0 {
		name += fmt.Sprintf(" (exit %d)", h.Exit)
	}
	if text := h.Text(); text != "" {
		return name + ": " + text
	}
	return name
}

func stopHookText(h transcript.StopHooks) string {
	var errs []string
	h.Errors(func(e transcript.HookError) { errs = append(errs, cmp.Or(e.Error.String(), e.Message.String())) })
	if len(errs) == 0 {
		return cmp.Or(h.Reason.String(), "a stop hook prevented the continuation")
	}
	return strings.Join(errs, "\n")
}
