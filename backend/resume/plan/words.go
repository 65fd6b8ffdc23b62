package plan

import (
	"cmp"
	"fmt"
	"strings"

	"dendro/backend/library"
	"dendro/backend/title"
)

// says describes the place to continue from: Continues after “…” · 41 messages, about 38k
// tokens · new session.
func says(to library.ResumePoint, begins, attach bool) string {
	if attach {
		return "Attaches to the running session"
	}
	if to.Leaf == "" {
		return "Starts over: nothing before it · new session"
	}
	parts := []string{"Continues " + after(to), fmt.Sprintf("%s, about %s", count(to.Messages, "message"), tokens(to.Tokens))}
	if begins {
		parts = append(parts, "new session")
	} else {
		parts = append(parts, "the same session")
	}
	return strings.Join(parts, " · ")
}

// loads names the file that a client loads if several have one session id.
func loads(t library.ResumeTarget) string {
	const most = 4
	from := func(f library.Loaded) string {
		if f.Dir == "" {
			return f.Path
		}
		return f.Path + " in " + f.Dir
	}
	text := fmt.Sprintf("%s have this session id: Claude loads %s", count(len(t.Others)+1, "file"), from(t.File))
	for _, other := range t.Others[:min(most, len(t.Others))] {
		text += ", " + from(other)
	}
	if more := len(t.Others) - most; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

func after(to library.ResumePoint) string {
	switch {
	case to.Kind == "summary":
		return "after the summary of a compaction"
	case to.After != "":
		return "after “" + cmp.Or(title.Sentence(to.After), to.After) + "”"
	case to.Kind == "result":
		return "after the result of a tool"
	}
	return "where it stopped"
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// tokens rounds a number of tokens for display.
func tokens(n int64) string {
	switch {
	case n < 1_000:
		return count(int(n), "token")
	case n < 9_950:
		return fmt.Sprintf("%.1fk tokens", float64(n)/1_000)
	}
	return fmt.Sprintf("%dk tokens", (n+500)/1_000)
}
