package thread

import (
	"cmp"
	"hash/maphash"

	"dendro/backend/transcript"
)

// CallCounter numbers the tool calls of a chat, each once: a call that was copied into
// another file has the number of the original. Begin each file, parents before their
// copies, and add its records in order.
type CallCounter struct {
	seed   maphash.Seed
	calls  map[sameCall][]int // numbers of the calls with equal properties, in file order
	failed []bool             // by number

	// State of the current file.
	pairing *transcript.FilePairing
	numbers []int // by call of the pairing
	alike   map[sameCall]int
}

// sameCall holds the properties that copies of a call share. Several calls may have them:
// their order distinguishes them.
type sameCall struct {
	message string
	id      uint64
	said    uint32
}

// CountedCall is a tool_use block, by its index, with the number of its call.
type CountedCall struct{ Block, Number int }

// NewCallCounter returns an empty CallCounter.
func NewCallCounter() *CallCounter {
	c := &CallCounter{seed: maphash.MakeSeed(), calls: map[sameCall][]int{}}
	c.begin()
	return c
}

// Begin starts another file.
func (c *CallCounter) Begin() {
	c.settle()
	c.begin()
}

func (c *CallCounter) begin() {
	c.pairing, c.numbers, c.alike = transcript.NewFilePairing(), nil, map[sameCall]int{}
}

// Failed returns, by number, which calls failed. It ends the current file.
func (c *CallCounter) Failed() []bool {
	c.Begin()
	return c.failed
}

// Add adds the next record of the file and returns its calls.
func (c *CallCounter) Add(r *transcript.Record) (calls []CountedCall) {
	c.pairing.Add(r, func(block int, call int32, isNew bool) {
		if isNew {
			site := &c.pairing.Calls[call]
			c.numbers = append(c.numbers, c.number(sameCall{cmp.Or(r.MessageID, r.UUID.String()), site.ID, site.Said}))
		}
		calls = append(calls, CountedCall{block, c.numbers[call]})
	})
	return calls
}

// number returns the number of the file's next call with these properties.
func (c *CallCounter) number(key sameCall) int {
	n := c.alike[key]
	c.alike[key]++
	if n == len(c.calls[key]) {
		c.calls[key] = append(c.calls[key], len(c.failed))
		c.failed = append(c.failed, false)
	}
	return c.calls[key][n]
}

// settle records the failures of the current file.
func (c *CallCounter) settle() {
	c.pairing.Settle()
	for i := range c.pairing.Calls {
		call := &c.pairing.Calls[i]
		if call.First.Record < 0 {
			continue
		}
		failed := c.pairing.Results[call.First.Block].IsError
		for _, a := range call.More {
			failed = failed || c.pairing.Results[a.Block].IsError
		}
		c.failed[c.numbers[i]] = c.failed[c.numbers[i]] || failed
	}
}
