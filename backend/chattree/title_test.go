package chattree_test

import (
	"strings"
	"testing"

	"dendro/backend/chattree"
	"dendro/backend/transcript"
)

func side(typ string, kv ...string) rec {
	more := map[string]any{}
	for i := 0; i < len(kv); i += 2 {
		more[kv[i]] = kv[i+1]
	}
	return rec{typ: typ, more: more}
}

// TestTitles: the first existing source wins, in the contract's order.
func TestTitles(t *testing.T) {
	all := []rec{
		system("s1", "", "informational"),
		user("u1", "", "First prompt"),
		side("last-prompt", "lastPrompt", "Last prompt"),
		side("summary", "summary", "Summary", "leafUuid", "u1"),
		side("ai-title", "aiTitle", "Generated"),
		side("custom-title", "customTitle", "Custom"),
	}
	for n, want := range []string{"none ", "first-prompt First prompt", "last-prompt Last prompt", "summary Summary", "ai-title Generated", "custom-title Custom"} {
		c, s := chattree.Build([]chattree.File{file("one", 0, all[:n+1]...)}, nil).Session("one")
		if got := s.TitleFrom + " " + s.Title; got != want {
			t.Errorf("with %d records: %q, want %q", n, got, want)
		}
		if c.Title != s.Title || c.TitleFrom != s.TitleFrom {
			t.Errorf("the chat is called %q from %s", c.Title, c.TitleFrom)
		}
	}
	if _, s := chattree.Build([]chattree.File{file("one", 0, append(all[1:2:2], side("custom-title", "customTitle", "\u200b \u2060"))...)}, nil).Session("one"); s.Title != "First prompt" {
		t.Errorf("with a title that nobody sees: %q", s.Title)
	}
	for n, want := range map[int]string{5: "desktop-card Card", 6: "custom-title Custom"} {
		f := file("one", 0, all[:n]...)
		f.About.Title = "Card"
		if _, s := chattree.Build([]chattree.File{f}, nil).Session("one"); s.TitleFrom+" "+s.Title != want || s.Name != s.Title {
			t.Errorf("with a card: %s %q, called %q, want %q", s.TitleFrom, s.Title, s.Name, want)
		}
		if n == 5 {
			want = "custom-title Renamed"
		}
		f.Renamed = "Renamed"
		if _, s := chattree.Build([]chattree.File{f}, nil).Session("one"); s.TitleFrom+" "+s.Title != want {
			t.Errorf("with a file of its name: %s %q, want %q", s.TitleFrom, s.Title, want)
		}
	}
	long := strings.Repeat("ü", 300)
	_, s := chattree.Build([]chattree.File{file("one", 0, user("u1", "", long))}, nil).Session("one")
	if got := len([]rune(s.Title)); got != 200 {
		t.Errorf("title of %d characters", got)
	}
}

// TestSummaryTitles: a summary titles the conversation that ends at its leaf, in whatever
// file the line is, and also if the line arrives later.
func TestSummaryTitles(t *testing.T) {
	old := file("old", 0, user("u1", "", "A"), reply("a1", "u1", "B"))
	resumed := file("resumed", 10, user("u1", "", "A").with("sessionId", "old"), reply("a1", "u1", "B"), user("u2", "a1", "C"), reply("a2", "u2", "D"))
	other := file("other", 20, side("summary", "summary", "About old", "leafUuid", "a1"), side("summary", "summary", "About resumed", "leafUuid", "a2"),
		side("summary", "summary", "About nothing", "leafUuid", "zz"), user("u9", "", "E"))
	check := func(f *chattree.Forest, when string) {
		for id, want := range map[string]string{"old": "About old", "resumed": "About resumed", "other": "E"} {
			if _, s := f.Session(id); s.Title != want {
				t.Errorf("%s: %s is called %q, want %q", when, id, s.Title, want)
			}
		}
	}
	check(chattree.Build([]chattree.File{old, resumed, other}, nil), "at once")
	f := chattree.Build([]chattree.File{old, resumed}, nil)
	changed := f.Apply(chattree.Change{Files: []chattree.File{other}})
	check(f, "later")
	if strings.Join(changed, " ") != "old other" {
		t.Errorf("changed %v", changed)
	}
	f.Apply(chattree.Change{Gone: []transcript.FileKey{other.Key()}})
	if _, s := f.Session("old"); s.TitleFrom != chattree.TitleFirstPrompt {
		t.Errorf("title from %s when its line is gone", s.TitleFrom)
	}
	// If no active branch ends at the leaf, the session that wrote it.
	mid := file("other", 20, side("summary", "summary", "Midway", "leafUuid", "u1"), user("u9", "", "E"))
	f = chattree.Build([]chattree.File{old, resumed, mid}, nil)
	if _, s := f.Session("old"); s.Title != "Midway" {
		t.Errorf("old is called %q", s.Title)
	}
	if _, s := f.Session("resumed"); s.Title == "Midway" {
		t.Error("a copy took the original's title")
	}
}

