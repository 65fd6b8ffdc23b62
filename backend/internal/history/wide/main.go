// Command wide writes chats of very many branches, for tests of how their trees are drawn.
//
//	go run ./backend/internal/history/wide DIR [BRANCHES...]
//
// Without numbers there are three chats: of 32, 166 and 2,000 branches.
package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"time"

	"dendro/backend/internal/history"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: wide DIR [BRANCHES...]")
		os.Exit(2)
	}
	if err := write(os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, "wide:", err)
		os.Exit(1)
	}
}

// write writes one chat for each number below root, the last one an hour old.
func write(root string, numbers []string) error {
	if len(numbers) == 0 {
		numbers = []string{"32", "166", "2000"}
	}
	h := history.New(32, time.Now().AddDate(0, -1, 0))
	for _, number := range numbers {
		branches, err := strconv.Atoi(number)
		if err != nil {
			return err
		}
		writeChat(h, branches)
	}
	return h.WriteDir(root)
}

// rewindsOf returns the number of rewinds in each session of a chat of very many branches.
const rewindsOf = 9

// writeChat writes one chat: a session that is forked repeatedly, at its beginning and from
// its own forks, and in the largest chats also rewound.
func writeChat(h *history.Home, branches int) {
	d := rand.New(rand.NewPCG(32, uint64(branches)))
	name := fmt.Sprintf("Spike of %d branches", branches)
	begun := h.Session(history.Options{Plain: true, Env: history.Env{
		Cwd: "/home/ada/spike", Branch: "main", Version: "2.1.219", Model: "claude-opus-4-8",
	}})
	turn(begun, name)
	turn(begun, "Which ways are there?")
	begun.AITitle(name)

	again := 0
	if branches > 1000 {
		again = rewindsOf
	}
	open := []*history.Session{begun}
	for n := 1; n < branches; n++ {
		h.Wait(time.Duration(5+d.IntN(60000/branches)) * time.Second)
		from := open[len(open)-1-d.IntN(min(len(open), 6))]
		if d.IntN(3) == 0 {
			from = begun
		}
		fork := from.Fork(history.Copying{Form: history.F5})
		turn(fork, title(d, n))
		fork.AITitle(title(d, n))
		open = append(open, fork)
		for i := 0; i < again && n < branches-1; i++ {
			prompts := fork.Prompts()
			fork.Rewind(prompts[len(prompts)-1])
			n++
			turn(fork, title(d, n))
		}
		// The parent of a fork continues, or it would be superseded.
		turn(from, "Go on")
	}
}

// title is the task of branch n.
func title(d *rand.Rand, n int) string {
	verbs := []string{"Try", "Measure", "Rewrite", "Sketch", "Compare", "Simplify"}
	things := []string{"a ring buffer for", "two queues behind", "a token bucket in", "fewer locks around", "a cache before", "batches in"}
	places := []string{"the upload path", "the nightly import", "the session table", "the retry loop", "the search index"}
	return fmt.Sprintf("%s %s %s, take %d", verbs[d.IntN(len(verbs))], things[d.IntN(len(things))], places[d.IntN(len(places))], n)
}

func turn(s *history.Session, prompt string) {
	s.Prompt(prompt)
	s.Reply("Done: it holds for small loads and the tests pass.")
	s.EndTurn()
}
