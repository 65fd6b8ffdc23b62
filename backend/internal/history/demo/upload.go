package demo

import (
	"time"

	"dendro/backend/internal/history"
)

// uploads is the chat with every feature of a tree: a compacted root, a chain of early
// versions that later ones contain, a rewind, three forks, and an original that continued
// as well.
func uploads(h *history.Home) {
	h.Set(at(3, 9, 12))
	root := h.Session(history.Options{Env: env(uploadDir, "main", "2.1.205")})
	limitUploads(root)

	h.Set(at(3, 15, 40))
	compare := root.Fork(history.Copying{Form: history.F2})
	compareBuckets(compare)

	h.Set(at(4, 10, 5))
	leaky := compare.Fork(history.Copying{Form: history.F5, At: before(compare, 1)})
	leakyBucket(leaky)

	h.Set(at(10, 9, 30))
	write := compare.Fork(history.Copying{Form: history.F2, Env: newer("2.1.215")})
	writeBucket(write)

	h.Set(at(10, 14, 10))
	race := write.Fork(history.Copying{Form: history.F2, Env: newer("2.1.215")})
	fixRace(race)

	h.Set(at(11, 11, 20))
	names := race.Fork(history.Copying{Form: history.F2, Env: newer("2.1.217")})
	nameThings(names)

	h.Set(at(17, 12, 5))
	wire := names.Fork(history.Copying{Form: history.F2, Env: newer("2.1.219")})
	wireLimiter(wire)
	wired := wire.Last()
	h.Set(at(17, 13, 10))
	flag(wire)

	h.Set(at(17, 13, 40))
	metrics := wire.Fork(history.Copying{Form: history.F1, At: wired, KeepIDs: true, Env: terminal})
	addMetrics(metrics)

	h.Set(at(17, 13, 58))
	jitter := wire.Fork(history.Copying{Form: history.F5, At: wired, Env: terminal})
	retryWithJitter(jitter)
}

func newer(version string) func(*history.Env) {
	return func(e *history.Env) { e.Version = version }
}

// terminal is the newest version in a terminal; the desktop app made the earlier copies.
func terminal(e *history.Env) { e.Version, e.Entrypoint = "2.1.241", "cli" }

// before returns the last record before one of the newest prompts: 1 is the newest.
func before(s *history.Session, n int) string {
	list := s.Prompts()
	return s.Before(list[len(list)-n])
}

func limitUploads(s *history.Session) {
	s.AITitle("Token bucket for the upload API")
	s.Prompt(md(`
Limit uploads per user. Two customers run a sync client that retries in a tight loop, and everybody else waits behind them. Look at how ´upload/´ is built before you propose anything.`))
	s.Thinking("Before proposing a limiter I need to know where a request gets its user, whether something answers 429 already, and what sits in front of the handlers. Router, handler and errors are the places; reading them together is quickest.")
	s.Reply("I'll read the router and the error path first, then see who answers 429 today.")
	s.Parallel(
		took(history.Glob("upload/**/*.go", "upload/router.go", "upload/handler.go", "upload/errors.go", "upload/handler_test.go"), 60),
		took(history.Read(uploadDir+"/upload/router.go", routerGo), 90),
		took(history.Read(uploadDir+"/upload/errors.go", errorsGo), 140),
		took(history.Grep("StatusTooManyRequests", uploadDir, "content", "upload/errors.go:14:\tw.WriteHeader(http.StatusTooManyRequests)"), 35),
	)
	s.Reply(md(`
There is no limiter yet, but the house is ready for one:

| Stage | Where | Knows the user? |
|---|---|---|
| TLS, body cap | nginx | no |
| ´auth.Require´ | ´upload/router.go´ | **from here on** |
| ´logging´ | ´upload/router.go´ | yes |
| handlers | ´upload/handler.go´ | yes |

´tooMany´ in ´errors.go´ already writes a 429 with ´Retry-After´, and nobody calls it. Somebody planned this once.

My proposal: a limiter as middleware **behind** ´auth.Require´, so that its key is the user and not the address. Whole offices sit behind one NAT; limiting addresses would punish the innocent.`))
	s.EndTurn()

	s.Prompt(md("Fair. What do the numbers say? There is a day of access logs in ´/var/log/upload/access.log.1´."))
	s.Call(history.Bash(`awk '{n[$3]++} END {for (u in n) print n[u], u}' /var/log/upload/access.log.1 | sort -rn | head -8`,
		"Count requests by user", "412873 acct_nordlicht\n198204 acct_papaya\n9120 acct_brook\n8877 acct_tern\n8410 acct_iris\n7002 acct_moss\n6911 acct_finch\n6530 acct_dune", 0, 2300*time.Millisecond))
	s.Call(history.Bash(`awk '$3=="acct_nordlicht" {print substr($4,14,8)}' /var/log/upload/access.log.1 | uniq -c | sort -rn | head -3`,
		"Busiest seconds of the loudest user", "   1204 03:14:07\n   1198 03:14:08\n   1187 03:14:06", 0, 1900*time.Millisecond))
	s.Reply(md(`
Two accounts make **92 %** of all requests:

- ´acct_nordlicht´: 412,873, at its worst 1,204 *in one second*
- ´acct_papaya´: 198,204
- the next one: 9,120, and from there on it is a gentle slope

An honest sync needs about 3 requests a second (one part each, 64 MB parts). So **10 a second with a burst of 40** would never touch six of the top eight, and would cut the storm by two orders of magnitude.`))
	s.EndTurn()

	s.Prompt("Good. Make a short list of what has to happen, we'll do it over the next days.")
	s.Call(history.TaskCreate("1", "Choose the algorithm", "Token bucket or leaky bucket, with the reasons written down", "Choosing the algorithm"))
	s.Call(history.TaskCreate("2", "Write the limiter with tests", "Package limit, injected clock, no goroutines", "Writing the limiter"))
	s.Call(history.TaskCreate("3", "Wire it in behind auth", "Keep the 429 body, clients parse it", "Wiring the limiter in"))
	s.Reply("Three tasks, in an order in which each can be reviewed alone. The first is a decision, so it's yours; I'll bring arguments.")
	s.EndTurn()

	s.Compact(history.Compaction{Trigger: "manual", Summary: md(`
1. Primary request: limit uploads per user; two accounts (acct_nordlicht, acct_papaya) make 92 % of all requests by retrying in a loop.
2. Findings: chi router in upload/router.go; auth.Require sets the user; tooMany in upload/errors.go writes the 429 body that clients parse, unused so far.
3. Numbers: an honest client needs about 3 requests a second. Proposed limit: 10 a second, burst 40.
4. Tasks: choose the algorithm; write the limiter with tests; wire it in behind auth.
5. Next step: compare token bucket and leaky bucket.`)})
}

