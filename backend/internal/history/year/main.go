// Command year writes a year of work in 3,000 chats, for tests of drawings of many chats.
//
//	go run ./backend/internal/history/year DIR
package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"time"

	"dendro/backend/internal/history"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: year DIR")
		os.Exit(2)
	}
	if err := writeYear(os.Args[1], time.Now().Add(-time.Hour)); err != nil {
		fmt.Fprintln(os.Stderr, "year:", err)
		os.Exit(1)
	}
}

// yearChats is the number of chats in the year.
const yearChats = 3000

// writeYear writes a year of work below root: chats of six projects, mostly on working
// days, busy in the weeks before a release; some are resumed, forked, rewound and
// compacted, and some calls fail.
func writeYear(root string, end time.Time) error {
	d := rand.New(rand.NewPCG(20, 26))
	begin := end.AddDate(-1, 0, 0).Truncate(24 * time.Hour)
	h := history.New(20, begin)
	projects := []string{"upload-api", "web", "dotfiles", "ledger", "docs", "atlas"}
	verbs := []string{"Fix", "Explain", "Speed up", "Test", "Rewrite", "Document", "Review", "Split"}
	things := []string{
		"the login form", "the retry loop", "the cache keys", "the import of orders", "the e2e suite", "the build",
		"the search index", "the session table", "the rate limiter", "the release notes", "the date picker", "the queue",
	}
	places := []string{"on Safari", "after a restart", "for large files", "without a network", "in the nightly run", "behind the proxy"}
	models := []string{"claude-opus-4-8", "claude-sonnet-4-5-20250929", "claude-haiku-4-5-20251001"}
	for i := range yearChats {
		// More chats begin on busier days.
		day := begin.AddDate(0, 0, i*363/yearChats)
		for day.Weekday() == time.Saturday || day.Weekday() == time.Sunday {
			day = day.AddDate(0, 0, 1+d.IntN(2))
		}
		h.Set(day.Add(time.Duration(8*60+d.IntN(11*60)) * time.Minute))
		p := d.IntN(len(projects))
		s := h.Session(history.Options{Env: history.Env{
			Cwd: "/home/ada/" + projects[p], Branch: "main", Version: "2.1.219", Model: models[(p+d.IntN(2))%len(models)],
		}})
		title := fmt.Sprintf("%s %s %s", verbs[d.IntN(len(verbs))], things[d.IntN(len(things))], places[d.IntN(len(places))])
		work(s, d, title, 1+d.IntN(9))
		s.AITitle(title)
		switch {
		case i%23 == 5:
			h.Wait(time.Duration(20+d.IntN(60)) * time.Hour)
			other := s.Fork(history.Copying{Form: history.F5})
			other.AITitle("Another way: " + title)
			work(other, d, "Another way: "+title, 2)
			work(s, d, "Go on with "+title, 2)
		case i%17 == 3:
			h.Wait(time.Duration(2+d.IntN(90)) * time.Hour)
			work(s.Fork(history.Copying{Form: history.F1}), d, "And now the rest", 2)
		case i%19 == 4:
			prompts := s.Prompts()
			s.Rewind(prompts[len(prompts)-1])
			work(s, d, "Once more, with less", 1)
		case i%29 == 7:
			s.Compact(history.Compaction{})
			work(s, d, "Where were we?", 2)
		case i%41 == 9:
			s.APIError("API Error: 529 overloaded", "overloaded_error", 529)
		}
		if h.Now().After(end) {
			h.Set(end)
		}
	}
	return h.WriteDir(root)
}

// work is some turns of a session.
func work(s *history.Session, d *rand.Rand, prompt string, turns int) {
	for n := range turns {
		if n > 0 {
			prompt = "And then?"
			s.Wait(time.Duration(2+d.IntN(50)) * time.Minute)
		}
		s.Prompt(prompt)
		for range d.IntN(14) {
			s.Call(history.Bash("go test ./...", "Run the tests", "ok", d.IntN(8)/7, time.Duration(d.IntN(90))*time.Second))
		}
		s.Reply("Done, and the tests pass.")
		s.EndTurn()
	}
}
