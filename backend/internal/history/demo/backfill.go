package demo

import (
	"time"

	"dendro/backend/internal/history"
)

// backfill is in a worktree: a slash command, a workflow of three reviewers, a shell
// command, a move to another directory.
func backfill(h *history.Home) {
	h.Set(at(12, 13, 15))
	worktree := migrationDir + "/.claude/worktrees/backfill"
	s := h.Session(history.Options{Env: env(worktree, "main", "2.1.215"), Project: migrationDir, Hooks: true})
	s.CustomTitle("Backfill plan, reviewed")
	s.PermissionMode("acceptEdits")
	s.Worktree("backfill", worktree)
	s.SetEnv(func(e *history.Env) { e.Branch = "worktree-backfill" })
	s.Prompt("Write the backfill plan for the remaining 26 batches as `docs/backfill.md`. One page, for the person on call, not for us.")
	s.Call(history.Write(worktree+"/docs/backfill.md", md(`
# Backfill of orders, batches 4 to 29

**When:** Monday, 07:00 to about 07:05. **Who:** whoever is on call; Ada is awake.

1. ´make backfill´ runs one batch after another and stops at the first error.
2. It prints the batch, the rows and the seconds. Ten seconds a batch is normal.
3. Stopped? Nothing is half done: every batch is one transaction. Run it again.

**Undo:** ´make backfill-undo BATCH=n´. Takes as long as the batch did.

**Call Ada if** a batch takes more than a minute, or the replica lags more than 30 s.
`)+"\n"))
	s.Reply("One page. Every step says what normal looks like, because at seven in the morning that is the question.")
	s.EndTurn()

	s.SlashCommand("/review", "docs/backfill.md", "Review the given document as three different readers would. Collect what each of them would trip over.")
	s.Reply("Three readers, then: the one on call, the database, and the accountant.")
	s.Workflow("review-plan", "Three readers of one page",
		reader("the person on call", "Step 3 says “run it again”, but not with what. A tired person needs the exact line: `make backfill FROM=n`."),
		reader("the database", "26 transactions of 100,000 rows in four minutes will make autovacuum start in the middle of the morning. Run `VACUUM (ANALYZE)` once at the end, and say so."),
		reader("the accountant", "The 45 orders that moved by a millisecond are missing from the page. Link the list."))
	h.Wait(2 * time.Minute)
	s.Reply(md(`
All three tripped over something else, which is why one asks three:

1. **On call:** “run it again” needs the exact line. → ´make backfill FROM=n´
2. **Database:** autovacuum would wake up in the middle. → one ´VACUUM (ANALYZE)´ at the end
3. **Accountant:** the 45 orders that moved by a millisecond are not mentioned. → link the list`))
	s.EndTurn()
	s.BashCommand("make -n backfill FROM=12", "psql -1 -f sql/batch.sql -v from=1100000 -v to=1200000\npsql -1 -f sql/batch.sql -v from=1200000 -v to=1300000\n…", "")
	s.Prompt("The dry run looks right. Put the three things in and open the pull request.")
	s.Call(history.Bash("git commit -qam 'Backfill plan, as three readers want it' && gh pr create --fill", "Commit and open the pull request", "https://example.com/acme/orders/pull/97", 0, 4*time.Second))
	s.PRLink(97, "acme/orders")
	s.Reply("Pull request 97. The page is still one page.")
	s.EndTurn()
	s.LocalCommand("/cd", migrationDir, "Working directory changed")
	s.Move(migrationDir, false)
	s.SetEnv(func(e *history.Env) { e.Branch = "main" })
	s.Prompt("Merged. Remove the worktree.")
	s.Call(history.Bash("git worktree remove .claude/worktrees/backfill && git branch -d worktree-backfill", "Remove the worktree and its branch", "Deleted branch worktree-backfill (was 3d0e77b).", 0, 300*time.Millisecond))
	s.Reply("Gone, and the branch with it.")
	s.EndTurn()
}

func reader(who, finding string) history.Job {
	return history.Job{AgentSpec: history.AgentSpec{Prompt: "Read docs/backfill.md as " + who + " would. What would you trip over? One finding."}, Work: func(a *history.Agent) {
		a.Call(history.Bash("cat docs/backfill.md | head -4", "Read the page", "# Backfill of orders, batches 4 to 29\n\n**When:** Monday, 07:00 to about 07:05. **Who:** whoever is on call; Ada is awake.", 0, 200*time.Millisecond))
		a.Reply(finding)
	}}
}
