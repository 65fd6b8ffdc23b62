package demo

import (
	"time"

	"dendro/backend/internal/history"
)

const postgresPlan = `# Move sessions to Postgres

## Why
Sessions live in the memory of one instance. A deploy logs everybody out, and the
second instance that we want for availability could not read them.

## Steps
1. Table ` + "`sessions(id, account, data jsonb, expires_at)`" + `, index on ` + "`expires_at`" + `.
2. ` + "`store.Sessions`" + ` interface in front of the present map; no change of behaviour.
3. Postgres implementation behind the same tests.
4. Write to both, read from memory, compare for a day.
5. Read from Postgres, then delete the map.

## Not now
Redis. One more thing to run, for 40 logins a minute.
`

// sessions is a plan that was accepted with a cleared context (F3): the planning
// session is superseded by the one that does the work.
func sessions(h *history.Home) {
	h.Set(at(5, 9, 20))
	plan := h.Session(history.Options{Env: env(uploadDir, "main", "2.1.17"), Hooks: true})
	plan.Mode = "plan"
	plan.Prompt("Move sessions to Postgres. Every deploy logs everybody out, and support has started to send me the mails one by one. Plan first.")
	plan.Thinking("Plan mode: read what exists, ask what isn't decided, write the plan. Sessions are in store/memory.go.")
	plan.Parallel(
		took(history.Grep("sessions", uploadDir+"/store", "files_with_matches", "store/memory.go", "store/memory_test.go", "auth/require.go"), 120),
		took(history.Read(uploadDir+"/store/memory.go", "package store\n\n// Memory keeps sessions until the process ends.\ntype Memory struct {\n\tmu sync.RWMutex\n\tm  map[string]Session\n}\n"), 60),
	)
	plan.Call(history.Ask(
		history.Question{Header: "Store", Question: "Redis or the Postgres you already run?", Options: [][2]string{{"Postgres (Recommended)", "Nothing new to operate; 40 logins a minute is nothing"}, {"Redis", "Faster, expiry built in, one more service"}}, Answer: "Postgres (Recommended)"},
		history.Question{Header: "Switch", Question: "How careful should the switch be?", Options: [][2]string{{"Write to both for a day", "Compare before reading from it"}, {"Just switch", "Everyone logs in once more"}}, Answer: "Write to both for a day"},
	))
	plan.Use("ExitPlanMode", history.O("plan", postgresPlan))

	work := plan.Fork(history.Copying{Form: history.F3, Plan: postgresPlan})
	work.Mode = "acceptEdits"
	work.CustomTitle("Move sessions to Postgres")
	steps := []string{"Table and index", "Interface in front of the map", "Postgres implementation", "Write to both and compare", "Read from Postgres"}
	for i, st := range steps {
		work.Call(history.TaskCreate(itoa(i+1), st, "Step "+itoa(i+1)+" of the plan", st))
	}
	work.Reply("Five steps, five tasks. The interface comes first in practice, because then every later step has tests to lean on.")
	work.Call(history.TaskUpdate("2", "pending", "in_progress"))
	work.Call(history.Write(uploadDir+"/store/sessions.go", md(`
package store

import (
	"context"
	"errors"
	"time"
)

// ErrNoSession is returned for an id that is unknown or has expired: callers
// cannot tell these apart, and should not.
var ErrNoSession = errors.New("no such session")

// Sessions keeps who is logged in.
type Sessions interface {
	Get(ctx context.Context, id string) (Session, error)
	Put(ctx context.Context, s Session, ttl time.Duration) error
	Delete(ctx context.Context, id string) error
}
`)+"\n"))
	work.Call(history.TaskUpdate("2", "in_progress", "completed"))
	work.EndTurn()

	h.Set(at(6, 10, 0))
	work.ResumeSame("2.1.29")
	work.Prompt("On with the Postgres implementation. Use the same tests for both.")
	work.Call(history.Bash("go test ./store/ -run TestSessions -count=1", "Run the shared tests against both stores",
		"=== RUN   TestSessions/memory\n=== RUN   TestSessions/postgres\n    sessions_test.go:61: expired session is still there: \"e5\" expired 1.2s ago\n--- FAIL: TestSessions/postgres (0.41s)\nFAIL", 1, 5*time.Second))
	work.Reply("The test found a real difference: the map forgets an expired session by itself, the table doesn't. The query needs `AND expires_at > now()`; deleting old rows is housekeeping and must not be what correctness rests on.")
	edit, _ := history.Edit(uploadDir+"/store/postgres.go", "const get = `\nSELECT account, data\nFROM sessions\nWHERE id = $1`\n", "WHERE id = $1", "WHERE id = $1 AND expires_at > now()")
	work.Call(edit)
	work.Call(history.Bash("go test ./store/ -run TestSessions -count=1", "Run them again", "ok  \texample.com/upload-api/store\t0.398s", 0, 5*time.Second))
	work.Reply("Both stores pass the same 14 tests now.")
	work.EndTurn()
}

