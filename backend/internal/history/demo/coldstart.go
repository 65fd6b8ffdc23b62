package demo

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"dendro/backend/internal/history"
)

// coldStart has an image, parallel agents, a background agent, a result too big for its
// record, and a todo list.
func coldStart(h *history.Home) {
	h.Set(at(16, 11, 20))
	s := h.Session(history.Options{Env: env(uploadDir, "main", "2.1.219")})
	s.CustomTitle("Why is the cold start 4 s?")
	findSlowStart(s)
	mendSlowStart(s)
}

// findSlowStart has a prompt with a picture, and searches with three agents in parallel.
func findSlowStart(s *history.Session) {
	s.PromptImage("Why is the cold start 4 s? This is the trace of one start, time to the right. Everything before the green bar is waiting.", traceImage())
	s.Thinking("Three bars: grey until about 1.1 s, a long orange one until 3.7 s, then green. The orange one is in the middle of initialisation: config or the store. Measure, don't guess.")
	s.Reply("The orange bar is 2.6 of your 4 seconds, and nothing runs beside it. I'll find out what it is from three sides at once.")
	s.Agents(
		history.Job{
			AgentSpec: history.AgentSpec{Type: "Explore", Description: "What runs before Listen?", Model: "haiku", Prompt: "List everything that runs between main() and the first Listen in upload-api, in order, with file:line."},
			Work: func(a *history.Agent) {
				a.Call(history.Grep(`func main|Listen|init\(`, uploadDir, "content", "main.go:18:func main() {", "main.go:41:\tsrv.ListenAndServe()", "mime/sniff.go:9:func init() {"))
				a.Reply("config (main.go:20) → store.Open (main.go:26) → **mime.Load (main.go:31)** → routes (main.go:37) → Listen (main.go:41). One `init` in mime/sniff.go:9.")
			},
		},
		history.Job{
			AgentSpec: history.AgentSpec{Description: "Profile one start", Prompt: "Start upload-api once with a CPU profile of the first 5 seconds and report the top of the list."},
			Work: func(a *history.Agent) {
				a.Call(history.Bash("UPLOAD_PROFILE=/tmp/start.prof ./upload-api & sleep 5; kill %1; go tool pprof -top /tmp/start.prof | head -7", "Profile the start",
					"Showing nodes accounting for 2.61s, 96.3% of 2.71s total\n      flat  flat%   sum%        cum   cum%\n     1.92s 70.85% 70.85%      1.92s 70.85%  regexp/syntax.(*compiler).inst\n     0.41s 15.13% 85.98%      2.58s 95.20%  regexp.MustCompile\n     0.28s 10.33% 96.31%      2.62s 96.68%  mime.Load", 0, 6*time.Second))
				a.Reply("96 % of the first 2.7 s is `regexp.MustCompile`, called from `mime.Load`.")
			},
		},
		history.Job{
			AgentSpec: history.AgentSpec{Description: "Does the store block?", Prompt: "Measure how long store.Open takes on a cold and on a warm database."},
			Work: func(a *history.Agent) {
				a.Call(history.Bash("go test ./store -run xxx -bench Open", "Benchmark store.Open", "BenchmarkOpenCold-8   \t      12\t  88104511 ns/op\nBenchmarkOpenWarm-8   \t     240\t   4310022 ns/op", 0, 9*time.Second))
				a.Reply("88 ms cold, 4 ms warm. The store is innocent.")
			},
		},
	)
	s.Reply(md(`
All three point at one line: ´mime.Load´ compiles **1,847 regular expressions** at start, to recognise file types that your users upload twice a year.

´´´mermaid
graph LR
  main --> config --> store --> mime["mime.Load · 2.6 s"] --> routes --> Listen
´´´

Most of them are literal prefixes in disguise. Let me see the list.`))
	s.Call(history.Call{
		Name: "Bash", Input: history.O("command", "cat mime/patterns.txt", "description", "Show all patterns"), Result: "^\\x89PNG\\r\\n\\x1a\\n\n^\\xff\\xd8\\xff\n^GIF8[79]a\n^RIFF....WEBP\n^%PDF-1\\.[0-7]", Spill: patterns(),
		Detail: history.O("stdout", "^\\x89PNG\\r\\n\\x1a\\n\n^\\xff\\xd8\\xff\n…", "stderr", "", "interrupted", false, "isImage", false),
	})
	s.Reply("1,791 of 1,847 are plain prefixes. Those become one sorted table with a binary search; the other 56 are compiled when they are first needed.")
	s.EndTurn()
}

