package thread

import (
	"context"
	"regexp"
	"strconv"

	"dendro/backend/transcript"
)

// Commands are the shell commands of a branch.
type Commands struct {
	Total  int          `json:"total"`
	Failed int          `json:"failed"` // of these: that failed, or were denied
	List   []CommandRun `json:"list"`   // in order; the last ones if there are more
}

// CommandRun is a shell command that the model called, and how it ended.
type CommandRun struct {
	Row  int    `json:"row"`
	Turn int    `json:"turn"`
	Text string `json:"text"` // the line that says most
	End  string `json:"end"`  // ok, error, missing (no result), denied
	Exit int    `json:"exit,omitempty"`
	MS   int64  `json:"ms,omitempty"` // until the result, in milliseconds
}

// EndDenied is the end of a command that a person or a rule did not allow. The other ends are
// those of [Tool.Status].
const EndDenied = "denied"

// maxCommands bounds the list.
const maxCommands = 200

// exitCode is how the result of a command that failed begins (2.0.x+).
var exitCode = regexp.MustCompile(`^(?:Error: )?Exit code (\d{1,9})\b`)

// Commands returns the shell commands of the branch itself, without those of its agents. It
// reads the calls that are listed and the results of those that failed.
func (t *Thread) Commands(ctx context.Context, load Load) (c Commands, err error) {
	c.List = []CommandRun{}
	for i := range t.items {
		if it := &t.items[i]; it.runsCommand() {
			c.Total++
			if it.Flags&ItemError != 0 {
				c.Failed++
			}
		}
	}
	p := newPage(load, PageOptions{Result: 200, Input: 200, Detail: 200})
	skip := c.Total - maxCommands
	for i := range t.items {
		it := &t.items[i]
		if !it.runsCommand() {
			continue
		}
		if skip--; skip >= 0 {
			continue
		}
		if err := ctx.Err(); err != nil {
			return c, err
		}
		run, err := p.command(ctx, t, i)
		if err != nil {
			return c, err
		}
		c.List = append(c.List, run)
	}
	return c, nil
}

// runsCommand reports whether the row is a call of a shell.
func (it *Item) runsCommand() bool {
	return it.Kind == RowTool && it.Record >= 0 && it.block != noBlock && it.in.x.blocks[it.block].flags&blockShell != 0
}

func (p *page) command(ctx context.Context, t *Thread, i int) (run CommandRun, err error) {
	it := &t.items[i]
	run = CommandRun{Row: i, Turn: int(it.Turn), End: StatusOK}
	rec, err := p.calls.read(ctx, it.in.x, it.Record)
	if err != nil {
		return run, err
	}
	if at := int(it.in.x.blocks[it.block].index); at < len(rec.Blocks) {
		run.Text = labelOf(&rec.Blocks[at])
	}
	called := transcript.Millis(rec.Timestamp)
	switch {
	case it.result < 0:
		run.End = StatusMissing
		return run, nil
	case it.Flags&ItemError != 0:
		run.End = StatusError
		row, err := p.row(ctx, t, i)
		if err != nil || row.Tool == nil {
			return run, err
		}
		if found := exitCode.FindStringSubmatch(row.Tool.Result); found != nil {
			run.Exit, _ = strconv.Atoi(found[1])
		}
		if row.Tool.Denied != "" || row.Tool.Said != "" {
			run.End = EndDenied
		}
	}
	if at := it.resultIn.node(it.result); called > 0 && at.Time > called {
		run.MS = at.Time - called
	}
	return run, nil
}
