package mcp_test

import (
	"maps"
	"strings"
	"testing"
	"unicode/utf8"

	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
	"dendro/backend/internal/tests"
)

// TestRandomHistories asks everything about random histories, damaged ones among them: each
// prompt that a search finds is in the turn that is shown for it, no answer is longer than a
// page, and no file changes.
func TestRandomHistories(t *testing.T) {
	tests.Seeds(t, 12, func(t *testing.T, seed uint64) {
		h, _ := history.Random(testlib.NewDraw(seed), 4+int(seed%8))
		root := testlib.Write(t, h)
		before := contents(t, root)
		a := connect(t, root, "")
		everything(a)
		if !maps.Equal(before, contents(t, root)) {
			t.Error("a file has changed")
		}
	})
}

// longest is how long an answer may be.
const longest = 64 << 10

func everything(a asking) {
	a.Helper()
	check := func(tool string, in args) string {
		text, _ := a.call(tool, in)
		if !utf8.ValidString(text) || len(text) > longest {
			a.Errorf("%s %v: %d bytes", tool, in, len(text))
		}
		return text
	}
	var list struct {
		Chats []struct{ Chat, Session string }
	}
	a.into(&list, "list_chats", args{"limit": 100})
	for _, c := range list.Chats {
		check("show_turn", args{"session": c.Session})
		check("show_turn", args{"session": c.Session, "full": true})
		var branches struct {
			Branches []struct{ Session, Tip string }
		}
		text, failed := a.call("list_chats", args{"chat": c.Session})
		if failed {
			a.Errorf("%s: %s", c.Session, text)
			continue
		}
		a.into(&branches, "list_chats", args{"chat": c.Session})
		for _, b := range branches.Branches {
			check("compare_branches", args{"a": c.Session, "b": b.Session, "bTip": b.Tip})
		}
	}
	check("file_history", args{"path": "a.go"})
	for _, query := range []string{"done", "the", "is:failed", "is:agent", `"done`, "/(/", "-x"} {
		check("search_history", args{"query": query, "limit": 50})
	}
	var f found
	a.into(&f, "search_history", args{"query": "done", "limit": 50})
	for _, turn := range f.Turns {
		if turn.Prompt == "" {
			continue
		}
		text := check("show_turn", args{"session": turn.Session, "turn": turn.Turn})
		word, _, _ := strings.Cut(strings.Trim(turn.Prompt, "… "), " ")
		if !strings.Contains(text, word) {
			a.Errorf("%s of %s: %q is not in\n%s", turn.Turn, turn.Session, turn.Prompt, text)
		}
	}
}
