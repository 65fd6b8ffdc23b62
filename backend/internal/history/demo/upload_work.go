package demo

import (
	"time"

	"dendro/backend/internal/history"
)

func writeBucket(s *history.Session) {
	s.AITitle("Write the token bucket")
	s.Prompt("Write the token bucket now. Package `upload/limit`, clock as an argument, no goroutines, no dependency.")
	s.Call(history.TaskUpdate("2", "pending", "in_progress"))
	s.Call(history.Write(uploadDir+"/upload/limit/bucket.go", bucketGo))
	s.Call(history.Write(uploadDir+"/upload/limit/users.go", perUserGo))
	s.Call(history.Bash("go test ./upload/limit/ -count=1", "Run the new tests", "ok  \texample.com/upload-api/upload/limit\t0.004s", 0, 3*time.Second))
	s.Reply(md(`
Two small types: ´Bucket´ does the arithmetic, ´Users´ keeps one for each user. Refill happens lazily in ´Take´, so there is nothing to start and nothing to stop:

´´´go
b.tokens = min(b.Burst, b.tokens+now.Sub(b.last).Seconds()*b.Rate)
´´´

The tests pass the time in and run in 4 ms.`))
	s.EndTurn()
}

func fixRace(s *history.Session) {
	s.AITitle("The race in Users.Take")
	s.Prompt("CI disagrees with you: the race job is red.")
	s.Call(history.Bash("go test -race ./upload/limit/ -run Users -count=1", "Run the tests with the race detector",
		"==================\nWARNING: DATA RACE\nWrite at 0x00c0000b4120 by goroutine 9:\n  runtime.mapassign_faststr()\n  example.com/upload-api/upload/limit.(*Users).Take()\n      upload/limit/users.go:17 +0x1a4\n\nPrevious read at 0x00c0000b4120 by goroutine 8:\n  runtime.mapaccess1_faststr()\n  example.com/upload-api/upload/limit.(*Users).Take()\n      upload/limit/users.go:14 +0x5e\n==================\n--- FAIL: TestUsersConcurrent (0.01s)\nFAIL", 1, 6*time.Second))
	s.Thinking("Of course: Bucket has a mutex, the map that holds the buckets has none. sync.Map would do, but a plain mutex around the lookup is easier to read and the section is three lines.")
	s.Reply("CI is right. I locked every bucket and left the cupboard open: the map itself is written without a lock.")
	edit, after := history.Edit(uploadDir+"/upload/limit/users.go", perUserGo, "\tb := u.buckets[user]\n\tif b == nil {\n\t\tb = &Bucket{Rate: u.Rate, Burst: u.Burst}\n\t\tu.buckets[user] = b\n\t}\n\treturn b.Take(now)",
		"\treturn u.bucket(user).Take(now)\n}\n\nfunc (u *Users) bucket(user string) *Bucket {\n\tu.mu.Lock()\n\tdefer u.mu.Unlock()\n\tb := u.buckets[user]\n\tif b == nil {\n\t\tb = &Bucket{Rate: u.Rate, Burst: u.Burst}\n\t\tu.buckets[user] = b\n\t}\n\treturn b")
	s.Checkpoint(uploadDir+"/upload/limit/users.go", perUserGo)
	s.Call(edit)
	edit, after = history.Edit(uploadDir+"/upload/limit/users.go", after, "\tbuckets map[string]*Bucket", "\tmu      sync.Mutex\n\tbuckets map[string]*Bucket")
	s.Call(edit)
	s.Changed(uploadDir+"/upload/limit/users.go", after)
	s.Call(history.Bash("go test -race ./upload/limit/ -count=20", "Race detector, twenty times", "ok  \texample.com/upload-api/upload/limit\t1.912s", 0, 9*time.Second))
	s.Call(history.TaskUpdate("2", "in_progress", "completed"))
	s.Reply("Green, twenty times in a row. The lock covers the lookup only; `Bucket.Take` keeps its own, so users don't wait for each other.")
	s.EndTurn()
}

func nameThings(s *history.Session) {
	s.AITitle("Names, and a limit on the map")
	s.Prompt("Review comment: the map grows for ever. Also, \"Users\" is a strange name for a limiter.")
	s.Reply(md(`
Both true. A bucket that is full again says nothing that a fresh one wouldn't, so full buckets can simply be dropped:

1. ´Users´ becomes ´Limiter´, and ´limit.PerUser(l)´ makes a middleware of it, which reads well in the router.
2. Every 1,000 calls, the limiter forgets buckets that have refilled. No goroutine, no timer.

With 40 tokens at 10 a second a bucket is full after 4 idle seconds, so the map holds the users of the last few seconds and no more.`))
	s.Call(history.Bash("gopls rename -w upload/limit/users.go:6:6 Limiter && git mv upload/limit/users.go upload/limit/limiter.go && go test -race ./upload/limit/", "Rename and test",
		"ok  \texample.com/upload-api/upload/limit\t0.124s", 0, 8*time.Second))
	s.Reply("Renamed, moved, and the map forgets. The race detector has nothing to say, which is the nicest thing it says.")
	s.EndTurn()
}

