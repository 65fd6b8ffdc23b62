package thread

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"dendro/backend/jsonl"
	"dendro/backend/transcript"
)

// calls returns, in order, the call that started an agent and those that sent further
// prompts to it: a Task or Agent call that resumes the agent, whose result names it again,
// and SendMessage, whose result names the agent it resumed (2.1.1xx+).
func (s *attacher) calls(side *sidechain) (list []callKey, ok bool) {
	start, ok := s.named(side)
	if !ok {
		return nil, false
	}
	list = append(list, start)
	if side.agent == nil {
		return list, true
	}
	seen := map[transcript.ID]bool{s.recordOf(start): true}
	for _, c := range s.said[side.agent.ID] {
		if c.rank != rankResult && c.rank != rankResumed || c.f.x == side.x {
			continue
		}
		call, ok := c.f.callOf(c.claim)
		if !ok {
			continue
		}
		key := callKey{c.f.x, call}
		// Forks of agents hold copies of calls.
		if id := s.recordOf(key); !seen[id] && (c.rank == rankResumed || c.f.blockOf(call).flags&blockStarts != 0) {
			seen[id] = true
			list = append(list, key)
		}
	}
	slices.SortStableFunc(list, func(a, b callKey) int { return cmp.Compare(s.timeOf(a), s.timeOf(b)) })
	return list, true
}

func (s *attacher) recordOf(key callKey) transcript.ID {
	return key.x.node(s.byIndex[key.x].calls[key.call].Record).ID
}

func (s *attacher) timeOf(key callKey) int64 { return s.byIndex[key.x].calls[key.call].Time }

// goOn splits the conversation of an agent at the prompts that later calls sent: each call
// gets the part from its prompt on. It returns the parts after the first.
func (s *attacher) goOn(side *sidechain, later []callKey) (parts []*sidechain) {
	cut := newCutter(s.byIndex[side.x], side.records)
	current := side
	for i, key := range later {
		part := &sidechain{
			key: fmt.Sprintf("%s~%d", side.agent.ID, i+2), agent: side.agent, x: side.x, session: s.Session,
			time: s.timeOf(key), isPart: true,
		}
		next := int64(math.MaxInt64)
		if i+1 < len(later) {
			next = s.timeOf(later[i+1])
		}
		current.records, part.records = cut.next(s.byIndex[key.x].prompts[key.call], part.time, next)
		current = part
		parts = append(parts, part)
		s.byKey[part.key] = part
		s.hang(part, key)
	}
	for _, part := range parts {
		for _, at := range part.records {
			cut.f.owners[at] = part
		}
	}
	return parts
}

// cutter finds the beginnings of consecutive prompts that calls sent to an agent.
type cutter struct {
	f       *file
	records []int32
	prompts map[uint64][]int // indexes in records of the prompts, by the hash of their text
	from    int              // start of the part to be cut next
	least   int              // the first index for the next prompt
	time    int              // everything before this index is earlier than the last call
	prompt  int              // the same, for anything but a prompt
}

func newCutter(f *file, records []int32) *cutter {
	c := &cutter{f: f, records: records, prompts: map[uint64][]int{}, least: 1}
	for i, at := range records {
		if task, ok := f.x.claims.prompts[at]; ok && task != 0 {
			c.prompts[task] = append(c.prompts[task], i)
		}
	}
	return c
}

// next cuts at the prompt that a call sent at a time, before that of the next call: by its
// text, else at the first prompt since, else at the first record since.
func (c *cutter) next(sent uint64, time, next int64) (before, rest []int32) {
	at, isPrompt := c.find(sent, time, next)
	before, rest = c.records[c.from:at:at], c.records[at:]
	c.from, c.least = at, at
	if isPrompt {
		c.least++
	}
	return before, rest
}

func (c *cutter) find(sent uint64, time, next int64) (at int, isPrompt bool) {
	least := min(c.least, len(c.records))
	list := c.prompts[sent]
	for len(list) > 0 && list[0] < least {
		list = list[1:]
	}
	c.prompts[sent] = list
	if sent != 0 && len(list) > 0 {
		return list[0], true
	}
	before := func(i int) bool { return i < least || c.timeAt(i) < time }
	for c.time < len(c.records) && before(c.time) {
		c.time++
	}
	for c.prompt < len(c.records) && (before(c.prompt) || !c.isPrompt(c.prompt)) {
		c.prompt++
	}
	if c.prompt < len(c.records) && c.timeAt(c.prompt) < next {
		return c.prompt, true
	}
	return c.time, false
}

func (c *cutter) timeAt(i int) int64 { return c.f.x.node(c.records[i]).Time }

func (c *cutter) isPrompt(i int) bool {
	_, ok := c.f.x.claims.prompts[c.records[i]]
	return ok
}

// sentText returns the hash of the text that a call sends to an agent.
func sentText(input jsonl.Value) uint64 {
	return hashText(strings.TrimSpace(transcript.TaskInputOf(input).Prompt.String()))
}
