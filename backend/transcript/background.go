package transcript

import (
	"bytes"
	"time"
)

// abandonedAfter is the age at which an agent without a notification no longer counts as
// running: its client may have ended without one.
const abandonedAfter = time.Hour

// Background follows the agents and workflows that a session runs in the background: launched
// by a call whose result says so (toolUseResult.status "async_launched", 2.0.60+), finished
// with their <task-notification>, however it arrives. From 2.1.2xx on, turn_duration records
// have the number that runs at the end of a turn (pendingBackgroundAgentCount,
// pendingWorkflowCount). Background commands do not count: a server never ends.
type Background struct {
	launched map[string]int64 // by task, the time of its launch
	unnamed  int64            // running, by the client's count, beside those
	finished map[string]bool  // a notification may be in several records
}

// The texts of which a line has at least one if Background needs it.
var backgroundTexts = [...][]byte{[]byte("async_launched"), []byte("<task-id>"), []byte("turn_duration")}

// NeedsLine reports whether a line may hold a record for Add.
func (b *Background) NeedsLine(line []byte) bool {
	for _, text := range backgroundTexts {
		if bytes.Contains(line, text) {
			return true
		}
	}
	return false
}

// Add applies the next record of the session's file.
func (b *Background) Add(r *Record) {
	if r.Sidechain {
		return
	}
	if r.ToolUseResult.Get("status").String() == "async_launched" {
		named := r.AgentResult()
		for _, task := range []string{named.Agent, named.Task} {
			if task != "" {
				b.launch(task, Millis(r.Timestamp))
				return
			}
		}
		return
	}
	if r.Kind == KindSystem && r.Subtype == "turn_duration" {
		b.count(r)
		return
	}
	for rest := []byte(r.Raw); ; {
		_, after, ok := bytes.Cut(rest, []byte("<task-id>"))
		task, next, closed := bytes.Cut(after, []byte("</task-id>"))
		if !ok || !closed {
			return
		}
		b.finish(string(task))
		rest = next
	}
}

func (b *Background) launch(task string, at int64) {
	if b.launched == nil {
		b.launched = map[string]int64{}
	}
	b.launched[task] = at
	delete(b.finished, task) // it was resumed
}

func (b *Background) finish(task string) {
	if b.finished[task] {
		return
	}
	if b.finished == nil {
		b.finished = map[string]bool{}
	}
	b.finished[task] = true
	if _, known := b.launched[task]; known {
		delete(b.launched, task)
	} else if b.unnamed > 0 {
		b.unnamed--
	}
}

// count applies the numbers of a turn_duration record, if it has any.
func (b *Background) count(r *Record) {
	agents, hasAgents := r.field("pendingBackgroundAgentCount").Int()
	flows, hasFlows := r.field("pendingWorkflowCount").Int()
	if !hasAgents && !hasFlows {
		return
	}
	running := max(agents, 0) + max(flows, 0)
	if running == 0 {
		b.launched = nil
	}
	b.unnamed = max(running-int64(len(b.launched)), 0)
}

// Running reports whether anything runs at a time in Unix milliseconds.
func (b *Background) Running(at int64) bool {
	for _, launched := range b.launched {
		if at-launched < abandonedAfter.Milliseconds() {
			return true
		}
	}
	return b.unnamed > 0
}
