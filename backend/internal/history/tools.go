package history

import (
	"sort"
	"time"
)

// Call is a tool call with its result.
type Call struct {
	Name   string
	Input  Obj
	Result any // string or []Obj, the content of the tool_result
	Detail any // toolUseResult; nil omits it
	Failed bool
	Took   time.Duration // default a little
	// Missing omits the result: the program was stopped.
	Missing bool
	// Content is spilled to <session>/tool-results/: then Result is the preview.
	Spill string
}

// Tool is a written call.
type Tool struct {
	ID     string // toolu_…
	UUID   string // of the assistant record
	Result string // uuid of the record with the result, or ""
	via    string // the progress record that is the result's parent
}

// Call writes a tool call and its result.
func (t *Thread) Call(c Call) Tool {
	tool := t.Use(c.Name, c.Input)
	if !c.Missing {
		t.Result(&tool, c)
	}
	return tool
}

// Use writes a tool call without a result.
func (t *Thread) Use(name string, input Obj) Tool {
	t.home.pass(300, 2500)
	id := t.home.token("toolu_01", 22)
	if input == nil {
		input = Obj{}
	}
	return Tool{ID: id, UUID: t.block(O("type", "tool_use", "id", id, "name", name, "input", input), "tool_use")}
}

// Result writes the result of a call. Its parentUuid is the line of the call, so that the
// chain forks at parallel calls (2.0+).
func (t *Thread) Result(tool *Tool, c Call) {
	if c.Took > 0 {
		t.home.Wait(c.Took)
	} else {
		t.home.pass(30, 900)
	}
	t.endMessage()
	result := c.Result
	if c.Spill != "" {
		result = t.spill(tool.ID, &c)
	}
	block := O("tool_use_id", tool.ID, "type", "tool_result", "content", result)
	if c.Failed {
		block = append(block, Field{"is_error", true})
	}
	var after Obj
	if c.Detail != nil {
		after = append(after, Field{"toolUseResult", c.Detail})
	}
	if t.traits().sourceUUID {
		after = append(after, Field{"sourceToolAssistantUUID", tool.UUID})
	}
	if !t.traits().resultsInRow {
		t.parent = tool.UUID
	}
	if tool.via != "" {
		t.parent = tool.via
	}
	tool.Result = t.add("user", O("message", O("role", "user", "content", []Obj{block})), after)
	t.spend([]Obj{block})
}

// Parallel writes several calls of one response and their results in the order in which
// they finish: the quicker ones first.
func (t *Thread) Parallel(calls ...Call) []Tool {
	tools := make([]Tool, len(calls))
	order := make([]int, len(calls))
	for i, c := range calls {
		tools[i] = t.Use(c.Name, c.Input)
		order[i] = i
	}
	sort.SliceStable(order, func(a, b int) bool { return calls[order[a]].Took < calls[order[b]].Took })
	spent := time.Duration(0)
	for _, i := range order {
		c := calls[i]
		if c.Missing {
			continue
		}
		if c.Took > 0 {
			c.Took, spent = max(c.Took-spent, time.Millisecond), max(spent, c.Took)
		}
		t.Result(&tools[i], c)
	}
	return tools
}