// TestSummariesOfOneFile: of several summaries the last one wins; in a file with branches
// that of the active end; among copies that of the one whose conversation ends there.
func TestSummariesOfOneFile(t *testing.T) {
	title := func(text, leaf string) rec { return side("summary", "summary", text, "leafUuid", leaf) }
	one, two := talk("1", ""), talk("2", "a1")
	branches := then(one, two, []rec{system("s", "a2", "informational")}, talk("3", "a1"), []rec{side("last-prompt", "leafUuid", "s")})
	for _, tt := range []struct {
		name, want string
		files      []chattree.File
	}{
		{"the latest", "New", []chattree.File{file("a", 5, one...), file("b", 7, append(talk("8", ""), title("Old", "a1"))...), file("c", 9, append(talk("9", ""), title("New", "a1"))...)}},
		{"the active end", "Alive", []chattree.File{file("a", 5, append(branches, title("Dead", "a3"), title("Alive", "a2"))...)}},
		{"structure below it", "Alive", []chattree.File{file("a", 5, append(branches, title("Dead", "a3"), title("Alive", "s"))...)}},
		{"where the conversation ends", "Copy", []chattree.File{file("o", 0, then(one, two)...), file("a", 5, append(marked("o", one...), title("Copy", "a1"))...)}},
	} {
		if _, s := chattree.Build(tt.files, nil).Session("a"); s.Title != tt.want {
			t.Errorf("%s: called %q, want %q", tt.name, s.Title, tt.want)
		}
	}
}

