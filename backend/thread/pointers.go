package thread

import (
	"strings"

	"dendro/backend/transcript"
)

// call is a tool call that may have started agents.
type call struct {
	at       int32
	tool     uint64
	prompt   uint64 // hash of input.prompt
	time     int64
	workflow bool
}

// claims are the statements of a file's records about who started whom.
type claims struct {
	calls  []call // of tools that start agents
	fork   transcript.ForkContext
	agents map[string]claim  // by agent id
	runs   map[string]uint64 // workflow run or task id -> call
	tasks  map[int32]uint64  // hash of the text of a sidechain's first record
}

type claim struct {
	tool uint64
	rank uint8 // of the sources; the smallest wins, then the first
}

// The sources of claims, best first.
const (
	rankResult       uint8 = iota + 2 // toolUseResult.agentId
	rankResultText                    // "agentId: …" in the result
	rankProgress                      // agent_progress.parentToolUseID
	rankNotification                  // <task-id> with <tool-use-id>
)

func (c *claims) add(agent string, tool uint64, rank uint8) {
	if agent == "" || tool == 0 {
		return
	}
	if old, ok := c.agents[agent]; ok && old.rank <= rank {
		return
	}
	c.agents[agent] = claim{tool: tool, rank: rank}
}

// call notes a call of a tool that starts agents.
func (c *claims) call(at int32, time int64, b *block, said *transcript.Block) {
	if b.tool == 0 {
		return
	}
	prompt := hashText(strings.TrimSpace(said.Input.TaskInput().Prompt.String()))
	if old := c.callOf(b.tool); old != nil { // written again: by a copy or a snapshot
		old.prompt = prompt
		return
	}
	c.calls = append(c.calls, call{at: at, tool: b.tool, prompt: prompt, time: time, workflow: transcript.StartsWorkflow(said.Name)})
}

// pointers notes what a record says about agents.
func (x *Index) pointers(at int32, r *transcript.Record, class transcript.Class) {
	switch r.Kind {
	case transcript.KindUser:
		x.claims.results(r)
		switch class {
		case transcript.ClassTask, transcript.ClassPrompt:
			x.taskText(at, r)
		case transcript.ClassNotification:
			x.claims.notification(r.Blocks[0].Text.String())
		}
	case transcript.KindProgress:
		x.claims.say(r.AgentProgress(), rankProgress)
	case transcript.KindAttachment:
		if r.AttachmentKind() == transcript.AttachmentQueued {
			x.claims.notification(transcript.FlatText(r.QueuedCommand().Prompt))
		}
	}
}

// side notes what a record outside the graph says about agents.
func (c *claims) side(r *transcript.Record) {
	switch r.Kind {
	case transcript.KindQueue:
		c.notification(transcript.FlatText(r.Content))
	case transcript.KindForkContext:
		if c.fork.Session == "" {
			c.fork, _ = r.ForkContext()
		}
	}
}

func (c *claims) notification(text string) {
	c.say(transcript.NotificationClaim(text), rankNotification)
}

func (c *claims) say(said transcript.AgentClaim, rank uint8) {
	c.add(said.Agent, hashText(said.Call), rank)
}

// results notes what the results of a record say about agents.
func (c *claims) results(r *transcript.Record) {
	for i := range r.Blocks {
		b := &r.Blocks[i]
		if b.Kind != transcript.BlockToolResult {
			continue
		}
		tool := hashID(b.ToolID)
		said := r.AgentResult()
		c.add(said.Agent, tool, rankResult)
		switch from := c.callOf(tool); {
		case from == nil:
		case from.workflow:
			c.run(said.Run, tool)
			c.run(said.Task, tool)
			c.run(transcript.TaskInText(transcript.FlatText(b.Content)), tool)
		default:
			c.add(transcript.AgentInText(transcript.FlatText(b.Content)), tool, rankResultText)
		}
	}
}

func (c *claims) run(id string, tool uint64) {
	if id == "" || tool == 0 {
		return
	}
	if _, ok := c.runs[id]; !ok {
		c.runs[id] = tool
	}
}

// callOf returns the newest call with this id among the latest ones: results and
// copies stand near their calls, and older ones have been noted.
func (c *claims) callOf(tool uint64) *call {
	for i := len(c.calls) - 1; i >= 0 && i >= len(c.calls)-256; i-- {
		if c.calls[i].tool == tool {
			return &c.calls[i]
		}
	}
	return nil
}

// taskText keeps what a sidechain was asked first.
func (x *Index) taskText(at int32, r *transcript.Record) {
	up := x.parent(at)
	root := up < 0 || x.has(at, transcript.FlagSidechain) && !x.has(up, transcript.FlagSidechain)
	if !root || !x.has(at, transcript.FlagSidechain) && at > 0 {
		return
	}
	var text string
	for i := range r.Blocks {
		if r.Blocks[i].Kind == transcript.BlockText {
			text = r.Blocks[i].Text.String()
			break
		}
	}
	x.claims.tasks[at] = hashText(transcript.TaskText(text))
}