func compareBuckets(s *history.Session) {
	s.AITitle("Compare token and leaky bucket")
	s.Prompt("Compare token bucket and leaky bucket for our case. Argue both sides as if you meant it, then pick one.")
	s.Thinking("The difference that matters here: a sync client starts with a burst of parts after the laptop wakes. The leaky bucket smooths that away, which is the wrong kind of politeness: the user waits, the server is idle. But it protects the store better. State size: both tiny.")
	s.Reply(md(`
**For the leaky bucket.** It turns every storm into drizzle. The store sees at most N parts a second per user, always; capacity planning becomes multiplication. The state is one timestamp.

**For the token bucket.** People are bursty: a laptop wakes up, 30 parts want out *now*, then nothing for an hour. A token bucket says "go ahead, you saved for it". The leaky bucket says "one at a time, please" to somebody who has been silent all day.

| | Token | Leaky |
|---|---|---|
| Burst after a pause | passes | queued |
| Long-run rate | same | same |
| Load on the store | spiky, bounded by burst | flat |
| State for each user | 2 numbers | 1 timestamp |
| Explaining it to support | "10 a second, 40 saved up" | "it depends when you ask" |

**My pick: token bucket.** We want to stop loops, not bursts.`))
	s.EndTurn()

	aside := s.Prompt("and what about websockets?")
	s.Reply("The limiter counts HTTP requests, so an upgraded connection would cost one token and then be free for ever. There are no websockets in `upload/` today. If the sync client moves to one, the bucket has to be asked per message; the type wouldn't change, only who calls it.")
	s.EndTurn()

	s.Rewind(aside)
	s.Prompt("Token bucket it is. Where do the buckets live? Ask me what you need to know, don't guess.")
	s.Call(history.Ask(
		history.Question{
			Header: "Instances", Question: "How many instances of upload-api run behind the balancer?",
			Options: [][2]string{{"One", "Buckets in memory are exact"}, {"A few, sticky by user", "In memory is still exact"}, {"A few, round robin", "Each instance would allow the full rate"}}, Answer: "A few, sticky by user",
		},
		history.Question{
			Header: "Restart", Question: "Is it a problem if a deploy empties all buckets' memory?",
			Options: [][2]string{{"No", "Everyone gets a fresh burst"}, {"Yes", "State must survive: Redis or a file"}}, Answer: "No",
		},
	))
	s.Call(history.TaskUpdate("1", "pending", "completed"))
	s.Reply("Then memory is enough: the balancer is sticky, and a deploy that forgives everybody once is a feature. No Redis, no new thing to be paged for. I'll write it as a plain type with the clock passed in, so that tests don't sleep.")
	s.EndTurn()
}

func leakyBucket(s *history.Session) {
	s.AITitle("Leaky bucket, in memory only")
	s.Prompt("Leaky bucket, in memory only: humour me and write that one. I want to see how little code it is before I sign off on the other.")
	s.Call(history.Write(uploadDir+"/upload/limit/leaky.go", leakyGo))
	s.Call(history.Bash("gofmt -l upload/limit && wc -l upload/limit/leaky.go", "Format and count", "      24 upload/limit/leaky.go", 0, 400*time.Millisecond))
	s.Reply(md(`
24 lines, and the whole state is one ´time.Time´:

´´´go
at = l.empty
l.empty = l.empty.Add(l.Every)
return at, true
´´´

It's prettier than the token bucket, I'll admit. But look at what it returns: a *moment*, not a yes. Someone has to hold the connection open until then, and that someone is your server.`))
	s.EndTurn()
	s.Prompt("Right, 4000 parked connections is how we got here. Keep the file on a branch, I'll show it in the review.")
	s.Call(history.Bash("git switch -c spike/leaky && git add upload/limit && git commit -qm 'Spike: leaky bucket, for comparison' && git log --oneline -1",
		"Commit the spike", "8c1f2ae Spike: leaky bucket, for comparison", 0, 600*time.Millisecond))
	s.SetEnv(func(e *history.Env) { e.Branch = "spike/leaky" })
	s.Reply("It's on `spike/leaky`, commit `8c1f2ae`, not pushed. `main` is untouched.")
	s.EndTurn()
}

func took(c history.Call, ms int) history.Call {
	c.Took = time.Duration(ms) * time.Millisecond
	return c
}