func itoa(n int) string { return string(rune('0' + n)) }

// flaky is short and full of trouble: an overloaded API, a denied tool, a prompt that
// waited in the queue, a call without a result.
func flaky(h *history.Home) {
	h.Set(at(9, 16, 30))
	s := h.Session(history.Options{Env: env(uploadDir, "e2e-webkit", "2.1.150")})
	s.CustomTitle("Flaky e2e on WebKit")
	s.Prompt("The upload e2e fails on WebKit once in ten runs, always at \"progress reaches 100 %\". Find out why; don't just add a retry.")
	s.Retry(1, 529)
	s.Retry(2, 529)
	s.Reply("I'll make it fail first.")
	tool := s.Use("Bash", history.O("command", "for i in $(seq 50); do npx playwright test upload.spec.ts --project=webkit || break; done", "description", "Run the spec until it fails"))
	s.Deny(tool)
	s.Prompt("Not fifty times on my laptop, I'm on battery. Use the trace that CI keeps.")
	s.Call(history.Bash("unzip -p artifacts/trace.zip trace.network | grep -c '\"PUT\"'", "Count the part uploads in the trace", "4", 0, 700*time.Millisecond))
	s.QueuedPrompt("(it's run 1187, the one from this morning)")
	s.Call(history.Bash("unzip -p artifacts/1187/trace.zip trace.trace | jq -r 'select(.type==\"event\") | [.time,.params.text] | @tsv' | tail -4", "Read the last events of run 1187",
		"41822.1\tprogress 75\n41822.9\tprogress 100\n41823.0\tprogress 100 (detached)\n46822.9\ttimeout waiting for text=100 %", 0, 900*time.Millisecond))
	s.Thinking("Progress did reach 100, 0.8 ms after 75, and then the element was detached: the list re-rendered because 'complete' arrived before the last progress event was painted. The test is right to complain: a fast user would see the bar vanish.")
	s.Reply(md(`
It isn't flaky, it's *fast*. In run 1187 the bar went 75 → 100 and was removed **0.1 ms** later, because the list re-renders as soon as the upload is complete. On WebKit the paint sometimes falls between the two, sometimes not.

So the test is right and the app is wrong: nobody should have to be lucky to see 100 %. Keep the row for one frame after completion and both are happy.`))
	s.EndTurn()
	s.Prompt("Do that.")
	s.APIError("API Error: 529 overloaded_error. Try again in a moment.", "overloaded_error", 529)
	s.Prompt("again please")
	run := history.Bash("npx playwright test upload.spec.ts --project=webkit --repeat-each=10", "Ten runs", "  10 passed (48.2s)", 0, 48*time.Second)
	run.Missing = true
	s.Call(run)

	h.Wait(34 * time.Minute)
	s.ResumeSame("")
	s.Prompt("I did say I was on battery. Plugged in now; once more?")
	run.Missing = false
	s.Call(run)
	s.Reply("One `await tick()` before the row goes, and ten of ten. On mains.")
	s.EndTurn()
}