func wireLimiter(s *history.Session) {
	s.AITitle("Wire the limiter into the router")
	s.Prompt("Wire the limiter into `upload/router.go`. Keep the 429 body as it is, clients parse it.")
	s.Thinking("The router already has a middleware chain; the limiter should sit behind auth so that the key is the user, and ahead of logging, so that a storm of refusals doesn't fill the disk. Whoever parses the 429 body matters more than my taste: find out before touching errors.go.")
	s.Reply("The limiter belongs behind authentication, so that the bucket's key is the user and not the address. I'll add it to the chain and leave `errors.go` alone.")
	edit, after := history.Edit(uploadDir+"/upload/router.go", routerGo, "\tr.Use(auth.Require(keys), logging)", "\tr.Use(auth.Require(keys), limit.PerUser(l), logging)")
	s.Checkpoint(uploadDir+"/upload/router.go", routerGo)
	s.Call(edit)
	edit, after = history.Edit(uploadDir+"/upload/router.go", after, "keys auth.Keys) http.Handler {", "keys auth.Keys, l *limit.Limiter) http.Handler {")
	s.Call(edit)
	s.Changed(uploadDir+"/upload/router.go", after)
	s.Call(history.Bash("goimports -w upload && go test ./upload/... -run Limit -count=1", "Run the limiter's tests",
		"--- FAIL: TestLimitKeepsBody (0.00s)\n    router_test.go:88: body = {\"error\":\"too_many_uploads\",\"retry_after\":0}\n        want retry_after of at least 1\nFAIL\nFAIL\texample.com/upload-api/upload\t0.031s", 1, 4100*time.Millisecond))
	s.Reply("A wait of 100 ms rounds to `retry_after: 0`, and a client that believes it comes straight back. Before I decide how to round, let me see what the clients do with the number.")
	s.Agent(history.AgentSpec{
		Type: "Explore", Description: "Who parses the 429 body?", Model: "sonnet",
		Prompt: "Find every client of upload-api that parses the body of a 429 answer (error too_many_uploads, field retry_after). Look in ../web, ../cli and ../mobile-sdk. For each: file and line, which fields it reads, what it does with retry_after: 0. Report facts, no proposals.",
	}, explore429)
	s.Reply(md(`
Nobody reads anything but ´retry_after´. At ´0´ the CLI comes back **at once**, which is precisely the loop we are trying to end. So the number has to be rounded up, never down:`))
	edit, _ = history.Edit(uploadDir+"/upload/errors.go", errorsGo, "\ts := int(wait.Round(time.Second).Seconds())", "\ts := int(math.Ceil(wait.Seconds())) // 0 would mean \"at once\" to every client")
	s.Call(edit)
	s.Call(history.Bash("go test ./... -count=1", "Run all tests", "ok  \texample.com/upload-api/auth\t0.012s\nok  \texample.com/upload-api/store\t0.210s\nok  \texample.com/upload-api/upload\t0.044s\nok  \texample.com/upload-api/upload/limit\t0.118s", 0, 7*time.Second))
	s.Call(history.TaskUpdate("3", "pending", "completed"))
	s.Reply("Wired in and green. The body's shape is unchanged; only a lie became impossible.")
	s.EndTurn()
}

// explore429 works three agents deep.
func explore429(a *history.Agent) {
	a.Call(history.Grep("too_many_uploads|retry_after|RetryAfterSeconds", "/home/ada/projects", "content",
		"web/src/upload/retry.ts:7:    if (res.ok || n === tries || (res.status !== 429 && res.status < 500)) return res",
		"cli/internal/push/push.go:131:\tRetryAfter int `json:\"retry_after\"`",
		"mobile-sdk/kotlin/Upload.kt:88:  val wait = body.retryAfter ?: 1"))
	a.Reply("Three candidates. The mobile SDK generates its models, so I'll have it read separately.")
	a.Agent(history.AgentSpec{Type: "general-purpose", Description: "Read the mobile SDK", Prompt: "In ../mobile-sdk find how Upload.kt handles a 429: which fields, which default, what happens at 0. The models are generated; find the generator's input too."},
		func(b *history.Agent) {
			b.Call(history.Read("/home/ada/projects/mobile-sdk/kotlin/Upload.kt", "  val body = decode<TooMany>(res)\n  val wait = body.retryAfter ?: 1\n  delay(max(wait, 1).seconds)\n"))
			b.Agent(history.AgentSpec{Type: "Explore", Description: "When did max(wait, 1) appear?", Model: "haiku", Prompt: "In ../mobile-sdk: which commit introduced max(wait, 1) in Upload.kt, and why? One line."},
				func(c *history.Agent) {
					c.Call(history.Bash("git log -S 'max(wait, 1)' --format='%h %as %s' -- kotlin/Upload.kt", "Find the commit", "51d0c3e 2025-02-18 Do not hammer the server when it says 0", 0, 300*time.Millisecond))
					c.Reply("51d0c3e, February 2025: “Do not hammer the server when it says 0”.")
				})
			b.Reply("The mobile SDK reads `retry_after` alone, defaults to 1 and never waits less than 1 s. It was burned by a 0 once: commit 51d0c3e, “Do not hammer the server when it says 0”.")
		})
	a.Call(history.Read("/home/ada/projects/web/src/upload/retry.ts", retryTS))
	a.Reply("Three clients handle a 429: the web app, the CLI and the mobile SDK. None of them reads anything but `retry_after`.\n\n- **web** `src/upload/retry.ts:8`: ignores the number, waits a fixed second\n- **cli** `push.go:131`: sleeps for `retry_after`, so 0 means at once\n- **mobile-sdk** `Upload.kt:88`: never less than 1 s, since 51d0c3e")
}

func flag(s *history.Session) {
	s.Prompt("Ship it behind a flag, off by default. I'll turn it on for nordlicht first and call them before.")
	s.Call(history.Bash("go test ./upload/ -run Flag -count=1 && git push -qu origin limit-uploads && gh pr create --fill", "Test, push, open the pull request", "ok  \texample.com/upload-api/upload\t0.029s\nhttps://example.com/acme/upload-api/pull/482", 0, 5*time.Second))
	s.PRLink(482, "acme/upload-api")
	s.Reply("`UPLOAD_LIMIT=acct_nordlicht` turns it on for one account, `*` for all, empty for none. Pull request 482 says so in its first line, because whoever is on call won't read the second.")
	s.EndTurn()
}
