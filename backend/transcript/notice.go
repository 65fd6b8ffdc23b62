package transcript

import (
	"cmp"
	"fmt"
	"iter"
	"strings"
	"time"

	"dendro/backend/title"
)

// NotificationText formats a task notification: its summary in the first line, then the
// result, then the remaining elements by name, then the text after them.
func NotificationText(s string) string {
	body := Untag(s)
	summary, result := title.Inside(body, "summary"), title.Inside(body, "result")
	var paragraphs []string
	if summary != "" {
		paragraphs = append(paragraphs, summary)
	}
	if result != "" {
		paragraphs = append(paragraphs, result)
	}
	var others []string
	rest := ""
	for name, value := range tags(body) {
		switch {
		case name == "":
			rest = value
		case (name != "summary" || value != summary) && (name != "result" || value != result) && value != "":
			others = append(others, name+": "+flatTags(value))
		}
	}
	if len(others) > 0 {
		paragraphs = append(paragraphs, strings.Join(others, "\n"))
	}
	if rest != "" && rest != summary && rest != result {
		paragraphs = append(paragraphs, rest)
	}
	return strings.Join(paragraphs, "\n\n")
}

// tags yields the elements at the start of a text in order, and then the remaining text
// without a name.
func tags(s string) iter.Seq2[string, string] {
	return func(yield func(name, body string) bool) {
		rest := strings.TrimSpace(s)
		for strings.HasPrefix(rest, "<") {
			name, after, opened := strings.Cut(rest[1:], ">")
			body, after, closed := strings.Cut(after, "</"+name+">")
			if !opened || !closed || name == "" {
				break
			}
			if !yield(name, strings.TrimSpace(body)) {
				return
			}
			rest = strings.TrimSpace(after)
		}
		if rest != "" {
			yield("", rest)
		}
	}
}

// flatTags returns a text of elements as a single line.
func flatTags(s string) string {
	var list []string
	for name, body := range tags(s) {
		list = append(list, strings.TrimSpace(name+" "+body))
	}
	return strings.Join(list, ", ")
}

// APIErrorText describes the api_error record r in one line: the error and how the client
// reacted.
func (r *Record) APIErrorText() string {
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
		text += ", retry in " + (time.Duration(ms) * time.Millisecond).Round(100*time.Millisecond).String()
	}
	return text + ")"
}

// HookText names the hook that failed and how: of an AttachmentHook or a stop_hook_summary.
func (r *Record) HookText() string {
	if r.Kind == KindSystem {
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

func stopHookText(h StopHooks) string {
	var errs []string
	h.Errors(func(e HookError) { errs = append(errs, cmp.Or(hookOutput(e.Error), hookOutput(e.Message))) })
	if len(errs) == 0 {
		return cmp.Or(h.Reason.String(), "a stop hook prevented the continuation")
	}
	return strings.Join(errs, "\n")
}

// Failed reports whether a hook failed or stopped the session, that is, whether there is
// anything to report.
func (h *StopHooks) Failed() bool {
	failed := h.Stopped
	h.Errors(func(HookError) { failed = true })
	return failed
}
