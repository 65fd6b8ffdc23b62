package history

import (
	"strings"
	"time"
)

// Strangers returns a home with situations reported from other people's histories: one
// session for each, named after it. Tests and people open it.
func Strangers(begin time.Time) *Home {
	h := New(36, begin)
	for _, story := range []struct {
		title string
		tell  func(s *Session)
	}{
		{"Messages from elsewhere", tellMessages},
		{"Calls that share an id", tellCalls},
		{"Results without a call", tellResults},
		{"Prompts that were queued", tellQueue},
		{"Documents and pictures", tellDocuments},
		{"Names of a session", tellNames},
		{"Damaged lines", tellDamage},
		{"Copies of a file", tellCopies},
		{"Outputs beside the transcript", tellOutputs},
		{"Records without a time", tellTimes},
		{"Going back", tellRewinds},
	} {
		h.Wait(time.Hour)
		s := h.Session(Options{Plain: true, Env: Env{Cwd: "/home/ada/harbour", Branch: "main", Version: "2.1.250"}})
		s.Prompt(story.title)
		story.tell(s)
		s.Reply("The end of: " + story.title)
		s.EndTurn()
	}
	return h
}

func tellMessages(s *Session) {
	s.Reply("Ready.")
	s.Message("peer", "planner", "Please bump the narwhal timeout to 30 s")
	s.Reply("Bumped.")
	s.Channel("telegram", "ada", "Fix the walrus header")
	s.Reply("Fixed.")
	s.Message("coordinator", "harbourmaster", "Take over the lighthouse")
	s.Reply("Taken over.")
	s.Message("auto-continuation", "", "Check the deploy of the ferry")
	s.Reply("Deployed.")
	s.Teammate("stoker", "The boiler holds")
	s.Reply("Good.")
	s.Teammate("stoker", `{"type":"idle_notification","from":"stoker"}`)
}

func tellCalls(s *Session) {
	for _, name := range []string{"albatross", "bittern", "cormorant"} {
		s.Prompt("Read " + name)
		s.CallAs("call_1", Call{Name: "Read", Input: O("file_path", "/home/ada/harbour/"+name+".go"), Result: "package " + name})
		s.Reply("That was " + name)
	}
	s.Prompt("And once more, twice")
	for range 2 {
		s.CallAs("Bash:0", Call{Name: "Bash", Input: O("command", "go test ./..."), Result: "ok"})
	}
}

func tellResults(s *Session) {
	s.OrphanResult("a gannet that nobody called")
	tool := s.Call(Call{Name: "Bash", Input: O("command", "sail"), Result: "the first wind"})
	s.Result(&tool, Call{Result: "a second wind"})
	s.Use("Bash", O("command", "sleep 600")) // stopped before it ended
}

func tellQueue(s *Session) {
	tool := s.Use("Bash", O("command", "make test"))
	s.QueuedAlone("Use red/green tests please, wolverine", true)
	s.Result(&tool, Call{Result: "ok"})
	s.Reply("With tests from here.")
	s.QueuedPrompt("And lint it, pangolin")
	s.Reply("Linted.")
	s.Interrupt(false)
	s.QueuedAlone("Never sent, ocelot", false)
}

func tellDocuments(s *Session) {
	s.Reply("Show me.")
	s.PromptBlocks(Document("application/pdf", "chart.pdf", "%PDF-1.4"))
	s.Reply("A chart.")
	s.PromptBlocks(Document("text/plain", "notes.txt", "The tide turns at noon, axolotl"), Text("Read these notes"))
	s.Reply("Read.")
	s.PromptBlocks(Text("[Image: source: /home/ada/3.png]"), Text("[Image #3] Add the rule"), Image("image/png", []byte{0x89, 'P', 'N', 'G'}))
}

func tellNames(s *Session) {
	s.AITitle("Generated name of a heron")
	s.CustomTitle("Names of a session")
	s.Tag("ornithology")
	s.PRLink(4711, "ada/harbour")
	s.AgentName("ferryman")
}

func tellDamage(s *Session) {
	s.Reply("Before.")
	s.Garbage(`{"type":"user","message":{"content":"half a li`)
	s.Hole(4096)
	s.Prompt("Behind the hole, narwhal")
	s.Reply("Still here.")
	s.Glue()
	s.Prompt("On the same line, beluga")
}

func tellCopies(s *Session) {
	s.Reply("Shared by all copies.")
	s.Copy(s.Beside(s.ID + " (1).jsonl"))
	s.Copy(s.Beside(s.ID + ".sync-conflict-20261103-090000-ABCDEFG.jsonl"))
	shared := len(s.file.lines)
	first := s.Prompt("Only in the worktree's file, okapi")
	s.Reply("The okapi was seen.")
	s.Copy("projects/-home-ada-harbour--claude-worktrees-x/" + s.ID + ".jsonl")
	s.file.lines = s.file.lines[:shared]
	s.Rewind(first)
	s.Prompt("Only in the newest one, gazelle")
	s.Reply("The gazelle, too.")
	s.Prompt("And once more")
}

func tellOutputs(s *Session) {
	s.Call(Call{
		Name: "Bash", Input: O("command", "cat log"), Result: "the first line", Detail: O("stdout", "the first line", "stderr", ""),
		Spill: "the first line\n" + strings.Repeat("more of the log\n", 4000) + "the last line, quokka\n",
	})
}

func tellTimes(s *Session) {
	s.Break(s.Reply("Of no time."), "timestamp", nil)
	s.Break(s.Prompt("Of the year 1"), "timestamp", "0001-01-01T00:00:00Z")
}

func tellRewinds(s *Session) {
	s.Reply("The way.")
	first := s.Prompt("To the left, lemming")
	s.Reply("A cliff.")
	s.Rewind(first)
	s.Prompt("To the right, marmot")
	s.APIError("API Error: Overloaded", "overloaded_error", 529)
	s.Prompt("Again, marmot")
}
