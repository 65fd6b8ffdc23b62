package lineage

import "dendro/backend/transcript"

// findMadeUp finds the prompts that follow replies made up by the client.
func (t *tree) findMadeUp() {
	for i := range t.Up {
		if at := int32(i); t.in(at) && t.has(at, transcript.FlagPrompt) {
			for reply := t.above[at]; reply != None && t.madeUp(reply) && t.askedBelow[reply] == 0; reply = t.above[reply] {
				if t.askedBelow == nil {
					t.askedBelow = map[int32]int32{}
				}
				t.askedBelow[reply] = at
			}
		}
	}
}

// madeUp reports whether the client wrote a reply itself, except for errors.
func (l *Links) madeUp(i int32) bool {
	return l.has(i, transcript.FlagSynthetic) && !l.has(i, transcript.FlagAPIError)
}

// findQueued finds the prompts that were queued while a tool ran and that the client wrote
// as siblings of the tool's result when Escape released them (2.1.120–2.1.332). They are
// not rewinds: the rewind menu offers only places after the result.
func (t *tree) findQueued() {
	prompts := map[int32][]int32{} // by call
	for i, call := range t.above {
		at := int32(i)
		if call == None || !t.has(call, transcript.FlagToolUse) || !t.in(at) || !t.has(at, transcript.FlagPrompt) {
			continue
		}
		if last := t.last[at]; last == None || last == at {
			prompts[call] = append(prompts[call], at)
		}
	}
	if len(prompts) == 0 {
		return
	}
	for i, call := range t.above {
		if at := int32(i); t.in(at) && t.has(at, transcript.FlagToolResult) {
			for _, prompt := range prompts[call] {
				if t.Queued == nil {
					t.Queued = map[int32]bool{}
				}
				t.Queued[prompt] = true
			}
			delete(prompts, call)
		}
	}
}
