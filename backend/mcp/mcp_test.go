package mcp_test

import (
	"path/filepath"
	"strings"
	"testing"

	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
)

func TestToolsOnlyRead(t *testing.T) {
	root, _, _ := story(t)
	a := connect(t, root, project)
	list, err := a.client.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
		if tool.Annotations == nil || !tool.Annotations.ReadOnlyHint || tool.Description == "" {
			t.Errorf("%s: %+v", tool.Name, tool.Annotations)
		}
	}
	if got := strings.Join(names, " "); got != "compare_branches file_history list_chats search_history show_turn" {
		t.Error(got)
	}
}

func TestSearchLeadsToTheTurn(t *testing.T) {
	root, main, _ := story(t)
	a := connect(t, root, project)
	var f found
	a.into(&f, "search_history", args{"query": "limiter router"})
	if len(f.Turns) == 0 || f.Turns[0].Session != main.ID || f.Turns[0].Prompt != "add a rate limiter to the router" {
		t.Fatalf("%+v", f)
	}
	turn := a.text("show_turn", args{"session": f.Turns[0].Session[:8], "turn": f.Turns[0].Turn[:8]})
	for _, want := range []string{"add a rate limiter to the router", "The limiter stands", "[… ", "(turn 1 of 2; page 1 of 1)"} {
		if !strings.Contains(turn, want) {
			t.Errorf("%q is not in\n%s", want, turn)
		}
	}
	if strings.Contains(turn, "leaky") {
		t.Errorf("another turn is shown\n%s", turn)
	}
	whole := a.text("show_turn", args{"session": main.ID, "number": 1, "full": true})
	if !strings.Contains(whole, "page 1 of 7)") || strings.Contains(whole, "The limiter stands") {
		t.Errorf("%d bytes: %s", len(whole), whole[max(0, len(whole)-200):])
	}
	last := a.text("show_turn", args{"session": main.ID, "number": 1, "full": true, "page": 7})
	if !strings.Contains(last, "The limiter stands") {
		t.Error(last)
	}
	a.refused("show_turn", args{"session": main.ID, "number": 1, "page": 2})
	a.refused("show_turn", args{"session": main.ID, "number": 3})
	a.refused("show_turn", args{"session": main.ID, "turn": "00000000-0000-4000-8000-000000000000"})
}

// TestAbandonedBranch: a turn that no resume leads to is found and shown, too.
func TestAbandonedBranch(t *testing.T) {
	root, main, _ := story(t)
	a := connect(t, root, project)
	var f found
	a.into(&f, "search_history", args{"query": "token bucket ns"})
	if len(f.Turns) == 0 || f.Turns[0].Prompt != "measure the token bucket" {
		t.Fatalf("%+v", f)
	}
	if turn := a.text("show_turn", args{"session": f.Turns[0].Session, "turn": f.Turns[0].Turn}); !strings.Contains(turn, "The bucket takes 6 ns.") {
		t.Error(turn)
	}
	var list struct {
		Branches []struct {
			Session, Tip, Title, BegunBy string
			Current                      bool
		}
	}
	a.into(&list, "list_chats", args{"chat": main.ID})
	if len(list.Branches) != 2 || list.Branches[0].Current == list.Branches[1].Current {
		t.Fatalf("%+v", list)
	}
	var c struct {
		CommonTurns      int
		LastCommonPrompt string
		Sides            [2]struct {
			TurnCount int
			LastTurns []struct{ Prompt string }
		}
	}
	one, two := list.Branches[0], list.Branches[1]
	a.into(&c, "compare_branches", args{"a": one.Session, "aTip": one.Tip, "b": two.Session, "bTip": two.Tip})
	if c.CommonTurns != 1 || c.LastCommonPrompt != "add a rate limiter to the router" || c.Sides[0].TurnCount != 1 || c.Sides[1].TurnCount != 1 ||
		c.Sides[0].LastTurns[0].Prompt == c.Sides[1].LastTurns[0].Prompt {
		t.Errorf("%+v", c)
	}
}

func TestFileHistory(t *testing.T) {
	root, main, other := story(t)
	var f found
	connect(t, root, project).into(&f, "file_history", args{"path": "router.go"})
	if len(f.Turns) != 1 || f.Turns[0].Session != main.ID || f.Total != 1 {
		t.Errorf("%+v", f)
	}
	connect(t, root, "").into(&f, "file_history", args{"path": "router.go"})
	if len(f.Turns) != 2 || f.Turns[0].Session != other.ID {
		t.Errorf("all projects: %+v", f)
	}
}

