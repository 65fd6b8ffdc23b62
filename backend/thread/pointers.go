package thread

import (
	"slices"
	"strings"

	"dendro/backend/transcript"
)

// blockKey is a content block, by its record and its index within that.
type blockKey struct {
	at    int32
	index uint32
}

// agentCall is a call of a tool that starts agents.
type agentCall struct {
	prompt uint64 // hash of input.prompt
}

// claims are a file's statements about which call started which agent.
type claims struct {
	calls    map[blockKey]agentCall // of tools that start agents
	starts   map[uint64]blockFlags  // by the id of such calls: the kinds with that id
	fork     transcript.ForkContext
	agents   map[string][]claim // by agent id, in file order
	runs     map[string]claim   // by workflow run or task id: the first
	tasks    map[int32]uint64   // hash of the text of a sidechain's first record
	callers  map[int32]uint64   // hash of the call's id that a sidechain's first record names, in captures of stream-json
	prompts  map[int32]uint64   // the same for every prompt of a sidechain
	launched map[string]int32   // by agent: the record that names it as started there
	notified map[string]int32   // by agent or other task: the last notification of it
}

func newClaims() claims {
	return claims{
		calls: map[blockKey]agentCall{}, starts: map[uint64]blockFlags{}, agents: map[string][]claim{},
		runs: map[string]claim{}, tasks: map[int32]uint64{}, callers: map[int32]uint64{}, prompts: map[int32]uint64{},
		launched: map[string]int32{}, notified: map[string]int32{},
	}
}

// claim names the call that started an agent or a run, best of all by its result.
type claim struct {
	blockKey        // of the result, or of the naming record, with noIndex
	tool     uint64 // hash of the call's id
	rank     uint8  // of the sources; the smallest wins, then the first
}

const noIndex = ^uint32(0)

// The sources of claims, best first.
const (
	rankResult       uint8 = iota + 2 // toolUseResult.agentId
	rankResultText                    // "agentId: …" in the result
	rankProgress                      // agent_progress.parentToolUseID
	rankNotification                  // <task-id> with <tool-use-id>
	rankResumed                       // toolUseResult.resumedAgentId: the agent continued, but was started before
)

func (c *claims) add(agent string, said claim) {
	if agent == "" || said.tool == 0 {
		return
	}
	list := c.agents[agent]
	if n := len(list); n > 0 && (list[n-1].rank <= said.rank && said.rank > rankResult && said.rank < rankResumed || list[n-1] == said) {
		return // repeated very often, e.g. by progress
	}
	c.agents[agent] = append(list, said)
}

// call adds a call of a tool that starts agents or writes to them. A copy of its record may
// say more.
func (c *claims) call(at int32, b *block, said *transcript.Block) {
	c.calls[blockKey{at, b.index}] = agentCall{prompt: sentText(said.Input)}
	if b.tool != 0 && b.flags&blockStarts != 0 {
		c.starts[b.tool] |= b.flags & (blockStarts | blockRuns)
	}
}

// pointers adds a record's statements about agents.
func (x *Index) pointers(at int32, r *transcript.Record, class transcript.Class) {
	if r.CapturedFrom != "" && x.parent(at) < 0 {
		x.claims.callers[at] = hashText(r.CapturedFrom)
	}
	switch r.Kind {
	case transcript.KindUser:
		x.claims.results(at, r)
		switch class {
		case transcript.ClassTask, transcript.ClassPrompt, transcript.ClassMessage:
			x.taskText(at, r)
		case transcript.ClassNotification:
			x.claims.notification(at, r.Blocks[0].Text.String())
		}
	case transcript.KindSystem:
		if agent := r.LaunchedAgent(); agent != "" {
			x.claims.launched[agent] = at
		}
	case transcript.KindProgress:
		x.claims.say(at, r.AgentProgress(), rankProgress)
	case transcript.KindAttachment:
		if r.AttachmentKind() == transcript.AttachmentQueued {
			x.claims.notification(at, transcript.FlatText(r.QueuedCommand().Prompt))
		}
	}
}

