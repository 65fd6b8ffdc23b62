package scan_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"dendro/backend/scan"
	"dendro/backend/transcript"
)

// TestOrigins: jobs of the roots and cards of the desktop app are read, and other files
// there ignored.
func TestOrigins(t *testing.T) {
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
	put(filepath.Join(cards, "org", "user", "local_1.json"), `{"sessionId":"local_1","cliSessionId":"`+id("c")+`","priorCliSessionIds":["`+id("b")+`","`+id("b")+`"]}`)
	put(filepath.Join(cards, "org", "user", "local_2.json"), `{"sessionId":"local_2","cliSessionId":"`+id("d")+`","forkedFromSessionId":"local_1"}`)
	put(filepath.Join(cards, "org", "user", "local_3.json"), `{"sessionId":"local_3","cliSessionId":"`+id("f")+`","forkedFromSessionId":"`+id("a")+`"}`)
	put(filepath.Join(cards, "org", "user", "card.json"), `{"sessionId":"card","cliSessionId":"`+id("e")+`","priorCliSessionIds":["`+id("b")+`"]}`)
	put(filepath.Join(cards, "org", "local_4.json"), `{"sessionId":"local_4","cliSessionId":"`+id("e")+`","priorCliSessionIds":["`+id("b")+`"]}`)
	if err := os.Symlink(filepath.Join(cards, "org", "user", "card.json"), filepath.Join(cards, "org", "user", "local_5.json")); err != nil {
		t.Fatal(err)
	}
	want := map[string][]transcript.Origin{
		id("a"): {{Session: id("b"), By: transcript.BesideJob}},
		id("c"): {{Session: id("b"), By: transcript.BesideCard}},
		id("d"): {{Session: id("c"), By: transcript.BesideCard}},
		id("f"): {{Session: id("a"), By: transcript.BesideCard}},
	}
	if diff := gocmp.Diff(want, scan.Origins([]scan.Root{{Path: root}}, cards)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := scan.Origins([]scan.Root{{Path: filepath.Join(root, "none")}}, filepath.Join(cards, "none")); len(got) != 0 {
		t.Errorf("of nothing: %v", got)
	}
	if got := scan.Origins([]scan.Root{{Path: root}}, ""); len(got) != 1 {
		t.Errorf("without cards: %v", got)
	}
}
