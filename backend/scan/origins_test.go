package scan_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"dendro/backend/scan"
	"dendro/backend/transcript"
)

// TestBeside: jobs of a root and cards of the desktop app are read, and other files there
// ignored.
func TestBeside(t *testing.T) {
	id := func(c string) string { return strings.Repeat(c, 8) + "-0000-4000-8000-000000000000" }
	root, cards := t.TempDir(), t.TempDir()
	put := func(path, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	job := func(session, parent string) string {
		return `{"sessionId":"` + id(session) + `","forkParentSessionId":"` + id(parent) + `"}`
	}
	put(filepath.Join(root, "jobs", "aaaaaaaa", "state.json"), job("a", "b"))
	put(filepath.Join(root, "jobs", "aaaaaaaa", "other.json"), job("a", "e"))
	put(filepath.Join(root, "jobs", "state.json"), job("a", "e"))
	put(filepath.Join(root, "jobs", "aaaaaaaa", "deep", "state.json"), job("a", "e"))
	put(filepath.Join(root, "jobs", "cccccccc", "state.json"), `{"sessionId":"`)
	put(filepath.Join(root, "jobs", "dddddddd", "state.json"), strings.Repeat(" ", 2<<20)+job("d", "e"))
	put(filepath.Join(cards, "org", "user", "local_1.json"), `{"sessionId":"local_1","title":"Tide\n tables","cliSessionId":"`+id("c")+`","priorCliSessionIds":["`+id("b")+`","`+id("b")+`"]}`)
	put(filepath.Join(cards, "org", "user", "local_2.json"), `{"sessionId":"local_2","cliSessionId":"`+id("d")+`","forkedFromSessionId":"local_1"}`)
	put(filepath.Join(cards, "org", "user", "local_3.json"), `{"sessionId":"local_3","title":"\u200b","cliSessionId":"`+id("f")+`","forkedFromSessionId":"`+id("a")+`"}`)
	put(filepath.Join(cards, "org", "user", "card.json"), `{"sessionId":"card","cliSessionId":"`+id("e")+`","priorCliSessionIds":["`+id("b")+`"]}`)
	put(filepath.Join(cards, "org", "local_4.json"), `{"sessionId":"local_4","cliSessionId":"`+id("e")+`","priorCliSessionIds":["`+id("b")+`"]}`)
	put(filepath.Join(cards, "org", "user", "local_6.json"), `{"sessionId":"local_6","title":"Moles","cliSessionId":"`+id("9")+`"}`)
	put(filepath.Join(cards, "org", "user", "local_6", "local_7.json"), `{"sessionId":"local_7","title":"Deep","cliSessionId":"`+id("8")+`"}`)
	put(filepath.Join(cards, "org", "user", "local_8.json"), `{"sessionId":"local_8","title":7,"cliSessionId":"`+id("7")+`"}`)
	if err := os.Symlink(filepath.Join(cards, "org", "user", "card.json"), filepath.Join(cards, "org", "user", "local_5.json")); err != nil {
		t.Fatal(err)
	}
	from := func(session string, by transcript.Beside) []transcript.Origin {
		return []transcript.Origin{{Session: id(session), By: by}}
	}
	wantJobs := map[string]transcript.About{id("a"): {From: from("b", transcript.BesideJob)}}
	wantCards := map[string]transcript.About{
		id("c"): {Title: "Tide tables", From: from("b", transcript.BesideCard)},
		id("d"): {From: from("c", transcript.BesideCard)},
		id("f"): {From: from("a", transcript.BesideCard)},
		id("9"): {Title: "Moles"},
	}
	if diff := gocmp.Diff(wantJobs, scan.Jobs(filepath.Join(root, "jobs"))); diff != "" {
		t.Errorf("jobs (-want +got):\n%s", diff)
	}
	if diff := gocmp.Diff(wantCards, scan.Cards(cards)); diff != "" {
		t.Errorf("cards (-want +got):\n%s", diff)
	}
	if jobs, cards := scan.Jobs(filepath.Join(root, "none")), scan.Cards(filepath.Join(cards, "none")); len(jobs)+len(cards) != 0 {
		t.Errorf("of nothing: %v, %v", jobs, cards)
	}
}

// TestCardDirs: Cowork keeps a card beside the directory of each session, the desktop app all
// of them in a directory of their own.
func TestCardDirs(t *testing.T) {
	at := filepath.FromSlash
	roots := scan.AtPaths([]string{at("/h/.claude"), at("/c/org/me/local_1/.claude"), at("/c/org/you/local_2/.claude"), at("/d/o/m/local_3/other"), at("/e/o/m/n/.claude")})
	if got, want := scan.CardDirs(at("/cards"), roots), []string{at("/cards"), at("/c")}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := scan.CardDirs("", roots[:1]); len(got) != 0 {
		t.Errorf("%q of a plain root", got)
	}
}