// TestSecrets: no answer shows a secret, whole or in part, however a search meets it.
func TestSecrets(t *testing.T) {
	root, main, _ := story(t)
	a := connect(t, root, project)
	for _, in := range []args{{"query": "quokka"}, {"query": "wombat"}, {"query": "789wombat"}, {"query": "/567890123456789wombat/"}, {"query": `"6789wombat wombat"`}} {
		if text := a.text("search_history", in); strings.Contains(text, "6789012345") {
			t.Errorf("%v: %s", in, text)
		}
	}
	for n := 1; n <= 2; n++ {
		for _, full := range []bool{false, true} {
			if text := a.text("show_turn", args{"session": main.ID, "number": n, "full": full}); strings.Contains(text, "6789012345") {
				t.Error(text)
			}
		}
	}
	var f found
	a.into(&f, "search_history", args{"query": "quokka"})
	if text := a.text("show_turn", args{"session": main.ID, "turn": f.Turns[0].Turn}); strings.Contains(text, "6789012345") || !strings.Contains(text, "quokka [masked] wombat") {
		t.Error(text)
	}
}

// TestOneProject: nothing of another project is found, shown or compared.
func TestOneProject(t *testing.T) {
	root, main, other := story(t)
	a := connect(t, root, project)
	for tool, in := range map[string]args{
		"search_history": {"query": "rate limiter"}, "list_chats": {}, "file_history": {"path": "elsewhere/router.go"},
	} {
		if text := a.text(tool, in); strings.Contains(text, other.ID) || strings.Contains(text, "elsewhere") {
			t.Errorf("%s: %s", tool, text)
		}
	}
	a.refused("show_turn", args{"session": other.ID})
	a.refused("compare_branches", args{"a": main.ID, "b": other.ID})
	if text := a.refused("list_chats", args{"chat": other.ID}); !strings.Contains(text, "--all") {
		t.Error(text)
	}
	if text := connect(t, root, "").text("show_turn", args{"session": other.ID}); !strings.Contains(text, "It is there.") {
		t.Error(text)
	}
}

// TestNoPaths: a session is named by its id alone.
func TestNoPaths(t *testing.T) {
	root, main, _ := story(t)
	a := connect(t, root, "")
	file := filepath.Join(root, filepath.FromSlash(main.Path()))
	for _, name := range []string{"", ".", "..", "/etc/passwd", "../" + main.ID, file, main.ID + ".jsonl", `..\` + main.ID, "nul\x00byte", "%2e%2e", strings.Repeat("x", 9_999)} {
		a.refused("show_turn", args{"session": name})
		a.refused("compare_branches", args{"a": main.ID, "b": name})
	}
	a.refused("show_turn", args{"session": main.ID, "turn": "../../secret"})
	var f found
	a.into(&f, "file_history", args{"path": "/etc/passwd"})
	if len(f.Turns) != 0 {
		t.Errorf("%+v", f)
	}
}

func TestPages(t *testing.T) {
	h := history.New(59, testlib.Begin)
	for range 45 {
		h.Session(testlib.Day()).Turn("count the wombats", "Seven.")
	}
	a := connect(t, testlib.Write(t, h), project)
	seen := map[string]bool{}
	pages := 0
	for page := 1; page > 0; pages++ {
		var list struct {
			Chats           []struct{ Chat string }
			Total, NextPage int
		}
		a.into(&list, "list_chats", args{"page": page})
		for _, c := range list.Chats {
			seen[c.Chat] = true
		}
		page = list.NextPage
	}
	if pages != 3 || len(seen) != 45 {
		t.Errorf("%d pages of %d chats", pages, len(seen))
	}
	turns := map[string]bool{}
	for page, n := 1, 0; page > 0 && n < 20; n++ {
		var f found
		a.into(&f, "search_history", args{"query": "wombats", "page": page, "limit": 10})
		for _, turn := range f.Turns {
			turns[turn.Session] = true
		}
		page = f.NextPage
	}
	if len(turns) != 45 {
		t.Errorf("%d turns", len(turns))
	}
	for _, in := range []args{{"limit": 101}, {"limit": -1}, {"page": 1_000_000}} {
		a.refused("list_chats", in)
	}
}

// TestWhatIsWrittenMeanwhile: each question is answered from the files as they are.
func TestWhatIsWrittenMeanwhile(t *testing.T) {
	root, _, _ := story(t)
	a := connect(t, root, project)
	var f found
	a.into(&f, "search_history", args{"query": "numbat"})
	if len(f.Turns) != 0 {
		t.Fatalf("%+v", f)
	}
	h := history.New(60, testlib.Begin)
	h.Session(testlib.Day()).Turn("count the numbats", "Two.")
	for name, data := range h.Files() {
		testlib.Put(t, root, name, data)
	}
	a.into(&f, "search_history", args{"query": "numbats"})
	if len(f.Turns) != 1 {
		t.Errorf("%+v", f)
	}
}