// side adds the statements about agents of a record outside the graph. It precedes the
// record at.
func (c *claims) side(at int32, r *transcript.Record) {
	switch r.Kind {
	case transcript.KindQueue:
		c.notification(at, transcript.FlatText(r.Content))
	case transcript.KindForkContext:
		if c.fork.Session == "" {
			c.fork, _ = r.ForkContext()
		}
	}
}

func (c *claims) notification(at int32, text string) {
	said := transcript.NotificationClaim(text)
	if said.Agent != "" {
		c.notified[said.Agent] = at // a delivery follows its item of the queue
	}
	c.say(at, said, rankNotification)
}

func (c *claims) say(at int32, said transcript.AgentClaim, rank uint8) {
	c.add(said.Agent, claim{blockKey{at, noIndex}, hashText(said.Call), rank})
}

// results adds the statements about agents in a record's results.
func (c *claims) results(at int32, r *transcript.Record) {
	if len(r.ToolUseResult) == 0 && len(c.starts) == 0 {
		return
	}
	said := r.AgentResult()
	agent := said.Agent // of the call that starts agents, else of the first one
	if i := slices.IndexFunc(r.Blocks, func(b transcript.Block) bool { return c.starts[hashID(b.ToolID)] != 0 }); i >= 0 {
		c.add(agent, claim{blockKey{at, uint32(i)}, hashID(r.Blocks[i].ToolID), rankResult})
		agent = ""
	}
	for i := range r.Blocks {
		b := &r.Blocks[i]
		if b.Kind != transcript.BlockToolResult {
			continue
		}
		c.add(said.Resumed, claim{blockKey{at, uint32(i)}, hashID(b.ToolID), rankResumed})
		said.Resumed = ""
		here := claim{blockKey{at, uint32(i)}, hashID(b.ToolID), rankResult}
		c.add(agent, here)
		agent = ""
		kinds := c.starts[here.tool]
		if kinds&blockRuns != 0 {
			c.run(said.Run, here)
			c.run(said.Task, here)
			c.run(transcript.TaskInText(transcript.FlatText(b.Content)), here)
		}
		if kinds&blockStarts != 0 && kinds&blockRuns == 0 {
			here.rank = rankResultText
			c.add(transcript.AgentInText(transcript.FlatText(b.Content)), here)
		}
	}
}

func (c *claims) run(id string, said claim) {
	if id == "" || said.tool == 0 {
		return
	}
	if _, ok := c.runs[id]; !ok {
		c.runs[id] = said
	}
}

// taskText stores the first prompt of a sidechain.
func (x *Index) taskText(at int32, r *transcript.Record) {
	var text string
	for i := range r.Blocks {
		if r.Blocks[i].Kind == transcript.BlockText {
			text = r.Blocks[i].Text.String()
			if d, ok := r.Delivered(r.Blocks[i].Text); ok {
				text = d.Text
			}
			break
		}
	}
	task := hashText(strings.TrimSpace(transcript.TaskText(text)))
	if x.has(at, transcript.FlagSidechain) {
		x.claims.prompts[at] = task
	}
	up := x.parent(at)
	root := up < 0 || x.has(at, transcript.FlagSidechain) && !x.has(up, transcript.FlagSidechain)
	if !root || !x.has(at, transcript.FlagSidechain) && at > 0 {
		return
	}
	x.claims.tasks[at] = task
}

// callOf returns the call that a claim names, if this file holds it: that of the result,
// else the newest one with its id before the claim.
func (f *file) callOf(c claim) (call int32, ok bool) {
	if c.index != noIndex {
		r := &f.x.recs[c.at]
		if c.index < r.blocks {
			if n := r.block + c.index; f.x.blocks[n].tool == c.tool && f.of[n] >= 0 {
				return f.of[n], true
			}
		}
	}
	return f.callBefore(c.tool, c.at)
}

// callBefore returns the newest call with an id before a record, else the first one.
func (f *file) callBefore(id uint64, at int32) (call int32, ok bool) {
	list := f.callsWith(id)
	if len(list) == 0 {
		return 0, false
	}
	lo, hi := 0, len(list) // the first that is not before at
	for lo < hi {
		if mid := (lo + hi) / 2; f.calls[list[mid]].Record < at {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return list[max(lo-1, 0)], true
}