// mendSlowStart works through a list, with an agent in the background.
func mendSlowStart(s *history.Session) {
	s.Prompt("Do it. And have somebody look for the same mistake in our other services meanwhile, I bet we copied that package around.")
	first := []history.Todo{{Content: "Sorted prefix table", Active: "Building the prefix table", Status: "in_progress"}, {Content: "Compile the rest on first use", Active: "Making the rest lazy", Status: "pending"}, {Content: "Benchmark the start", Active: "Benchmarking", Status: "pending"}}
	s.Call(history.TodoWrite(nil, first))
	scout := s.Agent(history.AgentSpec{Type: "Explore", Description: "mime.Load in other services", Prompt: "Search all services below ~/projects for copies of mime/sniff.go. List each with its number of patterns.", Background: true}, func(a *history.Agent) {
		a.Call(history.Bash("fd sniff.go ~/projects -x wc -l", "Find the copies", "  212 /home/ada/projects/thumbs/mime/sniff.go\n  212 /home/ada/projects/mailgate/mime/sniff.go", 0, 2*time.Second))
		a.Reply("Two copies, both of 212 lines and both unchanged since they were copied: `thumbs` (1,847 patterns) and `mailgate` (1,847 patterns).")
	})
	s.Call(history.Write(uploadDir+"/mime/table.go", md(`
package mime

import "sort"

// prefixes is sorted, so that the type of a file is found in eleven comparisons
// and nothing is compiled at start.
//
//go:generate go run ./gen
var prefixes []prefix

type prefix struct{ magic, media string }

func lookup(head string) (string, bool) {
	i := sort.Search(len(prefixes), func(i int) bool { return prefixes[i].magic > head })
	for i--; i >= 0 && prefixes[i].magic[0] == head[0]; i-- {
		if m := prefixes[i].magic; len(head) >= len(m) && head[:len(m)] == m {
			return prefixes[i].media, true
		}
	}
	return "", false
}
`)+"\n"))
	second := []history.Todo{{Content: "Sorted prefix table", Active: "Building the prefix table", Status: "completed"}, {Content: "Compile the rest on first use", Active: "Making the rest lazy", Status: "completed"}, {Content: "Benchmark the start", Active: "Benchmarking", Status: "in_progress"}}
	s.Call(history.TodoWrite(first, second))
	s.Notify(scout, true)
	s.Call(history.Bash("hyperfine --warmup 0 --runs 10 './upload-api --check'", "Measure ten starts",
		"Benchmark 1: ./upload-api --check\n  Time (mean ± σ):      1.214 s ±  0.031 s    [User: 0.061 s, System: 0.031 s]\n  Range (min … max):    1.171 s …  1.266 s    10 runs", 0, 3*time.Second))
	s.Reply(md(`
**4.0 s → 1.2 s.** What remains is the grey bar: the certificates come from the vault one after the other. That is a network conversation, for another day.

You would have won the bet: ´thumbs´ and ´mailgate´ carry the same file, unchanged. Shall I make it a module, so that the next fix happens once?`))
	s.EndTurn()
}

func patterns() string {
	var b strings.Builder
	for i := range 700 {
		fmt.Fprintf(&b, "^\\x%02x\\x%02x\\x%02x%s\t# type %04d\n", i*7%256, i*13%256, i*29%256, strings.Repeat(".", i%5), i)
	}
	return b.String()
}

// traceImage draws three bars: waiting, the long one, running.
func traceImage() []byte {
	const w, h = 480, 150
	var b bytes.Buffer
	bar := func(y0, y1, x0, x1 int, c uint8, y, x int) (uint8, bool) {
		return c, y >= y0 && y < y1 && x >= x0 && x < x1
	}
	writePNG(&b, w, h, func(x, y int) uint8 {
		if c, ok := bar(26, 50, 20, 140, 1, y, x); ok {
			return c
		}
		if c, ok := bar(62, 86, 140, 428, 2, y, x); ok {
			return c
		}
		if c, ok := bar(98, 122, 428, 462, 3, y, x); ok {
			return c
		}
		if y == 134 && x >= 16 && x < 466 || y > 134 && y < 140 && (x-20)%110 == 0 {
			return 1
		}
		return 0
	})
	return b.Bytes()
}
