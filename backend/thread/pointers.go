package thread

import (
	"strings"

	"dendro/backend/transcript"
)

// call is a tool call that may have started agents.
type call struct {
	at       int32
	index    uint16 // of the block
	tool     uint64
	prompt   uint64 // hash of input.prompt
	time     int64
	workflow bool
}

// claims are the statements of a file's records about who started whom.
type claims struct {
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
	if c.agents == nil {
		c.agents = map[string]claim{}
	}
	c.agents[agent] = claim{tool: tool, rank: rank}
}

func (x *Index) addCall(at int32, b block, c *transcript.Block) {
	tool := b.tool()
	if tool == 0 {
		return
	}
	prompt := strings.TrimSpace(c.Input.TaskInput().Prompt.String())
	made := call{
		at: at, index: b.index, tool: tool, prompt: hashText(prompt),
		time: x.node(at).Time, workflow: transcript.StartsWorkflow(c.Name),
	}
	for i := len(x.calls) - 1; i >= 0 && i >= len(x.calls)-16; i-- {
		if x.calls[i].tool == tool { // written again: by a copy or a snapshot
			x.calls[i].prompt = made.prompt
			return
		}
	}
	x.calls = append(x.calls, made)
}

// pointers notes what a record says about agents.
func (x *Index) pointers(at int32, r *transcript.Record) {
	switch r.Kind {
	case transcript.KindUser:
		x.resultPointers(r)
		x.taskText(at, r)
		if x.recs[at].class() == transcript.ClassNotification {
			x.notification(r.Blocks[0].Text.String())
		}
	case transcript.KindProgress:
		x.claim(r.AgentProgress(), rankProgress)
	case transcript.KindAttachment:
		if r.AttachmentKind() == transcript.AttachmentQueued {
			x.notification(transcript.FlatText(r.QueuedCommand().Prompt))
		}
	}
}

// side notes what a record outside the graph says about agents.
func (x *Index) side(r *transcript.Record) {
	switch r.Kind {
	case transcript.KindQueue:
		x.notification(transcript.FlatText(r.Content))
	case transcript.KindForkContext:
		if x.fork.Session == "" {
			from := r.ForkOrigin()
			x.fork = transcript.ForkContext{AgentID: from.Agent, Session: from.Session, Last: from.Last.ID}
		}
	}
}

func (x *Index) notification(text string) {
	x.claim(transcript.NotificationClaim(text), rankNotification)
}

func (x *Index) claim(c transcript.AgentClaim, rank uint8) {
	x.claims.add(c.Agent, hashText(c.Call), rank)
}

func (x *Index) resultPointers(r *transcript.Record) {
	for i := range r.Blocks {
		b := &r.Blocks[i]
		if b.Kind != transcript.BlockToolResult {
			continue
		}
		tool := hashID(b.ToolID)
		c := x.callOf(tool)
		said := r.AgentResult()
		x.claims.add(said.Agent, tool, rankResult)
		if c == nil {
			continue
		}
		if c.workflow {
			x.claims.run(said.Run, tool)
			x.claims.run(said.Task, tool)
			x.claims.run(transcript.TaskInText(transcript.FlatText(b.Content)), tool)
			continue
		}
		x.claims.add(transcript.AgentInText(transcript.FlatText(b.Content)), tool, rankResultText)
	}
}

func (c *claims) run(id string, tool uint64) {
	if id == "" || tool == 0 {
		return
	}
	if c.runs == nil {
		c.runs = map[string]uint64{}
	}
	if _, ok := c.runs[id]; !ok {
		c.runs[id] = tool
	}
}

// callOf returns the newest call with this id among the latest ones: results
// stand near their calls, and older ones have been noted.
func (x *Index) callOf(tool uint64) *call {
	for i := len(x.calls) - 1; i >= 0 && i >= len(x.calls)-256; i-- {
		if x.calls[i].tool == tool {
			return &x.calls[i]
		}
	}
	return nil
}

// taskText keeps what a sidechain was asked first.
func (x *Index) taskText(at int32, r *transcript.Record) {
	rec := &x.recs[at]
	if rec.class() != transcript.ClassTask && rec.class() != transcript.ClassPrompt {
		return
	}
	up := rec.parent
	root := up < 0 || x.has(at, transcript.FlagSidechain) && !x.has(up, transcript.FlagSidechain)
	if !root || !x.has(at, transcript.FlagSidechain) && at > 0 {
		return
	}
	if x.claims.tasks == nil {
		x.claims.tasks = map[int32]uint64{}
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
