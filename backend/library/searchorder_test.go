package library_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"dendro/backend/catalog"
	"dendro/backend/internal/testlib"
	"dendro/backend/internal/tests"
	"dendro/backend/library"
	"dendro/backend/scan"
	"dendro/backend/search"
	"dendro/backend/search/query"
)

// firstScreen is the number of chats on the first screen.
const firstScreen = 8

// chatsFor returns the chats of an answer in their order.
func chatsFor(t *testing.T, l *library.Library, words string) []search.ChatHits {
	t.Helper()
	q, err := query.Parse(words, testlib.Begin)
	if err != nil {
		t.Fatalf("%s: %v", words, err)
	}
	r, err := l.Searcher.Search(t.Context(), q, search.Options{Count: true, Chats: true})
	if err != nil {
		t.Fatalf("%s: %v", words, err)
	}
	all := 0
	for _, c := range r.Chats {
		all += c.Count
	}
	if r.InChats == len(r.Chats) && all != r.Total {
		t.Errorf("%s: %d hits in the chats, of %d", words, all, r.Total)
	}
	return r.Chats
}

// TestSearchOrder asks the demo what people ask: a word of a title, the name of a file, a
// message of an error, a phrase as it is remembered. The chat that is meant comes first.
func TestSearchOrder(t *testing.T) {
	l := library.New(library.Options{Options: catalog.Options{Roots: []scan.Root{{Path: "../demo/root"}}, Index: true, Now: testlib.Begin.Local}})
	if err := l.Catalog.Scan(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ words, title string }{
		{"postgres", "Move sessions to Postgres"},
		{"cold start", "Why is the cold start 4 s?"},
		{"flaky", "Flaky e2e on WebKit"},
		{"stale branch", "zsh prompt shows stale git branch"},
		{"retry jitter", "Token bucket for the upload API"},
		{"store/postgres.go", "Move sessions to Postgres"},
		{"expires_at", "Move sessions to Postgres"},
		{"PROMPT_SUBST", "What does setopt PROMPT_SUBST cost me?"},
		{"templ", "nvim: LSP for templ files"},
		{"simulate 500 clients", "Token bucket for the upload API"},
	} {
		chats := chatsFor(t, l, tt.words)
		title := ""
		if len(chats) > 0 {
			chat, err := l.Chat(chats[0].Chat)
			if err != nil {
				t.Fatal(err)
			}
			title = chat.Name
		}
		if !strings.HasPrefix(title, tt.title) {
			t.Errorf("%s: %q comes first, want %q", tt.words, title, tt.title)
		}
	}
}

// TestSearchOrderOfRealHistories derives queries from the histories: reordered words of a
// title, and words of the last answer. Nearly always their chat is on the first screen.
func TestSearchOrderOfRealHistories(t *testing.T) {
	for _, set := range []string{"oh-my-posh", "claude-code-log"} {
		l := testlib.Scanned(t, tests.Real(t, set))
		asked, missed := 0, 0
		for _, chat := range l.Chats() {
			outcome := ""
			if last := chat.Session(chat.NewestLeaf); last != nil {
				outcome = last.Outcome
			}
			for _, words := range [][]string{longWords(chat.Name, 2), longWords(outcome, 3)} {
				if len(words) < 2 {
					continue
				}
				slices.Reverse(words)
				asked++
				found := chatsFor(t, l, strings.Join(words, " "))
				at := slices.IndexFunc(found, func(c search.ChatHits) bool { return c.Chat == chat.ID })
				if at < 0 || at >= firstScreen {
					missed++
				}
			}
		}
		t.Logf("%s: %d queries, %d not on the first screen", set, asked, missed)
		if missed*20 > asked {
			t.Errorf("%s: %d of %d queries do not lead to their chat", set, missed, asked)
		}
	}
}

// longWords returns the first n words of a text that are longer than those of grammar.
func longWords(text string, n int) (long []string) {
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if len(w) > 4 && len(long) < n {
			long = append(long, w)
		}
	}
	return long
}