// TestNames checks the names of sessions and chats.
func TestNames(t *testing.T) {
	build := func(agents []chattree.AgentFile, files ...chattree.File) (*chattree.Chat, *chattree.Session) {
		return chattree.Build(files, agents).Session(files[0].ID)
	}
	if _, s := build(nil, file("a", 0, append(talk("1", ""), side("custom-title", "customTitle", "Mine "+strings.Repeat("ü", 300)))...)); !strings.HasPrefix(s.Name, "Mine") || len([]rune(s.Title)) != 200 {
		t.Errorf("a session with a title is called %q, titled with %d characters", s.Name, len([]rune(s.Title)))
	}
	if _, s := build(nil, file("a", 0, user("u1", "", "hi"), reply("a1", "u1", "Hello"), user("u2", "a1", "Explain the router"))); s.Name != "Explain the router" {
		t.Errorf("a session that begins with a greeting is called %q", s.Name)
	}
	paper := user("u1", "", "").with("message", map[string]any{"role": "user", "content": []any{
		map[string]any{"type": "document", "title": "tides.pdf", "source": map[string]any{"type": "base64"}},
	}})
	if _, s := build(nil, file("a", 0, paper, reply("a1", "u1", "Read."))); s.Name != "[Document] tides.pdf" || s.Title != s.Name || s.Prompts != 1 {
		t.Errorf("a session with nothing but a document is called %q, titled %q, with %d prompts", s.Name, s.Title, s.Prompts)
	}
	queued := func(operation string, content any) rec {
		return side("queue-operation", "operation", operation).with("content", content)
	}
	const message = "<teammate-message teammate_id=\"mara\">Mend the pier</teammate-message>"
	mail := user("u1", "", message)
	mixed := mail.with("message", map[string]any{"role": "user", "content": []any{
		map[string]any{"type": "text", "text": message}, map[string]any{"type": "text", "text": "Typed words"},
	}})
	for want, records := range map[string][]rec{
		"Chart the reef": {system("s", "", "informational"), queued("enqueue", "Chart the reef"), queued("remove", nil), reply("a1", "s", "Done")},
		"Sound the bay":  {system("s", "", "informational"), reply("a1", "s", "Done"), queued("enqueue", "Sound the bay")},
		"Mend the pier":  {mail, queued("enqueue", "And paint it"), reply("a1", "u1", "Done")},
		"Paint it":       {mail, queued("enqueue", "Paint it"), queued("remove", nil), reply("a1", "u1", "Done")},
		"Typed words":    {mixed, reply("a1", "u1", "Done")},
		"":               {user("u1", "", "<teammate-message teammate_id=\"mara\"></teammate-message>"), reply("a1", "u1", "Done")},
	} {
		if _, s := build(nil, file("a", 0, records...)); s.Title != want {
			t.Errorf("titled %q, want %q", s.Title, want)
		}
	}
	for command, want := range map[string]string{"/init": "Explain the router", "/review": "/review · Explain the router", "/review 12": "/review 12"} {
		name, args, _ := strings.Cut(command, " ")
		records := []rec{user("u1", "", "<command-name>"+name+"</command-name><command-args>"+args+"</command-args>"), reply("a1", "u1", "Hello"), user("u2", "a1", "Explain the router")}
		if _, s := build(nil, file("a", 0, records...)); s.Name != want {
			t.Errorf("a session that begins with %s is called %q", command, s.Name)
		}
	}
	agent := chattree.AgentFile{File: transcript.File{ID: "aa", Path: "projects/p/a/subagents/agent-aa.jsonl", Root: "/r", Owner: "a"}, Summary: file("x", 0, user("t", "", "Go").with("isSidechain", true)).Summary}
	silent := file("a", 0, system("s", "", "informational"))
	for want, agents := range map[string][]chattree.AgentFile{chattree.AgentsOnly: {agent}, chattree.Untitled: nil} {
		if _, s := build(agents, silent); s.Name != want {
			t.Errorf("a session in which nobody spoke is called %q, not %q", s.Name, want)
		}
	}
	if c, _ := build(nil, file("a", 0, talk("1", "")...), file("b", 5, append(then(marked("a", talk("1", "")...), talk("2", "a1")), side("custom-title", "customTitle", "Named"))...)); c.Title != "Named" {
		t.Errorf("a chat of which a session has a name is titled %q", c.Title)
	}
	if c, _ := build(nil, silent, file("b", 5, marked("a", talk("2", "")...)...)); c.Title != "Prompt 2" {
		t.Errorf("a chat whose first session is empty is titled %q", c.Title)
	}
}

