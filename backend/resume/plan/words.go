package plan

import (
	"cmp"

	"dendro/backend/message"
	"dendro/backend/session"
	"dendro/backend/title"
)

// says describes the place to continue from: Continues after “…” · 41 messages, about 38k
// tokens · New session.
func says(to session.ResumePoint, begins, attach bool) message.Message {
	if attach {
		return message.New("plan_attaches")
	}
	if to.Leaf == "" {
		return message.New("plan_starts_empty")
	}
	where := message.New("plan_same_session")
	if begins {
		where = message.New("plan_new_session")
	}
	size := message.New("plan_size", "messages", messages(to.Messages), "tokens", tokens(to.Tokens))
	if !to.Left.IsZero() {
		return message.New("plan_says_without", "place", after(to), "left", session.Says(to.Left), "size", size, "session", where)
	}
	return message.New("plan_says", "place", after(to), "size", size, "session", where)
}

// loads names the file that a client loads if several have one session id.
func loads(t session.ResumeTarget) message.Message {
	const most = 4
	from := func(f session.Loaded) message.Message {
		if f.Dir == "" {
			return message.Text(f.Path)
		}
		return message.New("plan_file_in", "file", f.Path, "dir", f.Dir)
	}
	var named []message.Message
	for _, other := range t.Others[:min(most, len(t.Others))] {
		named = append(named, from(other))
	}
	others := message.List(named)
	if more := len(t.Others) - most; more > 0 {
		others = message.New("plan_files_more", "files", others, "n", more)
	}
	return message.New("plan_files", "n", len(t.Others)+1, "file", from(t.File), "others", others)
}

func after(to session.ResumePoint) message.Message {
	switch {
	case to.Kind == "summary":
		return message.New("plan_after_summary")
	case to.After != "":
		return message.New("plan_after_text", "text", cmp.Or(title.Sentence(to.After), to.After))
	case to.Kind == "result":
		return message.New("plan_after_result")
	}
	return message.New("plan_where_it_stopped")
}

func messages(n int) message.Message {
	if n == 1 {
		return message.New("plan_message")
	}
	return message.New("plan_messages", "n", n)
}

// tokens rounds a number of tokens for display.
func tokens(n int64) message.Message {
	switch {
	case n == 1:
		return message.New("plan_token")
	case n < 1_000:
		return message.New("plan_tokens", "n", n)
	case n < 9_950:
		tenths := (n + 50) / 100
		return message.New("plan_tokens_thousands_tenths", "n", tenths/10, "tenth", tenths%10)
	}
	return message.New("plan_tokens_thousands", "n", (n+500)/1_000)
}
