package demo

import (
	"time"

	"dendro/backend/internal/history"
)

func addMetrics(s *history.Session) {
	s.AITitle("Add metrics and a dashboard for the limiter")
	s.Prompt("Add metrics and a dashboard for the limiter. If it refuses somebody at three in the morning I want to see whom.")
	s.Call(history.WebSearch("prometheus label cardinality user id best practice",
		"The advice is consistent: do not use unbounded values such as user ids as labels; every value is a time series of its own. Count by outcome, and log the user.",
		history.Hit{Title: "Metric and label naming", URL: "https://prometheus.io/docs/practices/naming/"},
		history.Hit{Title: "Instrumentation: do not overuse labels", URL: "https://prometheus.io/docs/practices/instrumentation/"}))
	s.Reply(md(`
One trap first: the user must **not** become a label. 11,000 accounts would be 11,000 time series, and your dashboard would be the next thing that needs a limiter.

So: a counter by outcome (´allowed´, ´refused´), and the user goes into a log line, one a second at most, that the dashboard links to.`))
	s.Call(history.MCP("grafana", "create_dashboard", history.O("folder", "upload", "title", "Upload limiter", "panels", []string{"refused per second", "share refused", "top refused (logs)"}),
		"{\"uid\": \"upl-lim\", \"url\": \"/d/upl-lim/upload-limiter\", \"panels\": 3}"))
	s.Reply("The dashboard has three panels: refused per second, share refused, and the log query for *whom*. An alert at three in the morning only fires when the share stays above 20 % for ten minutes; one loud sync client is not worth anybody's sleep.")
	s.EndTurn()
	s.Prompt("Does the counter cost us anything on the hot path?")
	s.Call(history.Bash("go test ./upload/limit/ -bench Take -benchmem", "Benchmark Take with and without the counter",
		"BenchmarkTake-8            \t28114902\t        41.8 ns/op\t       0 B/op\t       0 allocs/op\nBenchmarkTakeCounted-8     \t24390113\t        48.3 ns/op\t       0 B/op\t       0 allocs/op", 0, 12*time.Second))
	s.Reply("6.5 ns and no allocation. The JSON log line of one refused request costs more than a hundred of these.")
	s.EndTurn()
}

func retryWithJitter(s *history.Session) {
	s.AITitle("Retry with jitter instead")
	s.Prompt("Retry with jitter instead: leave the server alone for now and make the clients behave. Start with the web app.")
	s.Thinking("A fixed delay of one second means that all tabs that were refused together come back together. Full jitter with an exponential cap, and honour retry_after as the lower bound.")
	s.Reply("Then the change moves to the three clients. The web app first: its backoff is fixed at one second, so everyone who was refused together comes back together, like a school class after the bell.")
	edit, after := history.Edit("/home/ada/projects/web/src/upload/retry.ts", retryTS, "    await sleep(DELAY)", "    await sleep(backoff(n, await hint(res)))")
	s.Checkpoint("/home/ada/projects/web/src/upload/retry.ts", retryTS)
	s.Call(edit)
	edit, _ = history.Edit("/home/ada/projects/web/src/upload/retry.ts", after, "const DELAY = 1000\n", md(`
const BASE = 500
const CAP = 30_000

/** Full jitter: anywhere between what the server asked for and the cap of this attempt. */
export function backoff(attempt: number, floor: number, random = Math.random): number {
  const top = Math.max(floor, Math.min(CAP, BASE * 2 ** attempt))
  return floor + random() * (top - floor)
}

/** What the server asked for, in milliseconds; 0 when it did not say. */
const hint = async (res: Response) =>
  res.status === 429 ? 1000 * ((await res.clone().json()).retry_after ?? 1) : 0
`)+"\n")
	s.Call(edit)
	s.Call(history.Bash("npx vitest run src/upload/retry.test.ts", "Run the retry tests",
		" \x1b[32m✓\x1b[39m src/upload/retry.test.ts \x1b[2m(4 tests)\x1b[22m \x1b[32m38ms\x1b[39m\n\n \x1b[2mTest Files\x1b[22m  \x1b[1m\x1b[32m1 passed\x1b[39m\x1b[22m\n \x1b[2m     Tests\x1b[22m  \x1b[1m\x1b[32m4 passed\x1b[39m\x1b[22m", 0, 3*time.Second))
	s.Reply(md(`
The web app now waits a random time between what the server asked for and a ceiling that doubles:

| Attempt | before | now |
|---:|---|---|
| 1 | 1 s | 0–0.5 s |
| 2 | 1 s | 0–1 s |
| 4 | 1 s | 0–4 s |
| 7+ | 1 s | 0–30 s |

´random´ is an argument, so the tests don't toss coins.`))
	s.EndTurn()
	s.KeepTask(1, "Full jitter in the web app", "completed")
	s.KeepPlan(md(`
# Backoff in the clients

1. **Web app**: full jitter, ´retry_after´ as the lower bound
2. Simulate 500 clients before and after
3. **CLI**: the same, with ´math/rand/v2´

The server stays as it is.`))
	s.Prompt("Show me that it helps. Simulate 500 clients that are refused in the same second.")
	s.Call(history.Bash("node scripts/simulate-retry.mjs --clients 500 --capacity 50", "Simulate both backoffs",
		"fixed 1 s     peak 500/s   drained after 10 s   5000 requests wasted\nfull jitter   peak  93/s   drained after 11 s    412 requests wasted", 0, 2*time.Second))
	s.Reply(md(`
´´´text
fixed 1 s     peak 500/s   ██████████████████████████████
full jitter   peak  93/s   ██████
´´´

Same time to drain, a fifth of the peak, a twelfth of the waste. The limiter is still worth having for clients that we didn't write, but this alone would have spared you last Tuesday.`))
	s.EndTurn()
	s.KeepTask(2, "Simulate 500 refused clients", "completed")
	s.Prompt("Convinced. Same thing for the CLI, please, then I'll write the changelog.")
	s.KeepTask(3, "The same for the CLI", "completed")
	s.KeepTask(4, "Changelog", "pending")
	s.Call(history.Read("/home/ada/projects/cli/internal/push/push.go", "\tfor n := 0; ; n++ {\n\t\tres, err := send()\n\t\tif err == nil && res.StatusCode != http.StatusTooManyRequests {\n\t\t\treturn res, nil\n\t\t}\n\t\ttime.Sleep(time.Duration(body.RetryAfter) * time.Second)\n\t}\n"))
	s.Reply("The CLI sleeps for exactly `retry_after`, so two machines of one customer stay in step for ever. Same formula there; I'll keep the constants equal to the web app's and say so in a comment.")
	s.EndTurn()
}