// TestAgents: by side directory, by the id in the agent's file, by pointer;
// internal ones and copies of calls do not count.
func TestAgents(t *testing.T) {
	call := func(uuid, parent, agent string) []rec {
		use := map[string]any{"type": "tool_use", "id": "toolu_" + uuid, "name": "Task", "input": map[string]any{"prompt": "Go"}}
		result := map[string]any{"type": "tool_result", "tool_use_id": "toolu_" + uuid, "content": "Done"}
		return []rec{
			{"assistant", uuid, parent, map[string]any{"message": map[string]any{"role": "assistant", "content": []any{use}}}},
			{"user", uuid + "r", uuid, map[string]any{"message": map[string]any{"role": "user", "content": []any{result}}, "toolUseResult": map[string]any{"agentId": agent}}},
		}
	}
	agent := func(id, session string, records ...rec) chattree.AgentFile {
		return chattree.AgentFile{File: transcript.File{ID: id, Path: "projects/p/agent-" + id + ".jsonl", Root: "/r", Owner: session}, Summary: file("x", 0, records...).Summary}
	}
	task := func(session string) rec {
		return user("t", "", "Go").with("isSidechain", true).with("sessionId", session)
	}
	one := append([]rec{user("u1", "", "A")}, call("a1", "u1", "aa")...)
	one = append(one, user("s1", "", "Inline task").with("isSidechain", true), reply("s2", "s1", "Inline").with("isSidechain", true))
	two := append([]rec{user("u1", "", "A").with("sessionId", "one")}, call("a1", "u1", "aa")...)
	two = append(two, user("u2", "a1r", "B"))
	two = append(two, call("a2", "u2", "cc")...)
	hidden := agent("hh", "one", task("one"))
	hidden.Internal = true
	switched := agent("cc", "", task("one"), reply("t2", "t", "x").with("sessionId", "one"), reply("t3", "t2", "y").with("sessionId", "two"))
	f := chattree.Build(
		[]chattree.File{file("one", 0, one...), file("two", 10, two...)},
		[]chattree.AgentFile{
			agent("aa", "", task("one")),
			agent("bb", "one", task("two")),
			hidden, switched,
			agent("dd", "", side("fork-context-ref", "agentId", "dd", "parentSessionId", "two"), task("elsewhere")),
			agent("ee", "", task("nobody")),
		},
	)
	for id, want := range map[string]int{"one": 3, "two": 2} { // one: aa, bb, inline; two: cc, dd
		if _, s := f.Session(id); s.Agents != want {
			t.Errorf("%s has %d agents, want %d", id, s.Agents, want)
		}
	}
	if c, _ := f.Session("one"); c.Agents != 5 {
		t.Errorf("the chat has %d agents", c.Agents)
	}
}

// TestSessionsThatNameEachOtherAreDeletedTogether: a session is deleted in the same change as the one whose
// summary names it.
func TestSessionsThatNameEachOtherAreDeletedTogether(t *testing.T) {
	named, names := file("named", 0, user("u1", "", "A"), reply("a1", "u1", "B")), file("names", 20, side("summary", "summary", "T", "leafUuid", "a1"), user("u9", "", "E"))
	for _, files := range [][]chattree.File{{named, names}, {names, named}} {
		f := chattree.Build(append(files, file("stays", 30, user("u5", "", "F"))), nil)
		f.Apply(chattree.Change{Gone: []transcript.FileKey{named.Key(), names.Key()}})
		if chats := f.Chats(); len(chats) != 1 || chats[0].ID != "stays" {
			t.Errorf("%d chats are left", len(chats))
		}
	}
}

// TestTheTreeCallsAChatAsTheListDoes: by the command that its first turn answers, not by
// the next prompt.
func TestTheTreeCallsAChatAsTheListDoes(t *testing.T) {
	command := user("u1", "", "<command-name>/harbour-plan</command-name>\n<command-args>raise every buoy</command-args>")
	for name, records := range map[string][]rec{
		"a command":         {command, reply("a1", "u1", "Here is it."), user("u2", "a1", "Now sink the anchor"), reply("a2", "u2", "Sunk.")},
		"a thin first word": {user("u1", "", "hi"), reply("a1", "u1", "Hello."), user("u2", "a1", "Raise every buoy"), reply("a2", "u2", "Up.")},
		"a prompt":          {user("u1", "", "Raise every buoy"), reply("a1", "u1", "Up.")},
	} {
		c, _ := chattree.Build([]chattree.File{file("one", 0, records...)}, nil).Session("one")
		if got := c.Segments[0].Name; got != c.Name || c.Name == chattree.Untitled {
			t.Errorf("%s: the list says %q, the tree %q", name, c.Name, got)
		}
	}
}
